import { type Ctx, process, type Run, type Tx } from "@leashline/kit";
import { command, type DB } from "../db.ts";
import { updateStaff } from "../staff/staff.store.ts";
import { announce } from "../staff/staff-changes.ts";
import { leave } from "./offboarding.jobs.ts";
import { deleteOffboarding, findOffboarding } from "./offboarding.store.ts";
import { type Leaving, type Reassigned, reassignUpcoming } from "./reassign.ts";

/** Their appointments are reassigned, then they are deleted. A refusal brings them back as they were. */
export const offboarding = process<Leaving>("offboarding", {
  steps: [
    { name: "reassign", run: (ctx, { input }) => reassignUpcoming(ctx, input), undo: stay },
    { name: "delete", run: remove },
  ],
});

async function remove(ctx: Ctx, { input, results }: Run<Leaving>): Promise<void> {
  await command(ctx, (tx) => leave(tx, input.staffId, results.reassign as Reassigned));
}

async function stay(ctx: Ctx, { input }: Run<Leaving>): Promise<void> {
  await command(ctx, (tx) => showAgain(tx, input.staffId));
}

async function showAgain(tx: Tx<DB>, staffId: string): Promise<object> {
  const { db } = tx;
  const row = await findOffboarding(db, staffId);
  if (row?.state !== "leaving") return {};
  await deleteOffboarding(db, staffId);
  if (!row.wasInactive) announce(tx, await updateStaff(db, staffId, { inactive: false }), "stays");
  return {};
}
