import { AppointmentStatus, PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import { daysBetween, dayToIso, isDay, nowIn } from "../../../ui/format/dates.ts";
import { formatDuration } from "../../../ui/format/duration.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { type Format, useFormat } from "../../../ui/format/useFormat.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { AlertStrip } from "../../customer/shared/alerts/AlertStrip.tsx";
import type { Known } from "../../customer/shared/alerts/alerts.ts";
import { statusWords, visitPayment } from "../shared/status.ts";
import type { Appointment } from "../shared/types.ts";
import { useStaffNames, useStaffStyle } from "../shared/useCalendar.ts";
import { lateText } from "../shared/walks/walk.ts";
import { TodayActions } from "./TodayActions.tsx";

type Props = {
  appointment: Appointment;
  /** Whether this person's role opens it; a colleague's is shown without anything to do. */
  opened: boolean;
  /** What is known of its client and pets. */
  known?: Omit<Known, "codes">;
  onOpen: () => void;
  onEdit: () => void;
  onCheckout: () => void;
};

/** From when till when; a stay says the day on which the pets go home, and on that day the time. */
const spanOf = ({ appointmentDate, endDate, startTime, endTime }: Appointment, format: Format): string => {
  if (!isDay(appointmentDate) || !isDay(endDate) || dayToIso(appointmentDate) === dayToIso(endDate))
    return format.range(startTime, endTime);
  return `until ${dayToIso(endDate) === format.now().date ? format.minutes(endTime) : format.shortDay(endDate)}`;
};

/** One visit of the day: who, what, how late, and the button that takes it on. */
export const TodayCard = ({ appointment, opened, known, onOpen, onEdit, onCheckout }: Props) => {
  const format = useFormat();
  const pets = [...Map.groupBy(appointment.petServiceList, (line) => line.petName)]
    .map(([pet, lines]) => `${pet} · ${lines.map((line) => line.serviceName).join(", ")}`)
    .join(" — ");
  return (
    <Box
      component="li"
      style={useStaffStyle(appointment.staffId)}
      sx={{
        position: "relative",
        overflow: "hidden",
        p: 1.5,
        pl: 2.125,
        borderRadius: 1.75,
        border: 1,
        borderColor: "line",
        bgcolor: "background.paper",
        "&::before": {
          content: '""',
          position: "absolute",
          inset: "0 auto 0 0",
          width: 5,
          bgcolor: "var(--c, transparent)",
        },
      }}
    >
      <ButtonBase
        onClick={onOpen}
        aria-label={`Open ${appointment.customerLastName}’s appointment`}
        sx={{ display: "block", width: "100%", textAlign: "left", borderRadius: 1 }}
      >
        <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
          <Typography variant="subtitle1" noWrap>
            {appointment.customerLastName || appointment.customerFirstName}
          </Typography>
          <Chips appointment={appointment} />
          <Typography color="textSecondary" sx={{ ml: "auto", whiteSpace: "nowrap" }}>
            {spanOf(appointment, format)}
          </Typography>
        </Box>
        <Typography color="textSecondary" noWrap>
          {pets}
        </Typography>
      </ButtonBase>
      <Box sx={{ mt: 0.75 }}>
        <AlertStrip compact known={{ ...known, note: appointment.alertNotes }} />
      </Box>
      {opened ? <TodayActions appointment={appointment} onEdit={onEdit} onCheckout={onCheckout} /> : <With appointment={appointment} />}
    </Box>
  );
};

const With = ({ appointment }: { appointment: Appointment }) => {
  const name = useStaffNames().get(appointment.staffId);
  return name ? (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
      With {name}
    </Typography>
  ) : null;
};

const Chips = ({ appointment }: { appointment: Appointment }) => {
  const { zone } = usePreferences();
  const now = nowIn(zone);
  const ends = isDay(appointment.endDate) ? dayToIso(appointment.endDate) : now.date;
  const over = daysBetween(ends, now.date) * 1440 + now.minutes - appointment.endTime;
  const late = appointment.status === AppointmentStatus.CHECKED_IN && over > 0 && over < 720;
  const status = statusWords[appointment.status];
  const payment = visitPayment(appointment);
  const walkLate = lateText(appointment, now);
  return (
    <>
      {walkLate && <StatusChip tone="warn">{walkLate}</StatusChip>}
      {appointment.status === AppointmentStatus.UNCONFIRMED && <StatusChip tone={status.tone}>{status.label}</StatusChip>}
      {appointment.prepayStatus === PrepayStatus.REQUIRE_PAYMENT_METHOD && <StatusChip tone="warn">Deposit due</StatusChip>}
      {late && <StatusChip tone="warn">{formatDuration(over)} over</StatusChip>}
      {payment && <StatusChip tone={payment.tone}>{payment.label}</StatusChip>}
    </>
  );
};
