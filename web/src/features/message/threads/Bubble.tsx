import { useMutation } from "@connectrpc/connect-query";
import { type Message, MessageAuthor, MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { useSession } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { type Format, useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { useRefreshMessages } from "./useThreads.ts";

const states: Record<MessageStatus, string> = {
  [MessageStatus.UNSPECIFIED]: "",
  [MessageStatus.QUEUED]: "Waiting",
  [MessageStatus.SENDING]: "Sending",
  [MessageStatus.SENT]: "Sent",
  [MessageStatus.DELIVERED]: "Delivered",
  [MessageStatus.FAILED]: "Not sent",
  [MessageStatus.RECEIVED]: "",
};
const stateOf = ({ status, waitUntil }: Message, format: Format): string =>
  waitUntil ? `Waits until ${format.time(waitUntil)}` : states[status];
const methods: Partial<Record<MessageMethod, string>> = {
  [MessageMethod.SMS]: "text",
  [MessageMethod.EMAIL]: "email",
  [MessageMethod.APP]: "app",
};

/** One message; theirs to the left, ours to the right, with who, when and how it fared. */
export const Bubble = ({ message }: { message: Message }) => {
  const format = useFormat();
  const refresh = useRefreshMessages();
  const resend = useMutation(MessageService.method.resendMessage, { onSettled: refresh });
  const remove = useMutation(MessageService.method.deleteMessage, { onSettled: refresh, meta: { success: "Message deleted" } });
  const mine = useSession((state) => (state.status === "in" ? state.staffId : undefined)) === message.staffId && message.staffId !== "0";
  const ask = async () => {
    const body = message.waitUntil
      ? "It has not gone out, and will not."
      : "It is removed from this conversation. The client still has it.";
    if (await confirm({ title: "Delete this message?", body, action: "Delete message", danger: true })) remove.mutate({ id: message.id });
  };
  const ours = message.type === MessageAuthor.BUSINESS;
  const failed = message.status === MessageStatus.FAILED;
  const by = ours ? message.staffName || (message.useCase ? "Automatic" : "") : "";
  return (
    <Box sx={{ alignSelf: ours ? "flex-end" : "flex-start", maxWidth: "min(520px, 85%)" }}>
      <Box
        sx={{
          px: 1.5,
          py: 1,
          borderRadius: 1.75,
          border: 1,
          borderColor: failed ? "error.main" : ours ? "transparent" : "line",
          bgcolor: ours ? "tone.accent.soft" : "background.paper",
          whiteSpace: "pre-wrap",
          overflowWrap: "anywhere",
        }}
      >
        {message.subject && <Typography variant="subtitle2">{message.subject}</Typography>}
        {message.mediaUrl1 && (
          <Box component="img" src={message.mediaUrl1} alt="" sx={{ maxWidth: 240, borderRadius: 1, display: "block", mb: 0.5 }} />
        )}
        {message.messageText}
      </Box>
      <Typography
        variant="caption"
        sx={{ color: failed ? "error.main" : "text.tertiary", display: "block", textAlign: ours ? "right" : "left", mt: 0.25 }}
      >
        {[by, methods[message.method], format.ago(message.createTime), ours && stateOf(message, format), failed && message.errorMessage]
          .filter(Boolean)
          .join(" · ")}
        {!ours && message.appointmentId !== "0" && (
          <>
            {" · "}
            <TextLink to={pathTo("/calendar/grooming", {}, { appointment: message.appointmentId })}>Open the appointment</TextLink>
          </>
        )}
        {failed && (
          <Button size="small" loading={resend.isPending} onClick={() => resend.mutate({ id: message.id })}>
            Send again
          </Button>
        )}
        {mine && (
          <IconButton size="small" color="inherit" aria-label="Delete message" loading={remove.isPending} onClick={() => void ask()}>
            <Icon name="trash" sx={{ width: 15, height: 15 }} />
          </IconButton>
        )}
      </Typography>
    </Box>
  );
};
