import { fail } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { Appointment, AppointmentPlan } from "../appointments/appointment.ts";
import { planOf } from "../appointments/notes.ts";
import { mustBeOwnOrAllowed } from "../appointments/own.ts";
import type { Change, Moment } from "../booking/change.ts";
import { markUndone } from "../changes/changes.store.ts";
import { isUndoable } from "../changes/changes.ts";
import { readNewestChange } from "../log/log.store.ts";
import { withStatus } from "../status/status.ts";

type Asked = { readonly logId: string; readonly version: number };

/** The change that takes the newest one back, if that is the one that is meant. A booking is taken back by cancelling it. */
export async function undoing(appointment: Appointment, { tx, now }: Moment, { logId, version }: Asked): Promise<Change> {
  mustBeOwnOrAllowed(tx.ctx, appointment);
  if (version !== 0 && version !== appointment.version) throw fail("UNDO_EXPIRED");
  const entry = await readNewestChange(tx.db, appointment.id);
  if (!entry || (logId !== "0" && entry.id !== logId) || !isUndoable(entry, appointment.version, Date.parse(now)))
    throw fail("UNDO_EXPIRED");
  await markUndone(tx, entry.id);
  const note = `Undone: ${entry.note}`;
  if (!entry.before) return { ...unbooked(appointment, now), note };
  // An appointment that was deleted is there again, in the status it had.
  const then = { ...planOf(appointment), ...entry.before };
  // What was written before there were stays says nothing of lodging units, nor of how prices were reckoned.
  const lines = then.lines.map((line) => ({ ...line, lodgings: line.lodgings ?? [], priceParts: line.priceParts ?? [] }));
  const plan: AppointmentPlan = { ...then, lines };
  const { overbooked: overbook, outOfHours, overrideReason: reason } = plan;
  return {
    plan,
    kind: entry.action === "cancel" ? "updateStatus" : entry.action,
    note,
    restored: true,
    ...(entry.before.seriesId && { seriesId: entry.before.seriesId }),
    grant: { overbook, outOfHours, overRequest: true, reason },
  };
}

function unbooked(appointment: Appointment, now: string): Omit<Change, "note"> {
  const cancelled = withStatus(planOf(appointment), AppointmentStatus.CANCELLED, now);
  if (!cancelled) throw fail("APPOINTMENT_STATUS_INVALID");
  return { plan: { ...cancelled, cancelReason: "Booking undone" }, kind: "cancel" };
}
