import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { queryClient } from "../../../app/calls/query-client.ts";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { clientFor } from "../../../app/calls/transport.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../ui/format/dates.ts";
import type { Format } from "../../../ui/format/locale.ts";
import { withConflicts } from "./conflicts/conflict.ts";
import { pricesFor } from "./prices/prices-for.ts";

export type Place = { staffId: string; date: string; startTime: number; endTime: number };
type What = { appointmentId: string; originalStaffId: string; petDetailIds: string[]; moveAllCards?: boolean; version: number };

const visits = clientFor(AppointmentService);

/** Takes the change of a visit back that it has come from; not one that somebody made after it. */
export const takeBack = async ({ id, version }: { id: string; version: number }): Promise<void> => {
  try {
    await visits.undoChange({ id, version });
  } catch (error) {
    toast.error(messageOf(error));
  }
  await refreshDomains(queryClient, "calendar");
};

/** Puts a visit somewhere else; asks when something is in the way or a price would be another, and offers to undo. False when it stayed where it was. */
export const reschedule = async (what: What, to: Place, format: Format): Promise<boolean> => {
  const { date: _, ...meant } = to;
  const prices = await pricesFor({ ...meant, ...what });
  if (prices === "leave") return false;
  const done = await withConflicts(({ override, moves }) => {
    const at = moves.at(-1) ?? to;
    return visits.rescheduleAppointment({
      ...what,
      staffId: at.staffId,
      startDate: isoToDay(at.date),
      startTime: at.startTime,
      endTime: at.startTime + to.endTime - to.startTime,
      takeCatalogPrices: prices === "take",
      ...(override && { override }),
    });
  });
  if (!done?.appointment) return false;
  const { appointment } = done;
  toast.success(`Moved to ${format.shortDay(appointment.appointmentDate)}, ${format.range(appointment.startTime, appointment.endTime)}`, {
    undo: () => void takeBack(appointment),
    seconds: 8,
  });
  return true;
};
