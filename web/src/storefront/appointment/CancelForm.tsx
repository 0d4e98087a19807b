import { useMutation } from "@connectrpc/connect-query";
import { AppointmentLinkService } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { messageOf } from "../../ui/feedback/call-errors.ts";

type Props = {
  token: string;
  /** What becomes of the money; undefined where nothing was paid. */
  paid: string | undefined;
  onDone: () => void;
  /** It was not canceled: somebody may have changed the appointment. */
  onFailed: () => void;
  onClose: () => void;
};

/** Asks once more, and for a reason if the client wants to give one. */
export const CancelForm = ({ token, paid, onDone, onFailed, onClose }: Props) => {
  const [reason, setReason] = useState("");
  const cancel = useMutation(AppointmentLinkService.method.cancelLinkedAppointment, {
    meta: { quiet: true },
    onSuccess: onDone,
    onError: onFailed,
  });
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      <Typography variant="subtitle1" component="h3">
        Cancel this appointment?
      </Typography>
      {paid && <Alert severity="info">{paid}</Alert>}
      <TextField
        label="Reason (optional)"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 300 } }}
      />
      {cancel.error && <Alert severity="error">{messageOf(cancel.error)}</Alert>}
      <Button
        variant="contained"
        color="error"
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ token, reason })}
        sx={{ minHeight: 50 }}
      >
        Yes, cancel it
      </Button>
      <Button onClick={onClose} sx={{ minHeight: 50 }}>
        Keep the appointment
      </Button>
    </Box>
  );
};
