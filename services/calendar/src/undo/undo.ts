import { fail } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { Appointment, AppointmentPlan } from "../appointments/appointment.ts";
import { planOf } from "../appointments/notes.ts";
import { mustBeOwnOrAllowed } from "../appointments/own.ts";
import type { Change, Moment } from "../booking/change.ts";
import { markUndone } from "../changes/changes.store.ts";
import { isUndoable } from "../changes/changes.ts";
import type { Db } from "../db.ts";
import { type LogRow, readChangeTo, readNewestChange } from "../log/log.store.ts";
import { withStatus } from "../status/status.ts";

type Asked = { readonly logId: string; readonly version: number };

/** The change that takes one back, if that is the one that is meant. A booking is taken back by cancelling it. */
export async function undoing(appointment: Appointment, { tx, now }: Moment, asked: Asked): Promise<Change> {
  mustBeOwnOrAllowed(tx.ctx, appointment);
  const entry = await meant(tx.db, appointment, asked, Date.parse(now));
  await markUndone(tx, entry.id);
  const note = `Undone: ${entry.note}`;
  if (!entry.before) return { ...unbooked(appointment, now), note };
  const { version, standsAs = version } = (await readNewestChange(tx.db, appointment.id, entry.id))?.after ?? {};
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
    ...(standsAs !== undefined && { standsAs }),
    ...(entry.before.seriesId && { seriesId: entry.before.seriesId }),
    grant: { overbook, outOfHours, overRequest: true, reason },
  };
}

/** The newest; or, where that only took back what came after it, the one as which the appointment stands again: change after change can be taken back. */
async function meant(db: Db, { id, version: current }: Appointment, { logId, version }: Asked, now: number): Promise<LogRow> {
  const newest = await readNewestChange(db, id);
  const isAgain = version !== 0 && newest?.after?.version === current && newest.after.standsAs === version;
  const entry = isAgain ? await readChangeTo(db, id, version) : newest;
  if (!entry || (logId !== "0" && entry.id !== logId)) throw fail("UNDO_EXPIRED");
  if (!isAgain && version !== 0 && version !== current) throw fail("UNDO_EXPIRED");
  if (!isUndoable(entry, isAgain ? version : current, now)) throw fail("UNDO_EXPIRED");
  return entry;
}

function unbooked(appointment: Appointment, now: string): Omit<Change, "note"> {
  const cancelled = withStatus(planOf(appointment), AppointmentStatus.CANCELLED, now);
  if (!cancelled) throw fail("APPOINTMENT_STATUS_INVALID");
  return { plan: { ...cancelled, cancelReason: "Booking undone" }, kind: "cancel" };
}
