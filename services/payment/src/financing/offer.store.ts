import type { Page, Tx } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { FinancingOffer } from "../db.gen.ts";
import type { DB, Db } from "../db.ts";
import type { PayoutState } from "../provider/provider.ts";
import type { Moved, OfferStatus, Terms } from "./financing.ts";
import type { LentOffer, Repaying } from "./lender.ts";

export type OfferRow = Omit<Selectable<FinancingOffer>, "status"> & { status: OfferStatus };

/** An offer with what moved of it, and what became of the payout of exactly what was lent. */
export type ToldOffer = OfferRow & Moved & { bank: PayoutState | null };

type Sums = { advanced: string | null; repaid: string; repaidAdvance: string; bank: PayoutState | null };
type Raw = OfferRow & Sums;

const read = ({ advanced, repaid, repaidAdvance, ...row }: Raw): ToldOffer => ({
  ...row,
  advanced: advanced === null ? null : BigInt(advanced),
  repaid: BigInt(repaid),
  repaidAdvance: BigInt(repaidAdvance),
});

// Stripe pays out what it lends by itself, so its payout has one movement of that amount which is no charge, refund or dispute.
const told = (db: Db) =>
  db
    .selectFrom("financingOffer as o")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("financingMovement as m")
          .whereRef("m.companyId", "=", "o.companyId")
          .whereRef("m.offerId", "=", "o.offerId")
          .select([
            sql<string | null>`sum(m.advance) filter (where 'payout' in (m.kind, m.reverses))`.as("advanced"),
            sql<string>`coalesce(sum(m.advance + m.fee) filter (where 'payment' in (m.kind, m.reverses)), 0)`.as("repaid"),
            sql<string>`coalesce(sum(m.advance) filter (where 'payment' in (m.kind, m.reverses)), 0)`.as("repaidAdvance"),
            sql<Date | null>`min(m.occur_time) filter (where m.kind = 'payout')`.as("lentAt"),
          ])
          .as("s"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("payout as p")
          .innerJoin("payoutItem as i", (join) => join.onRef("i.companyId", "=", "p.companyId").onRef("i.payoutId", "=", "p.payoutId"))
          .whereRef("p.companyId", "=", "o.companyId")
          .whereRef("p.businessId", "=", "o.businessId")
          .where("i.kind", "=", "other")
          .whereRef("i.amount", "=", "o.acceptedAdvance")
          .whereRef("p.createdAt", ">=", "s.lentAt")
          .select("p.state as bank")
          .orderBy("p.payoutId")
          .limit(1)
          .as("b"),
      (join) => join.onTrue(),
    )
    .where("o.companyId", "=", db.companyId)
    .selectAll("o")
    .select(["s.advanced", "s.repaid", "s.repaidAdvance", "b.bank"])
    .$castTo<Raw>();

export async function findOffer(db: Db, offerId: string): Promise<ToldOffer | null> {
  const row = await told(db).where("o.offerId", "=", offerId).executeTakeFirst();
  return row ? read(row) : null;
}

/** Newest first; null: of every status. */
export async function listOffers(
  db: Db,
  businessId: string,
  statuses: readonly OfferStatus[] | null,
  { after, limit }: Page,
): Promise<ToldOffer[]> {
  let from = told(db).where("o.businessId", "=", businessId).orderBy("o.createTime", "desc").orderBy("o.offerId", "desc").limit(limit);
  if (statuses) from = from.where("o.status", "=", sql<OfferStatus>`any(${statuses}::text[])`);
  if (after) from = from.where(sql<boolean>`(o.create_time, o.offer_id) < (${after[0]}::timestamptz, ${after[1]}::text)`);
  return (await from.execute()).map(read);
}

export async function statusesOf(db: Db, businessId: string): Promise<OfferStatus[]> {
  const rows = await db
    .selectFrom("financingOffer")
    .select("status")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .execute();
  return rows.map(({ status }) => status as OfferStatus);
}

const accepted = (terms: Terms | null) => ({
  acceptedAdvance: terms?.advance ?? null,
  acceptedFee: terms?.fee ?? null,
  acceptedWithholdPpm: terms?.withholdPpm ?? null,
});

/** What may change of an offer once it was made. */
const changing = ({ status, accepted: terms, expiresAt }: LentOffer, repaying: Repaying | null) => ({
  status,
  ...accepted(terms),
  expireTime: expiresAt,
  beginsAt: repaying?.beginsAt ?? null,
  dueAt: repaying?.dueAt ?? null,
  dueAmount: repaying?.dueAmount ?? null,
});

/** Keeps an offer as the lender has it now. Answers whether that is something new. */
export async function saveOffer(
  tx: Tx<DB>,
  about: { businessId: string; channel: string },
  offer: LentOffer,
  repaying: Repaying | null,
): Promise<boolean> {
  const change = changing(offer, repaying);
  const { currency, offerType, productType, campaignType, account, offered } = offer;
  const row = await tx.db
    .insertInto("financingOffer")
    .values({
      companyId: tx.ctx.companyId,
      offerId: offer.id,
      ...about,
      ...{ account, offerType, productType, campaignType, currency },
      offeredAdvance: offered.advance,
      offeredFee: offered.fee,
      offeredWithholdPpm: offered.withholdPpm,
      createTime: offer.createdAt,
      ...change,
    })
    .onConflict((found) =>
      found
        .columns(["companyId", "offerId"])
        .doUpdateSet(change)
        .where(
          sql<boolean>`(financing_offer.status, financing_offer.accepted_advance, financing_offer.accepted_fee, financing_offer.accepted_withhold_ppm, financing_offer.expire_time, financing_offer.begins_at, financing_offer.due_at, financing_offer.due_amount) is distinct from (excluded.status, excluded.accepted_advance, excluded.accepted_fee, excluded.accepted_withhold_ppm, excluded.expire_time, excluded.begins_at, excluded.due_at, excluded.due_amount)`,
        ),
    )
    .returning("offerId")
    .executeTakeFirst();
  return row !== undefined;
}
