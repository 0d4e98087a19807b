import type { Tx } from "@leashline/kit";
import { sql } from "kysely";
import type { DB, Db } from "../db.ts";
import type { PaidOut } from "../ledger/ledger.ts";
import type { Movement, ProviderPayout } from "../provider/provider.ts";
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

export async function insertPayout(db: Db, { id, arrivesOn, description }: ProviderPayout, share: Share): Promise<void> {
  const { businessId, currency, gross, fees, movements } = share;
  const state: PaidState = "paid";
  const { payoutId } = await db
    .insertInto("payout")
    .values({
      companyId: db.companyId,
      providerId: id,
      ...{ businessId, currency, gross, fees, state, description },
      arrivesOn: arrivesOn || null,
    })
    .returning("payoutId")
    .executeTakeFirstOrThrow();
  await insertItems(db, payoutId, movements);
}

async function insertItems(db: Db, payoutId: string, movements: readonly Movement[]): Promise<void> {
  const all = <K extends keyof Movement>(key: K) => movements.map((one) => one[key]);
  await sql`insert into payout_item (company_id, payout_id, movement_id, kind, intent_id, amount, fee)
    select ${db.companyId}, ${payoutId}, m.* from unnest(${all("id")}::text[], ${all("kind")}::text[], ${all("intentId")}::text[],
      ${all("amount")}::bigint[], ${all("fee")}::bigint[]) as m (movement_id, kind, intent_id, amount, fee)`.execute(db);
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
