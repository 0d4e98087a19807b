import { NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { amountText, fromMinor, toMinor } from "../../../../ui/format/money.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { DepositReturn } from "../../../order/shared/DepositReturn.tsx";
import { agreedFee } from "../../../order/shared/no-show/agreed-fee.ts";
import { type FeeDraft, FeeFields, feeOf, noFee } from "../../../order/shared/no-show/FeeFields.tsx";
import { type Fee, useFeeWays } from "../../../order/shared/no-show/useNoShowFee.ts";
import type { Appointment } from "../../shared/types.ts";

/** The two ways an appointment leaves the calendar: the client cannot come, or did not. */
export type Leaving = "cancel" | "noShow";

const words = {
  cancel: {
    title: (name: string) => `Cancel ${name}’s appointment?`,
    says: "The time opens up right away. You can undo this for ten minutes unless someone else books the time.",
    action: "Cancel appointment",
    noShow: NoShow.NO_SHOW_CANCEL,
    fee: "Charge a cancellation fee",
  },
  noShow: {
    title: (name: string) => `${name} did not show up?`,
    says: "The appointment leaves the calendar and counts as a no-show of this client. You can undo this for ten minutes.",
    action: "Mark as no-show",
    noShow: NoShow.NO_SHOW,
    fee: "Charge a no-show fee",
  },
} as const;

type Done = { noShow: NoShow; cancelReason: string; autoRefundOrder: boolean; fee: Fee | undefined };
type Props = { appointment: Appointment; how: Leaving; onClose: () => void; onCancel: (done: Done) => Promise<void> };

/** Says what happens to the money before anything happens. */
export const CancelDialog = ({ appointment, how, onClose, onCancel }: Props) => {
  const format = useFormat();
  const [reason, setReason] = useState("");
  const [refund, setRefund] = useState(false);
  const [busy, setBusy] = useState(false);
  const paid = toMinor(appointment.paidAmount) - toMinor(appointment.refundedAmount);
  const { title, says, action, noShow, fee: feeLabel } = words[how];
  const [mayCharge, mayRefund] = [useCan("takePayment"), useCan("refund")];
  const mayView = useCan("viewInvoice");
  const { currencyCode } = usePreferences();
  const [charging, setCharging] = useState(false);
  const agreed = how === "cancel" ? agreedFee(appointment) : undefined;
  const [draft, setDraft] = useState<FeeDraft>(agreed ? { ...noFee, amount: amountText(agreed) } : noFee);
  const ways = useFeeWays(appointment, { mayHold: how === "noShow" });
  const fee = charging ? feeOf(draft, ways, currencyCode) : undefined;
  return (
    <Dialog open onClose={onClose} aria-labelledby="cancel-title" maxWidth="xs" fullWidth>
      <DialogTitle id="cancel-title">{title(appointment.customerLastName || appointment.customerFirstName)}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5 }}>
        <span>{says}</span>
        <TextField
          label={how === "noShow" ? "Note" : "Reason"}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        {paid > 0n && mayRefund && (
          <FormControlLabel
            control={<Checkbox checked={refund} onChange={(_, on) => setRefund(on)} />}
            label={`Refund what was paid (${format.money(fromMinor(paid, appointment.paidAmount?.currencyCode))})`}
          />
        )}
        {paid > 0n && !refund && mayView && <DepositReturn ticketId={appointment.id} noShow={how === "noShow"} />}
        {agreed && (
          <Alert severity="info">
            It is late by what the client was told when they booked: canceling costs {format.money(agreed)}.
            {mayCharge && " It is charged only if you check the box below."}
          </Alert>
        )}
        {mayCharge && (
          <FormControlLabel
            control={<Checkbox checked={charging} onChange={(_, on) => setCharging(on)} />}
            label={agreed ? "Charge the late cancellation fee" : feeLabel}
          />
        )}
        {charging && (
          <FeeFields draft={draft} ways={ways} currency={currencyCode} businessId={appointment.businessId} onChange={setDraft} />
        )}
      </DialogContent>
      <DialogActions>
        <Button disabled={busy} onClick={onClose}>
          Keep the appointment
        </Button>
        <Button
          variant="contained"
          color="error"
          disabled={charging && !fee}
          loading={busy}
          onClick={() => {
            setBusy(true);
            void onCancel({ noShow, cancelReason: reason.trim(), autoRefundOrder: refund, fee });
          }}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
