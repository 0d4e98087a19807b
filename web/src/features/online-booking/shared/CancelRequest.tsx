import { useMutation } from "@connectrpc/connect-query";
import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type BookingRequest, BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { useCan } from "../../../app/session/session.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";

type Props = { request: BookingRequest; name: string; onClose: () => void };

/** The business cancels what it had accepted; the client is told, and has back what was prepaid where that is said. */
const CancelDialog = ({ request, name, onClose }: Props) => {
  const queries = useQueryClient();
  const { money } = useFormat();
  const returns = useCan("refund") && request.prepay?.prepayStatus === PrepayStatus.PAID;
  const [reason, setReason] = useState("");
  const [refund, setRefund] = useState(true);
  const cancel = useMutation(BookingRequestService.method.cancelBookingRequest, {
    meta: { quiet: true, success: "Canceled. The time is free again." },
    onSettled: () => refreshDomains(queries, "online_booking", "calendar"),
    onSuccess: onClose,
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby="cancel-title" maxWidth="xs" fullWidth>
      <DialogTitle id="cancel-title">Cancel {name}’s appointment?</DialogTitle>
      <DialogContent>
        <TextField
          label="Message to the client"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          multiline
          minRows={2}
          fullWidth
          autoFocus
          sx={{ mt: 1 }}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        {returns && (
          <FormControlLabel
            control={<Checkbox checked={refund} onChange={(_, on) => setRefund(on)} />}
            label={`Refund what was paid (${money(request.prepay?.paidAmount)} with the request)`}
          />
        )}
        {cancel.error && <Alert severity="error">{messageOf(cancel.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Keep it</Button>
        <Button
          variant="contained"
          color="error"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ id: request.id, reason: reason.trim(), refundPrepaid: returns && refund })}
        >
          Cancel the appointment
        </Button>
      </DialogActions>
    </Dialog>
  );
};

export const CancelRequest = ({ request, name }: Omit<Props, "onClose">) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cancel…</Button>
      {open && <CancelDialog request={request} name={name} onClose={() => setOpen(false)} />}
    </>
  );
};
