import { useQuery } from "@connectrpc/connect-query";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
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
      <ReturnAhead appointment={appointment} />
    </Alert>
  );
};

/** What the deposit policy does by itself ten minutes after the cancellation; undefined where staff decide, or it is done. */
export const useReturnAhead = (appointment: Appointment) => {
  const enabled = refundDue(appointment) > 0n && toMinor(appointment.keptAmount) === 0n;
  const asked = { ticketId: appointment.id };
  const { data } = useQuery(DepositRuleService.method.previewDepositReturn, asked, { enabled, meta: { quiet: true } });
  return enabled && data?.held && data.byPolicy ? data : undefined;
};

const ReturnAhead = ({ appointment }: { appointment: Appointment }) => {
  const format = useFormat();
  const data = useReturnAhead(appointment);
  if (!data?.held) return null;
  const stays = toMinor(data.held) - toMinor(data.returned);
  return (
    <Box sx={{ mt: 0.5 }}>
      Your deposit policy sends {format.money(data.returned)} back ten minutes after the cancellation
      {stays > 0n && ` and keeps ${format.money(fromMinor(stays, data.held.currencyCode))}`}. There is nothing to refund by hand.
    </Box>
  );
};
