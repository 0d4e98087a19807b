import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { AppointmentDrawer } from "../../shared/AppointmentDrawer.tsx";
import { type Place, reschedule } from "../../shared/reschedule.ts";
import { WithoutTelling } from "../../shared/telling/WithoutTelling.tsx";
import type { Appointment } from "../../shared/types.ts";
import { PlaceFields } from "./PlaceFields.tsx";

/** Another day, time, length or person for a visit: what dragging does, for the keyboard, the phone and days that are not in view. */
export const MoveDrawer = ({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) => {
  const { appointmentDate, startTime, endTime, staffId } = appointment;
  const date = isDay(appointmentDate) ? dayToIso(appointmentDate) : "";
  const [to, setTo] = useState<Place>({ date, startTime, endTime, staffId });
  const [withoutTelling, setWithoutTelling] = useState(false);
  const { save, pending } = useSave(appointment, to, withoutTelling, onClose);
  const set = (change: Partial<Place>) => setTo((before) => ({ ...before, ...change }));
  const wrong = to.endTime <= to.startTime ? "The end is before the start" : undefined;
  const same = to.date === date && to.startTime === startTime && to.endTime === endTime && to.staffId === staffId;
  return (
    <AppointmentDrawer
      title="Move the appointment"
      label="Move"
      width={440}
      ready={!wrong && !same}
      pending={pending}
      dirty={!same}
      save={save}
      onClose={onClose}
    >
      <PlaceFields to={to} set={set} wrong={wrong} />
      <WithoutTelling was={{ date, startTime }} now={to} value={withoutTelling} onChange={setWithoutTelling} />
    </AppointmentDrawer>
  );
};

const useSave = (appointment: Appointment, to: Place, withoutTelling: boolean, onDone: () => void) => {
  const { id, staffId, version, repeatId, startTime, appointmentDate } = appointment;
  const queries = useQueryClient();
  const format = useFormat();
  const [pending, setPending] = useState(false);
  const save = async (): Promise<boolean> => {
    setPending(true);
    let moved = false;
    try {
      const before = { date: isDay(appointmentDate) ? dayToIso(appointmentDate) : "", startTime };
      const whole = { petDetailIds: [], moveAllCards: true };
      const what = { appointmentId: id, originalStaffId: staffId, ...whole, version, repeatId, before, withoutTelling };
      moved = await reschedule(what, to, format);
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
