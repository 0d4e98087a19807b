import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { AutoMessage, AutoMessageUseCase } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { TextNumberService } from "@leashline/proto/leashline/message/v1/text_number_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useParams } from "react-router";
import NotInThisVersion from "../../app/routes/NotInThisVersion.tsx";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../ui/feedback/Skeletons.tsx";
import { type Format, useFormat } from "../../ui/format/useFormat.ts";
import { LinkButton } from "../../ui/links/Link.tsx";
import { Section } from "../../ui/page/Section.tsx";
import { SettingsFrame } from "../settings/SettingsFrame.tsx";
import { AutoMessageDrawer } from "./auto-messages/AutoMessageDrawer.tsx";
import { daysWords, hoursWords, USE_CASES } from "./auto-messages/use-cases.ts";
import { AutoReplyForm } from "./auto-reply/AutoReplyForm.tsx";
import { QuietHours } from "./quiet-hours/QuietHours.tsx";

/** /setting/AutoMessage/{panel?}: what goes out by itself, and the answer when nobody is there. */
const AutoMessages = () => {
  const { panel } = useParams();
  if (panel !== undefined && panel !== "autoReply") return <NotInThisVersion />;
  const reply = panel === "autoReply";
  return (
    <SettingsFrame title="Auto messages">
      <Box sx={{ display: "flex", gap: 1, mb: 2 }}>
        <LinkButton to="/setting/AutoMessage" color={reply ? "secondary" : "primary"}>
          Messages
        </LinkButton>
        <LinkButton to="/setting/AutoMessage/autoReply" color={reply ? "primary" : "secondary"}>
          Auto reply
        </LinkButton>
      </Box>
      {reply ? <AutoReplyForm /> : <Messages />}
    </SettingsFrame>
  );
};

const METHOD_WORDS: Partial<Record<MessageMethod, string>> = {
  [MessageMethod.SMS]: "text",
  [MessageMethod.EMAIL]: "email",
  [MessageMethod.APP]: "app",
};

const summary = (message: AutoMessage, format: Format): string => {
  const ways = message.clientReceive.map((method) => METHOD_WORDS[method] ?? "").join(" and ");
  const when =
    message.daysBefore !== undefined
      ? `${daysWords(message.daysBefore)} at ${format.minutes(message.minutesAt)}`
      : message.hoursAfter !== undefined
        ? hoursWords(message.hoursAfter)
        : "";
  return [when, ways && `by ${ways}`]
    .filter(Boolean)
    .join(", ")
    .replace(/^[a-z]/, (first) => first.toUpperCase());
};

const NumberOfTexts = () => {
  const format = useFormat();
  const { data } = useQuery(TextNumberService.method.getTextNumber);
  if (!data) return null;
  return (
    <Typography variant="body2" color="textSecondary">
      {data.number
        ? `Your texts come from ${format.phone(data.number)}. It is yours alone: what clients answer to it comes here.`
        : "Your first text takes a number of your own. What clients answer to it comes here."}
    </Typography>
  );
};

const Messages = () => {
  const format = useFormat();
  const [open, setOpen] = useState<AutoMessage>();
  const messages = useQuery(AutoMessageService.method.listAutoMessages);
  const update = useMutation(AutoMessageService.method.updateAutoMessage, { onSuccess: () => void messages.refetch() });
  const list = messages.data?.autoMessages;
  const toggle = ({ useCase, version }: AutoMessage, isEnabled: boolean) => update.mutate({ useCase, version, isEnabled });
  if (messages.error && !list) return <ErrorState error={messages.error} onRetry={() => void messages.refetch()} />;
  if (!list) return <FormSkeleton fields={8} />;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <NumberOfTexts />
      <QuietHours />
      {[...Map.groupBy(USE_CASES, (one) => one.group)].map(([group, cases]) => (
        <Section key={group} title={group}>
          <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
            {cases.map(({ id, label, text }) => {
              const message = list.find((one) => one.useCase === (id as AutoMessageUseCase));
              return (
                message && (
                  <Box
                    component="li"
                    key={id}
                    sx={{
                      display: "flex",
                      alignItems: "center",
                      gap: 1,
                      py: 1,
                      borderTop: 1,
                      borderColor: "lineSoft",
                      "&:first-of-type": { borderTop: 0 },
                    }}
                  >
                    <Box sx={{ flex: 1, minWidth: 0 }}>
                      <Typography variant="subtitle2">{label}</Typography>
                      <Typography variant="body2" color="textSecondary">
                        {text} {message.isEnabled && summary(message, format)}
                      </Typography>
                    </Box>
                    <Button onClick={() => setOpen(message)}>Edit</Button>
                    <Switch
                      checked={message.isEnabled}
                      disabled={update.isPending}
                      slotProps={{ input: { "aria-label": `${label} on` } }}
                      onChange={(_, on) => toggle(message, on)}
                    />
                  </Box>
                )
              );
            })}
          </Box>
        </Section>
      ))}
      {open && <AutoMessageDrawer message={open} onClose={() => setOpen(undefined)} onSaved={() => void messages.refetch()} />}
    </Box>
  );
};

export default AutoMessages;
