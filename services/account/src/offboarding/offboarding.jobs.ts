import { job, mustExist, type Tx } from "@leashline/kit";
import { command, type DB, query } from "../db.ts";
import { findStaff, updateStaff } from "../staff/staff.store.ts";
import { announce } from "../staff/staff-changes.ts";
import { findOffboarding, type OffboardingRow, releaseAssignments, updateOffboarding } from "./offboarding.store.ts";
import { type Reassigned, reassigns, reassignUpcoming } from "./reassign.ts";

const sweepSeconds = 60;

/** Looks once more a minute after somebody left, and finishes what a process of a version without runs began. */
export const finishOffboarding = job<{ staffId: string }>("finish-leaving", {
  attempts: 8,
  run: async (ctx, { staffId }) => {
    const plain = { ...ctx, idempotencyKey: "" };
    const row = await query(plain, (db) => findOffboarding(db, staffId));
    // A refusal has brought them back meanwhile.
    if (!row) return;
    const moved = await reassignUpcoming(plain, row);
    await command(plain, (tx) => leave(tx, staffId, moved));
  },
});

/** Deletes somebody whose appointments are reassigned; of somebody who is gone, what was reassigned is added up. */
export async function leave(tx: Tx<DB>, staffId: string, moved: Reassigned): Promise<OffboardingRow> {
  const { db } = tx;
  const row = mustExist(await findOffboarding(db, staffId), "id");
  const sums = { transferred: row.transferred + moved.transferred, overbooked: row.overbooked + moved.overbooked };
  if (row.state === "gone") return await updateOffboarding(db, staffId, sums);
  const before = await findStaff(db, staffId);
  await releaseAssignments(db, staffId);
  if (before) announce(tx, await updateStaff(db, staffId, { deletedAt: new Date() }), "deleted", before);
  // Who booked them while the event was on its way is reassigned a minute later.
  const dueAt = new Date(Date.now() + sweepSeconds * 1000);
  if (reassigns(row)) tx.schedule(finishOffboarding, { key: `${staffId}.after`, dueAt, payload: { staffId } });
  return await updateOffboarding(db, staffId, { ...sums, state: "gone" });
}
