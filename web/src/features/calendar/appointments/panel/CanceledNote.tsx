import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import Alert from "@mui/material/Alert";
import { fromMinor, toMinor } from "../../../../ui/format/money.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { refundDue } from "../../../customer/shared/appointment-text.ts";
import type { Appointment } from "../../shared/types.ts";

/** What became of the money of a canceled appointment: gone back, kept by the deposit policy, or due to go back. */
function moneySaid(appointment: Appointment, money: (minor: bigint) => string): string {
  const [back, kept, due] = [toMinor(appointment.refundedAmount), toMinor(appointment.keptAmount), refundDue(appointment)];
  const parts = [
    back > 0n && `${money(back)} refunded`,
    kept > 0n && `${money(kept)} of the deposit kept`,
    due > 0n && `${money(due)} paid: refund due`,
  ].filter(Boolean);
  return parts.length > 0 ? `. ${parts.join(", ")}` : "";
}

/** Why an appointment was canceled, and what became of its money. Nothing for one that takes place. */
export const CanceledNote = ({ appointment }: { appointment: Appointment }) => {
  const format = useFormat();
  if (appointment.status !== AppointmentStatus.CANCELLED) return null;
  return (
    <Alert severity="error">
      Canceled{appointment.cancelReason ? `: ${appointment.cancelReason}` : ""}
      {moneySaid(appointment, (minor) => format.money(fromMinor(minor, appointment.paidAmount?.currencyCode)))}
    </Alert>
  );
};
