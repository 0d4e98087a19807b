import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type ReminderContent, AutoMessageUseCase as U } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { type LateDraft, RunningLate } from "./RunningLate.tsx";
import { LABELS, SentMessages } from "./SentMessages.tsx";

type Props = {
  appointmentId: string;
  customerId: string;
  name: string;
  offered: readonly U[];
  /** The client can be told that it gets late. */
  late: boolean;
  onClose: () => void;
};

const UNSENT = {
  title: "Close without sending?",
  body: "What you wrote has not been sent.",
  action: "Discard",
  cancel: "Keep writing",
  danger: true,
};

/** Among the automatic messages: one that is only ever sent by hand. */
const LATE = -1;

/** What went out about an appointment by itself or by hand, and any of it sent again now. */
export const AppointmentMessages = ({ appointmentId, customerId, name, offered, late, onClose }: Props) => {
  const [chosen, setChosen] = useState<number>(offered[0] ?? U.BOOKED);
  const [draft, setDraft] = useState<LateDraft>({ minutes: 15 });
  const isLate = chosen === LATE;
  const useCase = isLate ? U.BOOKED : (chosen as U);
  const allowed = useQuery(ThreadService.method.checkPermission, { customerId }, { staleTime: LONG_STALE }).data;
  const sent = useQuery(AutoMessageService.method.listSentAutoMessages, { appointmentIds: [appointmentId] });
  const words = useQuery(
    AutoMessageService.method.getReminderContent,
    { targetId: appointmentId, type: useCase },
    { meta: { quiet: true }, enabled: !isLate },
  );
  const send = useMutation(AutoMessageService.method.sendForAppointment, {
    meta: { quiet: true, success: "Message sent" },
    onSuccess: () => void sent.refetch(),
  });
  const by = (method: MessageMethod) => send.mutate({ appointmentId, useCase, methods: [method] });
  const may = allowed?.allowed ?? false;
  const leave = async () => {
    if (draft.written === undefined || (await confirm(UNSENT)) === true) onClose();
  };
  return (
    <Dialog open onClose={() => void leave()} aria-labelledby="appointment-messages" maxWidth="sm" fullWidth>
      <DialogTitle id="appointment-messages">Messages to {name}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5, pt: "8px !important" }}>
        <SentMessages messages={sent.data?.messages} />
        {allowed && !may && <Alert severity="info">{allowed.reason}</Alert>}
        {may && (
          <TextField select label="Send now" value={chosen} onChange={(event) => setChosen(Number(event.target.value))}>
            {offered.map((one) => (
              <MenuItem key={one} value={one}>
                {LABELS[one]}
              </MenuItem>
            ))}
            {late && <MenuItem value={LATE}>Running late</MenuItem>}
          </TextField>
        )}
        {may && isLate && (
          <RunningLate
            appointmentId={appointmentId}
            customerId={customerId}
            firstName={name.split(" ")[0] ?? ""}
            draft={draft}
            onDraft={setDraft}
            onSent={onClose}
          />
        )}
        {may && !isLate && <Words content={words.data?.content} error={words.error} />}
        {send.error && <Alert severity="error">{messageOf(send.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void leave()}>Close</Button>
        {may && !isLate && (
          <>
            <Button loading={send.isPending} onClick={() => by(MessageMethod.EMAIL)}>
              Email it
            </Button>
            <Button variant="contained" color="primary" loading={send.isPending} onClick={() => by(MessageMethod.SMS)}>
              Text it
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
};

/** What the client will read, and when it goes out by itself. */
const Words = ({ content, error }: { content: ReminderContent | undefined; error: unknown }) => {
  const format = useFormat();
  if (error && !content) return <Alert severity="error">{messageOf(error)}</Alert>;
  if (!content) return <Skeleton variant="rounded" height={72} />;
  return (
    <Box aria-live="polite">
      <Box sx={{ bgcolor: "tone.accent.soft", borderRadius: "12px", p: 1.5, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {content.smsBody || content.emailSubject || "This message has no text yet. Write it in Settings, Auto messages."}
      </Box>
      {content.dueTime && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          Sent automatically {format.instant(content.dueTime)}
        </Typography>
      )}
    </Box>
  );
};
