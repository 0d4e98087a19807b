import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { dayToIso, isDay } from "../../../ui/format/dates.ts";
import { toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { isOver } from "../shared/status.ts";
import type { Appointment } from "../shared/types.ts";
import { useMayEdit } from "../shared/useCalendar.ts";
import { useStatus } from "../shared/useStatus.ts";
import { isWalk, nextOf } from "../shared/walks/walk.ts";

type Props = { appointment: Appointment; onEdit: () => void; onCheckout: () => void };

/** What can be done with an appointment of the day. */
export const TodayActions = ({ appointment, onEdit, onCheckout }: Props) => {
  const format = useFormat();
  const status = useStatus(appointment, { quick: true });
  const [mayEdit, mayCharge, mayWrite] = [useMayEdit(), useCan("takePayment"), useCan("viewMessageCenter")];
  const next = nextOf(appointment);
  const walk = isWalk(appointment) && !isOver(appointment.status);
  const date = isDay(appointment.appointmentDate) ? dayToIso(appointment.appointmentDate) : undefined;
  const owed = toMinor(appointment.outstandingBalance);
  const inside =
    appointment.status === AppointmentStatus.CHECKED_IN ||
    appointment.status === AppointmentStatus.READY_FOR_PICKUP ||
    isOver(appointment.status);
  const big = { minHeight: { xs: 44, md: 36 } };
  return (
    <Box sx={{ display: "flex", gap: 1.25, mt: 1.25, flexWrap: "wrap" }}>
      {walk && (
        <LinkButton to={pathTo("/calendar/walks", {}, { date })} sx={{ ...big, bgcolor: "tone.accent.soft", color: "primary.main" }}>
          Walks of the day
        </LinkButton>
      )}
      {next && mayEdit && !walk && (
        <Button
          {...(next.to === AppointmentStatus.CHECKED_IN && { "data-act": "check-in" })}
          onClick={() => status.go(next.to)}
          loading={status.pending}
          sx={{ ...big, bgcolor: "tone.accent.soft", color: "primary.main" }}
        >
          {next.label}
        </Button>
      )}
      {inside && owed > 0n && mayCharge && (
        <Button variant="outlined" onClick={onCheckout} sx={big}>
          Check out {format.money(appointment.outstandingBalance)}
        </Button>
      )}
      {mayEdit && appointment.editable && (
        <Button variant="outlined" onClick={onEdit} aria-label={`Edit ${appointment.customerLastName}’s appointment`} sx={big}>
          Edit
        </Button>
      )}
      {mayWrite && (
        <LinkButton to={pathTo("/message", {}, { customerId: appointment.customerId })} variant="outlined" sx={big}>
          Message
        </LinkButton>
      )}
    </Box>
  );
};
