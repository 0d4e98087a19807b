import { ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import type { ChangeRequest } from "@leashline/proto/leashline/online_booking/v1/change_request_pb.js";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { LATER, useTakeFee } from "../../../order/shared/no-show/useNoShowFee.ts";
import { useAnswer } from "./useAnswer.ts";

type MessageProps = { value: string; onChange: (text: string) => void };

export const MessageField = ({ value, onChange }: MessageProps) => (
  <TextField
    label="Message to the client"
    value={value}
    onChange={(event) => onChange(event.target.value)}
    multiline
    minRows={2}
    fullWidth
    slotProps={{ htmlInput: { maxLength: 500 } }}
  />
);

type QuestionProps = {
  title: string;
  action: string;
  onClose: () => void;
  /** True once it is done. */
  onAnswer: (message: string) => Promise<boolean>;
  children: ReactNode;
};

/** What was written stays until it has arrived. */
const Question = ({ title, action, onClose, onAnswer, children }: QuestionProps) => {
  const [message, setMessage] = useState("");
  const [pending, setPending] = useState(false);
  const answer = async () => {
    setPending(true);
    if (await onAnswer(message.trim())) onClose();
    else setPending(false);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="answer-title" maxWidth="xs" fullWidth>
      <DialogTitle id="answer-title">{title}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5 }}>
        {children}
        <MessageField value={message} onChange={setMessage} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Not now</Button>
        <Button variant="contained" color="error" loading={pending} onClick={() => void answer()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

type Props = { asked: ChangeRequest; onClose: () => void };

export const AcceptCancel = ({ asked, onClose }: Props) => {
  const { accept } = useAnswer(asked);
  const returns = useCan("refund") && asked.paid;
  const [refund, setRefund] = useState(true);
  const format = useFormat();
  const fee = useCan("takePayment") ? asked.cancellationFee : undefined;
  const [charging, setCharging] = useState(false);
  const { take } = useTakeFee({ id: asked.appointmentId, businessId: asked.businessId });
  const answer = async (message: string) => {
    const done = await accept({ message, autoRefundOrder: returns && refund });
    if (done && charging && fee) await take({ amount: fee, way: LATER });
    return done;
  };
  return (
    <Question title={`Cancel ${asked.customerName}’s appointment?`} action="Cancel the appointment" onClose={onClose} onAnswer={answer}>
      <Typography>The time opens up right away, and the client gets your usual cancellation message.</Typography>
      {returns && (
        <FormControlLabel control={<Checkbox checked={refund} onChange={(_, on) => setRefund(on)} />} label="Refund what the client paid" />
      )}
      {fee && (
        <FormControlLabel
          control={<Checkbox checked={charging} onChange={(_, on) => setCharging(on)} />}
          label={`Ask for the late cancellation fee of ${format.money(fee)} the client was told`}
        />
      )}
    </Question>
  );
};

export const DeclineChange = ({ asked, onClose }: Props) => (
  <Question title={`Decline what ${asked.customerName} asks for?`} action="Decline" onClose={onClose} onAnswer={useAnswer(asked).decline}>
    <Typography>
      The appointment stays as it is. The client is told that you cannot {asked.wish === ChangeWish.CANCEL ? "cancel" : "move"} it.
    </Typography>
  </Question>
);
