import type { Thread } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import { Avatar } from "../../../ui/Avatar.tsx";
import { type Format, useFormat } from "../../../ui/format/useFormat.ts";

export const nameOf = (thread: Thread, format: Pick<Format, "phone">): string =>
  `${thread.customerFirstName} ${thread.customerLastName}`.trim() || format.phone(thread.phoneNumber) || thread.email;

export const Row = ({ thread, open, onOpen }: { thread: Thread; open: boolean; onOpen: () => void }) => {
  const format = useFormat();
  const unread = thread.unreadCount > 0;
  return (
    <ButtonBase
      onClick={onOpen}
      aria-current={open ? "true" : undefined}
      sx={{
        display: "flex",
        width: "100%",
        gap: 1.25,
        p: 1.5,
        textAlign: "left",
        alignItems: "flex-start",
        borderBottom: 1,
        borderColor: "lineSoft",
        bgcolor: open ? "tone.accent.soft" : undefined,
      }}
    >
      <Avatar name={nameOf(thread, format)} id={thread.customerId} size={36} src={thread.avatarPath} colour={thread.clientColor} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: "flex", gap: 1, justifyContent: "space-between" }}>
          <Typography variant="subtitle2" noWrap sx={{ fontWeight: unread ? 700 : 600 }}>
            {thread.starsTime ? "★ " : ""}
            {nameOf(thread, format)}
          </Typography>
          <Typography variant="caption" noWrap color="textSecondary" sx={{ flex: "none" }}>
            {format.ago(thread.lastMessageTime)}
          </Typography>
        </Box>
        <Box sx={{ display: "flex", gap: 1 }}>
          <Typography variant="body2" color="textSecondary" noWrap sx={{ flex: 1, fontWeight: unread ? 600 : 400 }}>
            {thread.lastErrorMsg ? `Not sent: ${thread.lastErrorMsg}` : thread.lastMessageText}
          </Typography>
          {unread && (
            <Box
              component="span"
              aria-label={`${thread.unreadCount} unread`}
              sx={{
                px: 0.75,
                borderRadius: 9,
                bgcolor: "primary.main",
                color: "primary.contrastText",
                fontSize: "0.8rem",
                fontWeight: 650,
                lineHeight: "18px",
              }}
            >
              {thread.unreadCount}
            </Box>
          )}
        </Box>
      </Box>
    </ButtonBase>
  );
};
