import { useMutation, useQuery } from "@connectrpc/connect-query";
import { CareOutcome, type CareSchedule, CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { pathTo } from "../../../../app/routes/paths.ts";
import { useCan } from "../../../../app/session/session.ts";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../../ui/feedback/Skeletons.tsx";
import { nowIn } from "../../../../ui/format/dates.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { TextLink } from "../../../../ui/links/Link.tsx";
import { CareFees } from "../../../../ui/price-unit.tsx";
import { useAutoCharges } from "../prices/useAutoCharges.ts";
import type { Appointment } from "../types.ts";
import { Adding } from "./Adding.tsx";
import { entriesOf, givenText, kindName, outcomeWords, placeOf, type Tickable } from "./care-text.ts";
import { daysText } from "./days/days.ts";
import { ScheduleDrawer } from "./ScheduleDrawer.tsx";
import { TaskLine, type Tick } from "./TaskLine.tsx";
import { useTicks } from "./useTicks.ts";

export const petsOf = ({ petServiceList }: Appointment) => [
  ...new Map(petServiceList.map(({ petId, petName }) => [petId, { petId, petName }])).values(),
];

/** What the pets of an appointment are fed and given, what was missed, who gave what, and notes for the next shift. */
export const CarePart = ({ appointment }: { appointment: Appointment }) => {
  const { id: appointmentId } = appointment;
  const queries = useQueryClient();
  const format = useFormat();
  const today = nowIn(usePreferences().zone).date;
  const mayEdit = useCan("createAndEditTicket");
  const { careFees } = useAutoCharges(appointment.petServiceList.map(({ petId, careType }) => ({ petId, careType })));
  const { tick, pending } = useTicks();
  const { data, error, refetch } = useQuery(CareService.method.getCareSheet, { appointmentId });
  const addNote = useMutation(CareService.method.addShiftNote, { onSettled: () => refreshDomains(queries, "calendar") });
  const [open, setOpen] = useState<CareSchedule | "new">();
  const [asked, setAsked] = useState<Tickable>();
  /** What was not given is missed no more, and stays until somebody has said why. */
  const tickMissed: Tick = (task, outcome, why) => {
    tick(task, outcome, why);
    setAsked(outcome === CareOutcome.NOT_GIVEN && !why ? { ...task, outcome, missed: false, events: [] } : undefined);
  };
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton />;
  const missed = [...data.missed, ...data.services.filter((one) => one.missed)];
  const keyOf = (task: Tickable) => Object.values(placeOf(task)).join(" ");
  const shown = asked && !missed.some((one) => keyOf(one) === keyOf(asked)) ? [...missed, asked] : missed;
  const given = entriesOf(data, format.minutes);
  return (
    <Box sx={{ p: 2.25, display: "grid", gap: 2 }}>
      <Box component="ul" aria-label="Feeding and medication" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}>
        {data.schedules.map((one) => (
          <Box component="li" key={one.careScheduleId} sx={{ display: "flex", alignItems: "center", gap: 1 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="subtitle2">
                {one.petName}: {givenText(one)}
              </Typography>
              <Typography color="textSecondary" variant="body2">
                {[
                  kindName(one.kind),
                  one.times.map((time) => format.minutes(time)).join(", "),
                  daysText(one, format.shortDay),
                  one.instructions,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </Typography>
            </Box>
            {mayEdit && (
              <Button aria-label={`Change ${one.name} of ${one.petName}`} onClick={() => setOpen(one)}>
                Change
              </Button>
            )}
          </Box>
        ))}
      </Box>
      {data.schedules.length === 0 && <Typography color="textSecondary">No feeding or medication noted.</Typography>}
      <CareFees texts={careFees} />
      <Box sx={{ display: "flex", gap: 2, alignItems: "center" }}>
        {mayEdit && (
          <Button variant="outlined" onClick={() => setOpen("new")}>
            Add feeding or medication
          </Button>
        )}
        <TextLink to={pathTo("/home/overview/tasks/:date", { date: today })}>Today's tasks</TextLink>
      </Box>
      {shown.length > 0 && (
        <Box component="ul" aria-label="Missed" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {shown.map((task) => (
            <TaskLine key={keyOf(task)} task={task} onTick={tickMissed} pending={pending} />
          ))}
        </Box>
      )}
      <Box component="ul" aria-label="What was given" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 0.5 }}>
        {given.map(({ event, what, time }) => (
          <Typography component="li" key={`${event.petDetailId} ${event.careEventId}`} variant="body2">
            {[format.shortDay(event.date), time].filter(Boolean).join(", ")} · {what} · {outcomeWords[event.outcome]} by {event.staffName},{" "}
            {format.agoWithin(event.createTime)}
            {event.note && ` · ${event.note}`}
          </Typography>
        ))}
      </Box>
      <Typography variant="h3">For the next shift</Typography>
      <Adding label="Note" action="Add note" onAdd={(text) => addNote.mutateAsync({ appointmentId, text })} />
      {data.notes.map((one) => (
        <Box key={one.shiftNoteId}>
          <Typography sx={{ overflowWrap: "anywhere" }}>{one.text}</Typography>
          <Typography variant="caption" sx={{ color: "text.tertiary" }}>
            {one.staffName}, {format.agoWithin(one.createTime)}
          </Typography>
        </Box>
      ))}
      {open && (
        <ScheduleDrawer
          appointmentId={appointmentId}
          pets={petsOf(appointment)}
          known={open === "new" ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Box>
  );
};
