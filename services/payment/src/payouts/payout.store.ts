import type { Tx } from "@leashline/kit";
import type { DB } from "../db.gen.ts";
import type { Share } from "./payout.ts";

export type StoredPayout = { state: string; gross: string; fees: string };

// A business's part of a payout as the books have it, held.
export async function lockPayout(tx: Tx<DB>, providerId: string, businessId: string): Promise<StoredPayout | null> {
  tx.lock([`payout:${providerId}:${businessId}`]);
  const row = await tx.db
    .selectFrom("payout")
    .select(["state", "gross", "fees"])
    .where("companyId", "=", tx.ctx.companyId)
    .where("providerId", "=", providerId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertPayout(tx: Tx<DB>, providerId: string, { businessId, currency, gross, fees }: Share): Promise<void> {
  await tx.db
    .insertInto("payout")
    .values({ companyId: tx.ctx.companyId, providerId: providerId, businessId: businessId, currency, gross, fees, state: "paid" })
    .execute();
}

export async function payoutFailed(tx: Tx<DB>, providerId: string, businessId: string): Promise<void> {
  await tx.db
    .updateTable("payout")
    .set({ state: "failed" })
    .where("companyId", "=", tx.ctx.companyId)
    .where("providerId", "=", providerId)
    .where("businessId", "=", businessId)
    .execute();
}
