import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { fromMinor } from "../../../../ui/format/money.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { moneySaid, policySaid } from "../../../customer/shared/canceled-words.ts";
import { useReturnAhead } from "../../../payment/shared/useReturnAhead.ts";
import type { Appointment } from "../../shared/types.ts";

/** Why an appointment was canceled, and what became of its money. Nothing for one that takes place. */
export const CanceledNote = ({ appointment }: { appointment: Appointment }) => {
  const format = useFormat();
  const ahead = useReturnAhead(appointment);
  if (appointment.status !== AppointmentStatus.CANCELLED) return null;
  const money = (minor: bigint) => format.money(fromMinor(minor, appointment.paidAmount?.currencyCode));
  return (
    <Alert severity="error">
      Canceled{appointment.cancelReason ? `: ${appointment.cancelReason}` : ""}
      {moneySaid(appointment, ahead?.held ?? 0n, money)}
      {ahead && <Box sx={{ mt: 0.5 }}>{policySaid(ahead.held, ahead.returned, money)}</Box>}
    </Alert>
  );
};
