import { useMutation } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "../../app/toast.ts";
import { isoToDay } from "../../ui/format/dates.ts";
import { useFormat } from "../../ui/useFormat.ts";
import { withConflicts } from "./conflict.ts";
import { refreshCalendar } from "./refresh.ts";

export type Place = { staffId: string; date: string; startTime: number; endTime: number };
type What = { appointmentId: string; originalStaffId: string; petDetailIds: string[]; moveAllCards?: boolean; version: number };

/** Takes the change of a visit back that it has come from; not one that somebody made after it. */
export const useTakeBack = () => {
  const queries = useQueryClient();
  const undo = useMutation(AppointmentService.method.undoChange);
  return ({ id, version }: { id: string; version: number }) =>
    undo.mutate({ id, version }, { onSuccess: () => void refreshCalendar(queries) });
};

/** Puts a visit somewhere else; asks when something is in the way, and offers to undo. False when it stayed where it was. */
export const useReschedule = () => {
  const format = useFormat();
  const reschedule = useMutation(AppointmentService.method.rescheduleAppointment, { meta: { quiet: true } });
  const takeBack = useTakeBack();
  return async (what: What, to: Place): Promise<boolean> => {
    const done = await withConflicts(({ override, moves }) => {
      const at = moves.at(-1) ?? to;
      return reschedule.mutateAsync({
        ...what,
        staffId: at.staffId,
        startDate: isoToDay(at.date),
        startTime: at.startTime,
        endTime: at.startTime + to.endTime - to.startTime,
        ...(override && { override }),
      });
    });
    if (!done?.appointment) return false;
    const { appointment } = done;
    toast.success(`Moved to ${format.shortDay(appointment.appointmentDate)}, ${format.range(appointment.startTime, appointment.endTime)}`, {
      undo: () => takeBack(appointment),
      seconds: 8,
    });
    return true;
  };
};
