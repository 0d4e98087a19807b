import { type SentAutoMessage, AutoMessageUseCase as U } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import { type Message, MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { type Format, useFormat } from "../../../ui/format/useFormat.ts";

/** What the shop calls its automatic messages about one appointment. */
export const LABELS: Partial<Record<U, string>> = {
  [U.FIRST_REMINDER]: "First reminder",
  [U.SECOND_REMINDER]: "Second reminder",
  [U.BOOKED]: "Appointment booked",
  [U.RESCHEDULED]: "Appointment moved",
  [U.CANCELLED]: "Appointment canceled",
  [U.READY_FOR_PICKUP]: "Ready for pick-up",
  [U.FOLLOW_UP]: "Follow-up",
};
const WAYS: Partial<Record<MessageMethod, string>> = {
  [MessageMethod.SMS]: "text",
  [MessageMethod.EMAIL]: "email",
  [MessageMethod.APP]: "app",
};

const stateOf = ({ status, errorMessage }: Message): string =>
  status === MessageStatus.FAILED ? `not sent: ${errorMessage || "the provider refused it"}` : "";

const whenOf = ({ waitUntil, sentTime, createTime }: Message, format: Format): string =>
  waitUntil ? `waits until ${format.instant(waitUntil)}` : format.instant(sentTime ?? createTime);

/** Each automatic message that went out, or waits to, newest first. */
export const SentMessages = ({ messages }: { messages: readonly SentAutoMessage[] | undefined }) => {
  const format = useFormat();
  if (!messages) return <Skeleton height={24} />;
  if (messages.length === 0) return <Typography color="textSecondary">No automatic message was sent yet.</Typography>;
  return (
    <Box component="ul" aria-label="Sent" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 0.5 }}>
      {messages.map(({ useCase, message }) =>
        message ? (
          <Typography component="li" key={message.id}>
            {LABELS[useCase] ?? "Message"}{" "}
            <Box component="span" sx={{ color: "text.secondary" }}>
              · {[WAYS[message.method], whenOf(message, format), stateOf(message)].filter(Boolean).join(" · ")}
            </Box>
          </Typography>
        ) : null,
      )}
    </Box>
  );
};
