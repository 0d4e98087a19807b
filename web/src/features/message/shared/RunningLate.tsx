import { useMutation } from "@connectrpc/connect-query";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { LATE_MINUTES, lateText } from "./late-text.ts";

type Props = { appointmentId: string; customerId: string; firstName: string; onSent: () => void };

/** Tells the client how late it is: the words are ready, and anybody's to change. */
export const RunningLate = ({ appointmentId, customerId, firstName, onSent }: Props) => {
  const [minutes, setMinutes] = useState(15);
  const [written, setWritten] = useState<string>();
  const text = written ?? lateText(firstName, minutes);
  const send = useMutation(MessageService.method.sendMessage, { meta: { quiet: true, success: "Message sent" }, onSuccess: onSent });
  const by = (method: MessageMethod) => send.mutate({ customerId, appointmentId, method, messageText: text.trim() });
  const empty = text.trim() === "";
  return (
    <>
      {written === undefined && (
        <TextField select label="How late" value={minutes} onChange={(event) => setMinutes(Number(event.target.value))}>
          {LATE_MINUTES.map((one) => (
            <MenuItem key={one} value={one}>
              {one} minutes
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextField
        label="Message"
        multiline
        minRows={3}
        value={text}
        onChange={(event) => setWritten(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 1000 } }}
      />
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
