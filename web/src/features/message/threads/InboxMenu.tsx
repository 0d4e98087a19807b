import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { UsageService } from "@leashline/proto/leashline/message/v1/usage_service_pb.js";
import Divider from "@mui/material/Divider";
import IconButton from "@mui/material/IconButton";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import { useState } from "react";
import { askForDesktop, desktopDenied, setSound, useNoticeSetting } from "../../../app/navigation/notice-setting.ts";
import { useWaiting } from "../../../app/navigation/waiting.ts";
import { Icon } from "../../../ui/icons.tsx";
import { SavedReplies } from "./SavedReplies.tsx";
import { useRefreshMessages } from "./useThreads.ts";

/** What concerns the whole inbox: read all, saved replies, how one is told of new messages on this device, and what was sent this month. */
export const InboxMenu = () => {
  const [at, setAt] = useState<HTMLElement>();
  const [replies, setReplies] = useState(false);
  const refresh = useRefreshMessages();
  const unread = useWaiting(({ messages }) => messages);
  const { sound, desktop } = useNoticeSetting();
  const readAll = useMutation(ThreadService.method.readAllThreads, {
    onSettled: refresh,
    meta: { success: "All conversations are marked as read" },
  });
  const close = () => setAt(undefined);
  return (
    <>
      <IconButton aria-label="Inbox options" aria-haspopup="menu" onClick={(event) => setAt(event.currentTarget)}>
        <Icon name="more" />
      </IconButton>
      <Menu open={at !== undefined} anchorEl={at ?? null} onClose={close}>
        <MenuItem
          disabled={unread === 0}
          onClick={() => {
            close();
            readAll.mutate({});
          }}
        >
          Mark all as read
        </MenuItem>
        <MenuItem
          onClick={() => {
            close();
            setReplies(true);
          }}
        >
          Saved replies
        </MenuItem>
        <Divider />
        <MenuItem role="menuitemcheckbox" aria-checked={sound} onClick={() => setSound(!sound)}>
          <ListItemText primary="Sound for new messages" secondary="On this device" />
          <Switch checked={sound} tabIndex={-1} slotProps={{ input: { "aria-hidden": true } }} />
        </MenuItem>
        <MenuItem role="menuitemcheckbox" aria-checked={desktop} disabled={desktopDenied()} onClick={() => void askForDesktop(!desktop)}>
          <ListItemText
            primary="Desktop notifications"
            secondary={desktopDenied() ? "Blocked in your browser's settings" : "While another window is in front"}
          />
          <Switch checked={desktop} tabIndex={-1} slotProps={{ input: { "aria-hidden": true } }} />
        </MenuItem>
        <Divider />
        {at && <Usage />}
      </Menu>
      {replies && <SavedReplies onClose={() => setReplies(false)} />}
    </>
  );
};

const Usage = () => {
  const { data } = useQuery(UsageService.method.getMessageUsage, {}, { meta: { quiet: true } });
  const report = data?.report;
  if (!report) return null;
  const of = report.total > 0 ? ` of ${report.total}` : "";
  return (
    <MenuItem disabled sx={{ "&.Mui-disabled": { opacity: 1 } }}>
      <ListItemText
        primary={`${report.used}${of} texts used this month`}
        secondary={`${report.used2wayMessage} written, ${report.usedAutoMessage} automatic · ${report.usedEmails} emails`}
      />
    </MenuItem>
  );
};
