import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { clientFor } from "../../../../app/calls/transport.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { dayToIso, isDay, isoToDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { AppointmentDrawer } from "../../shared/AppointmentDrawer.tsx";
import { withConflicts } from "../../shared/conflicts/conflict.ts";
import type { Place } from "../../shared/reschedule.ts";
import { saidOfMove } from "../../shared/telling/said-move.ts";
import { WithoutTelling } from "../../shared/telling/WithoutTelling.tsx";
import type { Appointment } from "../../shared/types.ts";
import { PlaceFields } from "./PlaceFields.tsx";

type Line = Appointment["evaluationServiceList"][number];
type Props = { appointment: Appointment; line: Line; onClose: () => void };
const cards = clientFor(CardService);

/** Another time, length or person for the evaluation alone; on another day the whole appointment goes along. */
export const MoveEvaluation = ({ appointment, line, onClose }: Props) => {
  const date = isDay(appointment.appointmentDate) ? dayToIso(appointment.appointmentDate) : "";
  const from: Place = { date, startTime: line.startTime, endTime: line.startTime + line.duration, staffId: line.staffId };
  const [to, setTo] = useState(from);
  const [withoutTelling, setWithoutTelling] = useState(false);
  const { save, pending } = useSave(appointment, line, from, { ...to, withoutTelling }, onClose);
  const wrong = to.endTime <= to.startTime ? "The end is before the start" : undefined;
  const same = JSON.stringify(to) === JSON.stringify(from);
  return (
    <AppointmentDrawer
      title={`Move the evaluation of ${line.petName}`}
      label="Move"
      width={440}
      ready={!wrong && !same}
      pending={pending}
      dirty={!same}
      save={save}
      onClose={onClose}
    >
      <Typography color="textSecondary">
        {to.date === from.date ? "The other services stay where they are." : "On another day the other services go along."}
      </Typography>
      <PlaceFields to={to} set={(change) => setTo((before) => ({ ...before, ...change }))} wrong={wrong} />
      <WithoutTelling was={from} now={to} value={withoutTelling} onChange={setWithoutTelling} />
    </AppointmentDrawer>
  );
};

type Aim = Place & { withoutTelling: boolean };

const useSave = (appointment: Appointment, line: Line, from: Place, to: Aim, onDone: () => void) => {
  const { id, version, startTime } = appointment;
  const queries = useQueryClient();
  const format = useFormat();
  const [pending, setPending] = useState(false);
  const move = (at: Omit<Place, "endTime">, more: object) =>
    cards.rescheduleEvaluationService({
      appointment: { id, staffId: line.staffId, startTime: line.startTime },
      version,
      ...(at.staffId !== from.staffId && { staffId: at.staffId }),
      ...(at.date !== from.date && { startDate: isoToDay(at.date) }),
      startTime: at.startTime,
      endTime: at.startTime + to.endTime - to.startTime,
      withoutTelling: to.withoutTelling,
      ...more,
    });
  const save = async (): Promise<boolean> => {
    setPending(true);
    let moved = false;
    try {
      const tried = await withConflicts(({ override, moves }) => move(moves.at(-1) ?? to, override ? { override } : {}), "Move");
      const done = tried?.appointment;
      moved = done !== undefined;
      if (done) {
        const [held] = done.evaluationServiceList.filter(({ petDetailId }) => petDetailId === line.petDetailId);
        const at = held ? `, ${format.range(held.startTime, held.startTime + held.duration)}` : "";
        const words = `Moved to ${format.shortDay(done.appointmentDate)}${at}`;
        saidOfMove(words, done, { date: from.date, startTime }, to.withoutTelling);
      }
    } catch (error) {
      toast.error(messageOf(error));
    }
    setPending(false);
    if (moved) onDone();
    await refreshDomains(queries, "calendar");
    return moved;
  };
  return { save, pending };
};
