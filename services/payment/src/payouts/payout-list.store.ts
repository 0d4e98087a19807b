import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { Span } from "../closes/journal.ts";
import type { Payout } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { MovementKind, PayoutState } from "../provider/provider.ts";

export type PayoutRow = Omit<Selectable<Payout>, "state"> & { state: PayoutState };
export type KindSum = { kind: MovementKind; count: number; amount: string; fee: string };
export type ItemRow = {
  movementId: string;
  kind: MovementKind;
  amount: string;
  fee: string;
  paymentId: string | null;
  orderId: string | null;
  customerId: string | null;
  businessDate: string | null;
};

function payoutsOf(db: Db, businessIds: readonly string[] | null) {
  const all = db.selectFrom("payout").where("companyId", "=", db.companyId);
  return businessIds ? all.where("businessId", "=", sql<string>`any(${businessIds}::bigint[])`) : all;
}

export async function listPayouts(db: Db, businessIds: readonly string[] | null, { after, offset, limit }: Page): Promise<PayoutRow[]> {
  const from = payoutsOf(db, businessIds).selectAll().$castTo<PayoutRow>().orderBy("payoutId", "desc").limit(limit);
  return await (after ? from.where("payoutId", "<", after[0] ?? "0") : from.offset(offset)).execute();
}

/** Those of some days, oldest first. */
export async function payoutsBetween(
  db: Db,
  businessIds: readonly string[] | null,
  { from, to }: Span,
  zone: string,
): Promise<PayoutRow[]> {
  return await payoutsOf(db, businessIds)
    .selectAll()
    .$castTo<PayoutRow>()
    .where(sql<boolean>`(created_at at time zone ${zone})::date between ${from}::date and ${to}::date`)
    .orderBy("payoutId")
    .execute();
}

export async function countPayouts(db: Db, businessIds: readonly string[] | null): Promise<number> {
  return Number((await payoutsOf(db, businessIds).select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow()).n);
}

export async function findPayout(db: Db, payoutId: string): Promise<PayoutRow | null> {
  return (await payoutsOf(db, null).selectAll().$castTo<PayoutRow>().where("payoutId", "=", payoutId).executeTakeFirst()) ?? null;
}

export async function sumsByKind(db: Db, payoutId: string): Promise<KindSum[]> {
  const { rows } =
    await sql<KindSum>`select kind, count(*)::int as count, sum(amount)::bigint as amount, sum(fee)::bigint as fee from payout_item
    where company_id = ${db.companyId} and payout_id = ${payoutId} group by kind order by array_position(array['charge', 'refund', 'dispute', 'payout', 'other'], kind)`.execute(
      db,
    );
  return rows;
}

/** The movements of a payout with the payments they are of, in the provider's order. */
export async function listItems(db: Db, payoutId: string, { after, offset, limit }: Page): Promise<ItemRow[]> {
  const from = db
    .selectFrom("payoutItem as i")
    .leftJoin("payment as p", (join) =>
      join
        .onRef("p.companyId", "=", "i.companyId")
        .onRef("p.intentId", "=", "i.intentId")
        .on("i.intentId", "<>", "")
        .on((eb) => eb.or([eb("p.chargeTotal", "=", "0"), eb("p.transactionId", "is", null)])),
    )
    .where("i.companyId", "=", db.companyId)
    .where("i.payoutId", "=", payoutId)
    .select(["i.movementId", "i.kind", "i.amount", "i.fee", "p.paymentId", "p.orderId", "p.customerId", "p.businessDate"])
    .$castTo<ItemRow>()
    .orderBy("i.movementId")
    .limit(limit);
  return await (after ? from.where("i.movementId", ">", String(after[0])) : from.offset(offset)).execute();
}
