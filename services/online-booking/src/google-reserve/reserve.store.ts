import { mustBeCurrent, type Tx } from "@leashline/kit";
import type { Selectable, Updateable } from "kysely";
import type { DB, Db } from "../db.ts";

export type ReserveRow = Selectable<DB["googleReserve"]>;

export const readReserve = (db: Db, businessId: string): Promise<ReserveRow | undefined> =>
  db.selectFrom("googleReserve").selectAll().where("companyId", "=", db.companyId).where("businessId", "=", businessId).executeTakeFirst();

/** Under lock, so that of two at once the later one is refused. What is switched on again begins anew. */
export async function switchReserve(tx: Tx<DB>, businessId: string, seen: number, enabled: boolean) {
  tx.lock([`google-reserve:${businessId}`]);
  const before = await readReserve(tx.db, businessId);
  const version = before?.version ?? 0;
  mustBeCurrent(seen, version);
  const change = { enabled, version: version + 1, status: 1, action: "", fault: "" };
  const after = await tx.db
    .insertInto("googleReserve")
    .values({ companyId: tx.ctx.companyId, businessId, ...change })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId"]).doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow();
  return { before, after };
}

/** Whatever was switched meanwhile. */
export async function noteTold({ ctx, db }: Tx<DB>, businessId: string, told: string): Promise<object> {
  await db.updateTable("googleReserve").set({ told }).where("companyId", "=", ctx.companyId).where("businessId", "=", businessId).execute();
  return {};
}

/** Of what was switched meanwhile only what Google was told is kept: the rest is for the look that follows. */
export async function noteReserve(tx: Tx<DB>, businessId: string, seen: number, change: Updateable<DB["googleReserve"]>): Promise<void> {
  const row = tx.db.updateTable("googleReserve").where("companyId", "=", tx.ctx.companyId).where("businessId", "=", businessId);
  const noted = await row.set(change).where("version", "=", seen).executeTakeFirst();
  if (noted.numUpdatedRows === 0n && change.told !== undefined) await noteTold(tx, businessId, change.told);
}
