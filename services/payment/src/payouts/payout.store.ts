import type { Tx } from "@leashline/kit";
import type { DB, Db } from "../db.ts";
import type { PaidOut } from "../ledger/ledger.ts";
import type { PaidState, Share } from "./payout.ts";

export type StoredPayout = PaidOut & { state: PaidState };

/** A business's part of a payout as the books have it, locked. */
export async function lockPayout(tx: Tx<DB>, providerId: string, businessId: string): Promise<StoredPayout | null> {
  tx.lock([`payout:${providerId}:${businessId}`]);
  const row = await tx.db
    .selectFrom("payout")
    .select(["state", "gross", "fees"])
    .where("companyId", "=", tx.db.companyId)
    .where("providerId", "=", providerId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  return row ? { state: row.state as PaidState, gross: BigInt(row.gross), fees: BigInt(row.fees) } : null;
}

export async function insertPayout(db: Db, providerId: string, { businessId, currency, gross, fees }: Share): Promise<void> {
  const state: PaidState = "paid";
  await db.insertInto("payout").values({ companyId: db.companyId, providerId, businessId, currency, gross, fees, state }).execute();
}

export async function setPayoutState(db: Db, providerId: string, businessId: string, state: PaidState): Promise<void> {
  await db
    .updateTable("payout")
    .set({ state })
    .where("companyId", "=", db.companyId)
    .where("providerId", "=", providerId)
    .where("businessId", "=", businessId)
    .execute();
}
