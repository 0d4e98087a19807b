import Box from "@mui/material/Box";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../app/call-errors.ts";
import { refreshDomains } from "../../app/refresh.ts";
import { toast } from "../../app/toast.ts";
import { DateField } from "../../ui/DateField.tsx";
import { dayToIso, isDay } from "../../ui/format/dates.ts";
import { TimeField } from "../../ui/TimeField.tsx";
import { useFormat } from "../../ui/useFormat.ts";
import { type Place, reschedule } from "./reschedule.ts";
import { StaffSelect } from "./StaffSelect.tsx";
import type { Appointment } from "./types.ts";
import { useStaff } from "./useCalendar.ts";
import { VisitDrawer } from "./VisitDrawer.tsx";

/** Another day, time, length or person for a visit: what dragging does, for the keyboard, the phone and days that are not in view. */
export const MoveDrawer = ({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) => {
  const { appointmentDate, startTime, endTime, staffId } = appointment;
  const date = isDay(appointmentDate) ? dayToIso(appointmentDate) : "";
  const [to, setTo] = useState<Place>({ date, startTime, endTime, staffId });
  const { save, pending } = useSave(appointment, to, onClose);
  const staff = useStaff().data?.staff ?? [];
  const set = (change: Partial<Place>) => setTo((before) => ({ ...before, ...change }));
  const wrong = to.endTime <= to.startTime ? "The end is before the start" : undefined;
  const same = to.date === date && to.startTime === startTime && to.endTime === endTime && to.staffId === staffId;
  return (
    <VisitDrawer
      title="Move the appointment"
      label="Move"
      width={440}
      ready={!wrong && !same}
      pending={pending}
      dirty={!same}
      save={save}
      onClose={onClose}
    >
      <DateField label="Day" value={to.date} onChange={(day) => day && set({ date: day })} />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <TimeField
          label="Start"
          value={to.startTime}
          onChange={(minutes) => minutes !== undefined && set({ startTime: minutes, endTime: minutes + to.endTime - to.startTime })}
        />
        <TimeField
          label="End"
          value={to.endTime}
          onChange={(minutes) => minutes !== undefined && set({ endTime: minutes })}
          error={Boolean(wrong)}
          helperText={wrong}
        />
      </Box>
      <StaffSelect label="Staff" staff={staff} value={to.staffId} onChange={(staffId) => set({ staffId })} />
    </VisitDrawer>
  );
};

const useSave = ({ id, staffId, version }: Appointment, to: Place, onDone: () => void) => {
  const queries = useQueryClient();
  const format = useFormat();
  const [pending, setPending] = useState(false);
  const save = async (): Promise<boolean> => {
    setPending(true);
    let moved = false;
    try {
      const what = { appointmentId: id, originalStaffId: staffId, petDetailIds: [], moveAllCards: true, version };
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
