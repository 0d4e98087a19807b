import { mustBeCurrent, type Tx } from "@leashline/kit";
import { type Insertable, sql } from "kysely";
import type { DB, Db } from "../db.ts";
import { type Recovery, standard } from "./recovery.ts";

export async function readRecovery(db: Db, businessId: string): Promise<Recovery> {
  const row = await db
    .selectFrom("recoveryMessage")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  if (!row) return standard;
  const { companyId: _company, businessId: _business, ...setting } = row;
  return setting;
}

export type RecoveryChange = Partial<Omit<Insertable<DB["recoveryMessage"]>, "companyId" | "businessId" | "version">>;

/** Under lock, so that of two at once the later one is refused. */
export async function saveRecovery(tx: Tx<DB>, businessId: string, seen: number, change: RecoveryChange) {
  tx.lock([`recovery-message:${businessId}`]);
  const before = await readRecovery(tx.db, businessId);
  mustBeCurrent(seen, before.version);
  const after: Recovery = { ...before, ...(change as Partial<Recovery>), version: before.version + 1 };
  await tx.db
    .insertInto("recoveryMessage")
    .values({ ...after, companyId: tx.ctx.companyId, businessId })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId"]).doUpdateSet(after))
    .execute();
  return { before, after };
}

/** Whether somebody who gave one of these numbers or addresses had a recovery message of the business since. */
export async function toldSince(db: Db, businessId: string, contacts: readonly string[], since: Date): Promise<boolean> {
  const row = await db
    .selectFrom("abandonedBooking")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where(sql<boolean>`contacts && ${contacts}::text[]`)
    .where((eb) => eb.or([eb("lastEmailedAt", ">=", since), eb("lastTextedAt", ">=", since)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
