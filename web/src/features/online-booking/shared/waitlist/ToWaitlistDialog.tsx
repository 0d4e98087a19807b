import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { RequestWhen } from "../RequestWhen.tsx";

type Props = { name: string; request: BookingRequest; onClose: () => void; onMove: (message: string) => Promise<boolean> };

/** What is let go of, by what was asked for. */
const heldOf = ({ endDate, byDay }: BookingRequest): string =>
  endDate ? "The rooms held for this request are" : byDay ? "The places held for this request are" : "The time held for this request is";

/** Asked before a request waits: what is held for it is let go, and the client hears of it. */
export const ToWaitlistDialog = ({ name, request, onClose, onMove }: Props) => {
  const [message, setMessage] = useState("");
  const [pending, setPending] = useState(false);
  const inClass = request.classId !== "0";
  // What was written stays until it has arrived.
  const move = async () => {
    setPending(true);
    if (await onMove(message.trim())) onClose();
    else setPending(false);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="to-waitlist-title" maxWidth="xs" fullWidth>
      <DialogTitle id="to-waitlist-title">
        Move {name}’s request to the {inClass ? "class’s " : ""}waitlist?
      </DialogTitle>
      <DialogContent>
        <Typography>
          <RequestWhen request={request} />
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {inClass
            ? "They wait in the line of the class; where it has room, they get a place in it now."
            : `${request.timeHeld ? `${heldOf(request)} let go, and the client` : "The client"} is told that they are on your waitlist.`}
        </Typography>
        {!inClass && (
          <TextField
            label="Message to the client (optional)"
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            multiline
            minRows={2}
            fullWidth
            autoFocus
            sx={{ mt: 2 }}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Keep the request open</Button>
        <Button variant="contained" color="primary" loading={pending} onClick={() => void move()}>
          Move to the waitlist
        </Button>
      </DialogActions>
    </Dialog>
  );
};
