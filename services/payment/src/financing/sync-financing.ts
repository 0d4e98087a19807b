import { asTenant, type Ctx } from "@leashline/kit";
import { command, query } from "../db.ts";
import { unavailable } from "../provider/unavailable.ts";
import type { Lender, LentMovement, LentOffer, Repaying } from "./lender.ts";
import { findMovement } from "./movement.store.ts";
import { accountToLendTo, lenderOf } from "./of-lender.ts";
import { saveOffer } from "./offer.store.ts";
import { recordMovement } from "./record-movement.ts";

/** Work that may run at any time and several times: what it stores is right by what is there, not by anybody's key. */
export const asItself = ({ runtime, companyId }: Ctx, businessId: string): Ctx =>
  asTenant({ runtime }, { companyId, businessId, name: "Stripe" });

/** What moved since we heard last, oldest first: all that comes before one that is known already is known too. */
async function newMovements(ctx: Ctx, lender: Lender, { account, id }: LentOffer): Promise<LentMovement[]> {
  const found: LentMovement[] = [];
  for await (const one of lender.movementsOf(account, id)) {
    if (await query(ctx, (db) => findMovement(db, one.id))) break;
    found.push({ ...one, offerId: id });
  }
  return found.reverse();
}

const movedFor = new Set<LentOffer["status"]>(["paid_out", "fully_repaid", "accepted", "canceled"]);

async function record(ctx: Ctx, lender: Lender, offer: LentOffer, repaying: Repaying | null): Promise<void> {
  const movements = movedFor.has(offer.status) ? await newMovements(ctx, lender, offer) : [];
  const { businessId } = ctx;
  await command(ctx, async (tx) => {
    tx.lock([`financing:${offer.id}`]);
    const about = { businessId, channel: lender.channel };
    let isNew = await saveOffer(tx, about, offer, repaying?.offerId === offer.id ? repaying : null);
    for (const movement of movements) if (await recordMovement(tx, businessId, movement)) isNew = true;
    if (!isNew) return {};
    tx.log({ entity: "financing_offer", id: businessId, action: "told", note: `${offer.id} ${offer.status}`, businessId });
    tx.notify("payment.financing", { businessId, ids: [businessId] });
    if (movements.length > 0) tx.notify("payment.changed", { businessId });
    return {};
  });
}

/** Brings what the lender says of a location's offers, and what moved of them, into our books. Does nothing for a location that nobody can lend to. */
export async function syncFinancing(asked: Ctx, businessId: string): Promise<LentOffer[]> {
  const ctx = asItself(asked, businessId);
  const lender = lenderOf(ctx);
  const account = await query(ctx, (db) => accountToLendTo(db, ctx, businessId));
  if (!lender || !account) return [];
  const offers = await lender.offersFor(account).catch(unavailable);
  if (offers.length === 0) return [];
  const repaying = await lender.repaying(account).catch(unavailable);
  for (const offer of offers.toReversed()) await record(ctx, lender, offer, repaying).catch(unavailable);
  return offers;
}
