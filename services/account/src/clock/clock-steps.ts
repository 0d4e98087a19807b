import { timingSafeEqual } from "node:crypto";
import { type Ctx, fail, mustExistFor, type Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { clockCodes, forgetTries, takeTry } from "../sessions/throttle.ts";
import { findStaff, type StaffRow } from "../staff/staff.store.ts";
import { toLog } from "./clock.mapper.ts";
import { correctionsOf, insertCorrection, lockEntry, openEntry, updateEntry } from "./clock.store.ts";
import { type Entry, endOfOpen, type Setting } from "./clock.ts";

// Clocking out in the very millisecond of clocking in still leaves a span.
export const later = (now: Date, open: Entry | null): Date => new Date(Math.max(now.getTime(), (open?.clockInTime.getTime() ?? 0) + 1));

export async function mustWorkHere(tx: Tx<DB>, staffId: string, businessId: string): Promise<StaffRow> {
  const staff = await findStaff(tx.db, staffId);
  if (!staff?.businessIds.includes(businessId)) throw fail("NOT_FOUND", { field: "staffId" });
  return staff;
}

/** The code typed at the clock. Who guesses comes to an end, and nobody else does: the tries are those of this staff member's code at this account. */
export async function mustKnowCode(ctx: Ctx, staff: StaffRow, given: string): Promise<void> {
  if (staff.accessCode === "") return;
  const who = `${ctx.companyId}|${staff.id}|${ctx.caller.accountId}`;
  await takeTry(ctx, clockCodes, who);
  const [a, b] = [Buffer.from(given.padEnd(8)), Buffer.from(staff.accessCode.padEnd(8))];
  if (a.length !== b.length || !timingSafeEqual(a, b)) throw fail("CODE_INVALID", { field: "accessCode" });
  await forgetTries(ctx, clockCodes, who);
}

/** The open entry, unless it was forgotten on an earlier day: then it ends with that day. */
export async function endForgotten(tx: Tx<DB>, staffId: string, setting: Setting, now: Date): Promise<Entry | null> {
  const { db, ctx } = tx;
  const open = await openEntry(db, staffId);
  const end = open ? endOfOpen(open, setting.enableClockInOutOvernight, ctx.caller.zone, now) : null;
  if (open && end) await updateEntry(db, open.id, { clockOutTime: end, note: open.note || "Ended at midnight" });
  return open && !end ? open : null;
}

export async function mustFind(tx: Tx<DB>, id: string): Promise<Entry> {
  return mustExistFor(tx.ctx, await lockEntry(tx.db, id), "id");
}

export async function correct(tx: Tx<DB>, action: string, before: Entry | null, after: Entry | null) {
  const { db, ctx } = tx;
  const entry = (after ?? before) as Entry;
  const [oldIn, oldOut] = [before?.clockInTime ?? null, before?.clockOutTime ?? null];
  const [newIn, newOut] = [after?.clockInTime ?? null, after?.clockOutTime ?? null];
  await insertCorrection(db, {
    clockLogId: entry.id,
    action,
    actorName: ctx.caller.name,
    oldIn,
    oldOut,
    newIn,
    newOut,
  });
  tx.notify("account.clock", { businessId: entry.businessId, ids: [entry.staffId] });
  return toLog(entry, await correctionsOf(db, [entry.id]), new Date());
}

export async function refusing<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    if ((error as { code?: string }).code === "23P01")
      throw fail("STATE_CONFLICT", { message: "This overlaps another entry of the same staff member." });
    throw error;
  }
}
