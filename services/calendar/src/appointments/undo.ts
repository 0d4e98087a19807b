import { fail } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { sql } from "kysely";
import type { CalendarTx, Db } from "../db.ts";
import type { Change, Moment } from "./change.ts";
import { ENTITY, type LogKind, planOf, UNDO_MS } from "./log.ts";
import { withStatus } from "./status.ts";
import type { Visit, VisitPlan } from "./visit.ts";

export type LogRow = {
  id: string;
  action: LogKind;
  at: Date;
  actor_staff_id: string;
  actor_name: string;
  source: string;
  note: string;
  before: VisitPlan | null;
  after: { version?: number } | null;
  undone: boolean;
};

/** The visit's log, newest first. */
export async function readLog(db: Db, companyId: string, visitId: string, most: number, below: string | null): Promise<LogRow[]> {
  const { rows } =
    await sql<LogRow>`select id, action, at, actor_staff_id, actor_name, source, note, before, after, undone_by is not null as undone
    from change_log where company_id = ${companyId} and entity = ${ENTITY} and entity_id = ${visitId}
    and (${below}::bigint is null or id < ${below}::bigint) order by id desc limit ${most}`.execute(db);
  return rows;
}

/** Only the newest change, only for ten minutes, only once: after that somebody may have built on it. */
export const isUndoable = (entry: LogRow, visitVersion: number, now: number): boolean =>
  !entry.undone &&
  entry.after?.version === visitVersion &&
  now - entry.at.getTime() <= UNDO_MS &&
  (entry.before !== null || entry.action === "create");

type Asked = { readonly logId: string; readonly version: number };

/** The change that takes the newest one back, if that is the one that is meant. A booking is taken back by cancelling it. */
export async function undoing(visit: Visit, { tx, now }: Moment, { logId, version }: Asked): Promise<Change> {
  if (version !== 0 && version !== visit.version) throw fail("UNDO_EXPIRED");
  const [entry] = await readLog(tx.db, tx.ctx.companyId, visit.id, 1, null);
  if (!entry || (logId !== "0" && entry.id !== logId) || !isUndoable(entry, visit.version, Date.parse(now))) throw fail("UNDO_EXPIRED");
  await markUndone(tx, entry.id);
  const note = `Undone: ${entry.note}`;
  if (!entry.before) return { ...unbooked(visit, now), note };
  const plan: VisitPlan = { ...planOf(visit), ...entry.before };
  const { overbooked: overbook, outOfHours, overrideReason: reason } = plan;
  return {
    plan,
    kind: entry.action === "cancel" ? "updateStatus" : entry.action,
    note,
    grant: { overbook, outOfHours, overRequest: true, reason },
  };
}

function unbooked(visit: Visit, now: string): Omit<Change, "note"> {
  const cancelled = withStatus(planOf(visit), AppointmentStatus.CANCELLED, now);
  if (!cancelled) throw fail("APPOINTMENT_STATUS_INVALID");
  return { plan: { ...cancelled, cancelReason: "Booking undone" }, kind: "cancel" };
}

/** Marked with the account that took it back; "0" is one of our services. */
const markUndone = (tx: CalendarTx, logId: string): Promise<unknown> =>
  tx.db
    .updateTable("change_log")
    .set({ undone_by: tx.ctx.caller.accountId })
    .where("company_id", "=", tx.ctx.companyId)
    .where("id", "=", logId)
    .execute();
