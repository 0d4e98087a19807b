import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { Walk } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { AlertStrip } from "../../customer/shared/alerts/AlertStrip.tsx";
import type { Known } from "../../customer/shared/alerts/alerts.ts";
import type { Appointment } from "../shared/types.ts";
import { useMayEdit } from "../shared/useCalendar.ts";
import { dogsOf, lateText } from "../shared/walks/walk.ts";
import { useWalk } from "./useWalk.ts";
import { Whereabouts } from "./Whereabouts.tsx";
import { walkState } from "./walk-words.ts";

type Props = {
  walk: Walk;
  appointment: Appointment;
  now: { date: string; minutes: number };
  known: Omit<Known, "codes">;
  onReport: () => void;
  onOpen: () => void;
};

/** One stop of a walker's day: when, whose dogs, where, what to know, and what is done next. */
export const WalkStop = ({ walk, appointment, now, known, onReport, onOpen }: Props) => {
  const format = useFormat();
  const name = `${appointment.customerFirstName} ${appointment.customerLastName}`.trim();
  const dogs = dogsOf(appointment)
    .map(({ petName }) => petName)
    .join(", ");
  const services = [...new Set(appointment.petServiceList.map(({ serviceName }) => serviceName))].join(", ");
  const late = lateText(appointment, now);
  const state = walkState(appointment.status);
  return (
    <Box
      component="li"
      aria-label={`Walk of ${dogs}`}
      sx={{ p: 1.75, borderRadius: 1.75, border: 1, borderColor: "line", bgcolor: "background.paper" }}
    >
      <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Typography variant="subtitle1">{format.range(appointment.startTime, appointment.endTime)}</Typography>
        <StatusChip tone={late ? "warn" : state.tone}>{late ?? state.label}</StatusChip>
        {walk.reportTime && <StatusChip tone="ok">Report sent</StatusChip>}
      </Box>
      <Box sx={{ display: "flex", gap: 1, alignItems: "center" }}>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
          <Typography variant="h3" component="h3">
            {dogs}
          </Typography>
          <Typography color="textSecondary">
            {name} · {services}
          </Typography>
        </Box>
        <Button size="small" onClick={onOpen} aria-label={`Open ${name}’s appointment`}>
          Open
        </Button>
      </Box>
      <Whereabouts customerId={appointment.customerId} addressId={appointment.addressId} />
      <Box sx={{ mt: 0.75 }}>
        <AlertStrip compact known={{ ...known, note: appointment.alertNotes }} />
      </Box>
      {appointment.ticketComments && <Typography sx={{ mt: 0.75, whiteSpace: "pre-line" }}>{appointment.ticketComments}</Typography>}
      <Acts walk={walk} appointment={appointment} dogs={dogs} onReport={onReport} />
    </Box>
  );
};

type ActsProps = { walk: Walk; appointment: Appointment; dogs: string; onReport: () => void };

const Acts = ({ walk, appointment, dogs, onReport }: ActsProps) => {
  const format = useFormat();
  const may = useMayEdit();
  const act = useWalk(appointment);
  const { status } = appointment;
  const waits = status === AppointmentStatus.UNCONFIRMED || status === AppointmentStatus.CONFIRMED;
  const times = [walk.startTime && `Out ${format.time(walk.startTime)}`, walk.finishTime && `back ${format.time(walk.finishTime)}`];
  const big = { minHeight: 48, flex: 1, minWidth: 140 };
  return (
    <>
      {walk.startTime && <Typography sx={{ mt: 0.75 }}>{times.filter(Boolean).join(", ")}</Typography>}
      {may && (
        <Box sx={{ display: "flex", gap: 1, mt: 1.25, flexWrap: "wrap" }}>
          {waits && (
            <Button
              variant="contained"
              color="primary"
              loading={act.busy}
              onClick={act.start}
              aria-label={`Start the walk of ${dogs}`}
              sx={big}
            >
              Start walk
            </Button>
          )}
          {!waits && status !== AppointmentStatus.FINISHED && (
            <Button
              variant="contained"
              color="primary"
              loading={act.busy}
              onClick={act.finish}
              aria-label={`Finish the walk of ${dogs}`}
              sx={big}
            >
              Finish walk
            </Button>
          )}
          {!waits && (
            <Button variant="outlined" onClick={onReport} aria-label={`Report on ${dogs}`} sx={big}>
              {walk.reportTime ? "Report" : "Write report"}
            </Button>
          )}
        </Box>
      )}
    </>
  );
};
