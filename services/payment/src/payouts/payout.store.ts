import type { Tx } from "@leashline/kit";
import { sql } from "kysely";
import type { DB, Db } from "../db.ts";
import type { LedgerAccount, Posting } from "../ledger/ledger.ts";
import type { Movement, PayoutState, ProviderPayout } from "../provider/provider.ts";
import type { Known, Share, Told } from "./payout.ts";

export type KnownPart = Known & { payoutId: string };

/** Whoever hears of a payout waits for whoever else does. */
export const lockPayout = (tx: Tx<DB>, providerId: string): void => tx.lock([`payout:${tx.db.companyId}:${providerId}`]);

/** A business's part of a payout as it is known. */
export async function findPart(db: Db, providerId: string, businessId: string): Promise<KnownPart | null> {
  const row = await db
    .selectFrom("payout")
    .select(["payoutId", "state", "gross", "fees", "itemizing", "arrivesOn", "failure"])
    .where("companyId", "=", db.companyId)
    .where("providerId", "=", providerId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, state: row.state as PayoutState, gross: BigInt(row.gross), fees: BigInt(row.fees), arrivesOn: row.arrivesOn ?? "" };
}

export async function insertPart(
  db: Db,
  { state, gross, fees, itemizing }: Told,
  { id, arrivesOn, description, failure }: ProviderPayout,
  { businessId, currency, movements }: Share,
): Promise<void> {
  const values = { providerId: id, businessId, currency, gross, fees, state, itemizing, description, failure };
  const { payoutId } = await db
    .insertInto("payout")
    .values({ companyId: db.companyId, ...values, arrivesOn: arrivesOn || null })
    .returning("payoutId")
    .executeTakeFirstOrThrow();
  if (!itemizing) await insertItems(db, payoutId, movements);
}

/** What a late telling says of the day and the reason is left out, as its state is. */
export async function updatePart(
  db: Db,
  known: KnownPart,
  { state, gross, fees, itemizing }: Told,
  { arrivesOn, failure, state: told }: ProviderPayout,
  { movements }: Share,
): Promise<void> {
  await db
    .updateTable("payout")
    .set({ state, gross, fees, itemizing, ...(told === state && { failure, arrivesOn: arrivesOn || null }) })
    .where("companyId", "=", db.companyId)
    .where("payoutId", "=", known.payoutId)
    .execute();
  if (known.itemizing && !itemizing) await insertItems(db, known.payoutId, movements);
}

async function insertItems(db: Db, payoutId: string, movements: readonly Movement[]): Promise<void> {
  const all = <K extends keyof Movement>(key: K) => movements.map((one) => one[key]);
  await sql`insert into payout_item (company_id, payout_id, movement_id, kind, intent_id, amount, fee)
    select ${db.companyId}, ${payoutId}, m.* from unnest(${all("id")}::text[], ${all("kind")}::text[], ${all("intentId")}::text[],
      ${all("amount")}::bigint[], ${all("fee")}::bigint[]) as m (movement_id, kind, intent_id, amount, fee)`.execute(db);
}

/** What stands in the ledger of a business's part of a payout, and by how many entries. */
export async function standingOf(db: Db, providerId: string, businessId: string): Promise<{ postings: Posting[]; entries: number }> {
  const { rows } = await sql<{ account: LedgerAccount; amount: string; entries: number }>`
    with entered as (
      select entry_id from ledger_entry
      where company_id = ${db.companyId} and provider_id = ${providerId} and business_id = ${businessId} and kind in ('payout', 'payout_reversal')
    )
    select account, sum(amount)::text as amount, (select count(*)::int from entered) as entries
    from ledger_posting where company_id = ${db.companyId} and entry_id in (select entry_id from entered) group by account`.execute(db);
  return { postings: rows.map(({ account, amount }) => ({ account, amount: BigInt(amount) })), entries: rows[0]?.entries ?? 0 };
}
