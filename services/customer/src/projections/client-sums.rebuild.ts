import type { Tx } from "@leashline/kit";
import type { Rebuildable } from "@leashline/kit/projections/projection.ts";
import { command, type DB, query } from "../db.ts";
import { sumUpAndWatch } from "./appointment-passed.jobs.ts";
import { clientsAfter, sumsOf } from "./projections.store.ts";

/** The sums by which lists filter and sort, made again from what is kept of appointments and orders: read again after both. */
export const clientSums: Rebuildable = {
  name: "clientSums",
  tables: ["clientFact"],
  consumers: [],
  async rebuild(ctx, after, size) {
    const ids = await query(ctx, (db) => clientsAfter(db, after, size));
    const last = ids.length < size ? null : (ids.at(-1) ?? null);
    if (ids.length === 0) return { last, corrected: 0 };
    const { corrected } = await command(ctx, async (tx) => ({ corrected: await sumUpAnew(tx, ids) }));
    return { last, corrected };
  },
};

/** Sums clients up again and tells open pages of those that came out different; answers how many. */
async function sumUpAnew(tx: Tx<DB>, clientIds: readonly string[]): Promise<number> {
  const before = await sumsOf(tx.db, clientIds);
  await sumUpAndWatch(tx, clientIds);
  const after = await sumsOf(tx.db, clientIds);
  const changed = clientIds.filter((id) => before.get(id) !== after.get(id));
  if (changed.length > 0) tx.notify("customer.client", { ids: changed });
  return changed.length;
}
