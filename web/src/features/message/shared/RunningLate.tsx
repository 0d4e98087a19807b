import { useMutation } from "@connectrpc/connect-query";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { LATE_MINUTES, lateText } from "./late-text.ts";

/** How late, and what was typed over the ready words. */
export type LateDraft = { minutes: number; written?: string };
type Props = {
  appointmentId: string;
  customerId: string;
  firstName: string;
  draft: LateDraft;
  onDraft: (draft: LateDraft) => void;
  onSent: () => void;
};

/** Tells the client how late it is: the words are ready, and anybody's to change. */
export const RunningLate = ({ appointmentId, customerId, firstName, draft, onDraft, onSent }: Props) => {
  const { minutes, written } = draft;
  const text = written ?? lateText(firstName, minutes);
  const send = useMutation(MessageService.method.sendMessage, { meta: { quiet: true, success: "Message sent" }, onSuccess: onSent });
  const by = (method: MessageMethod) => send.mutate({ customerId, appointmentId, method, messageText: text.trim() });
  const empty = text.trim() === "";
  return (
    <>
      <TextField
        select
        label="How late"
        value={minutes}
        onChange={(event) => onDraft({ ...draft, minutes: Number(event.target.value) })}
        helperText={written === undefined ? undefined : "You changed the message yourself: its minutes stay as you wrote them."}
      >
        {LATE_MINUTES.map((one) => (
          <MenuItem key={one} value={one}>
            {one} minutes
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label="Message"
        multiline
        minRows={3}
        value={text}
        onChange={(event) => onDraft({ minutes, written: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 1000 } }}
      />
      {written !== undefined && (
        <Button variant="text" sx={{ justifySelf: "start" }} onClick={() => onDraft({ minutes })}>
          Use the ready words
        </Button>
      )}
      {send.error && <Alert severity="error">{messageOf(send.error)}</Alert>}
      <Box sx={{ display: "flex", justifyContent: "end", gap: 1 }}>
        <Button loading={send.isPending} disabled={empty} onClick={() => by(MessageMethod.EMAIL)}>
          Email it
        </Button>
        <Button variant="contained" color="primary" loading={send.isPending} disabled={empty} onClick={() => by(MessageMethod.SMS)}>
          Text it
        </Button>
      </Box>
    </>
  );
};
