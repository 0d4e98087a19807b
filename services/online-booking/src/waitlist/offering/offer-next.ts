import { type Ctx, instantAt, refusalForGood } from "@leashline/kit";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { command, query } from "../../db.ts";
import { readBusiness } from "../../storefront/shop.store.ts";
import { requestKey } from "../../visitors/visitor.ts";
import { mustRead } from "../entry/entries.ts";
import type { OfferRow } from "../entry/offer.store.ts";
import { chooseNext } from "./choose.ts";
import { offerFreed } from "./freed.jobs.ts";
import { type Chosen, endFreed, endRound, type FreedRow, offersOf, readFreed, settleChosen } from "./freed.store.ts";
import { GRACE_MINUTES, offerTime } from "./make-offer.ts";
import { readOfferSetting } from "./offer-setting.store.ts";
import { canAnswer, termsOf } from "./quiet.ts";

/** The next in line gets an offer, unless somebody has one, it is quiet, too late, switched off, or nobody is left. */
export async function offerNext(ctx: Ctx, id: string): Promise<void> {
  const found = await query(ctx, async (db) => {
    const freed = await readFreed(db, id);
    if (freed?.state !== "open") return undefined;
    const [setting, shop] = [await readOfferSetting(db, freed.businessId), await readBusiness(db, freed.businessId)];
    return { freed, setting, shop, offers: await offersOf(db, id) };
  });
  if (!found || found.offers.some(({ state }) => state === "open")) return;
  const { freed, setting, shop, offers } = found;
  const zone = shop?.business.timezoneName ?? "UTC";
  const terms = setting.byItself ? termsOf(setting, new Date(), lastStart(freed, zone), zone) : null;
  if (!terms) return await end(ctx, id);
  if (terms.goesOut.getTime() > Date.now()) return await again(ctx, freed, terms.goesOut);
  await giveBack(ctx, freed, offers);
  if (freed.chosen && !canAnswer(new Date(freed.chosen.until), new Date())) return await nextRound(ctx, freed, keptUntil(freed.chosen));
  const chosen = freed.chosen ?? (await settle(ctx, freed, () => chooseNext(ctx, freed, { offers, setting, zone })));
  if (chosen) await offerTo(ctx, freed, chosen);
  else await end(ctx, id);
}

/** Until then somebody could begin in it; of a class, which goes on, until its last session. */
const lastStart = ({ endDate, endTime, kind }: FreedRow, zone: string): Date => instantAt(endDate, kind === "stay" ? 0 : endTime, zone);

/** What the last offer or a declined request kept is free before anybody looks whom it suits; said again, it changes nothing. */
async function giveBack(ctx: Ctx, { bookingRequestId }: FreedRow, [last]: readonly OfferRow[]): Promise<void> {
  const slots = ctx.client(SlotService);
  if (last && last.state !== "accepted") await slots.releaseHold({ token: last.holdToken });
  if (!last && bookingRequestId !== "0") await slots.releaseHold({ key: requestKey(bookingRequestId) });
}

/** Written down before the calendar is asked: whoever goes on after a crash goes on with the same. */
async function settle(ctx: Ctx, { id, round }: FreedRow, choose: () => Promise<Chosen | undefined>): Promise<Chosen | null> {
  const chosen = await choose();
  if (!chosen) return null;
  await command(ctx, async (tx) => {
    await settleChosen(tx, id, round, chosen);
    return {};
  });
  return (await query(ctx, (db) => readFreed(db, id)))?.chosen ?? null;
}

async function offerTo(ctx: Ctx, freed: FreedRow, { entryId, until, holdMinutes, ...kept }: Chosen): Promise<void> {
  const { id, round } = freed;
  const keyed = { ...ctx, idempotencyKey: `freed-time:${id}:${round}` };
  try {
    const row = await mustRead(ctx, entryId);
    await offerTime(keyed, row, { kept, until, holdMinutes, freedTimeId: id, also: (tx) => endRound(tx, id, round) });
  } catch (error) {
    if (!refusalForGood(error)) throw error;
    // Booked, taken off the list or offered another time meanwhile, or the time is somebody else's: then the next one.
    await nextRound(ctx, freed, new Date(), entryId);
  }
}

/** It may be kept already by whoever was cut short before they wrote it down. */
const keptUntil = ({ until }: Chosen): Date => new Date(Math.max(Date.now(), Date.parse(until) + GRACE_MINUTES * 60_000));

async function nextRound(ctx: Ctx, { id, round, businessId }: FreedRow, dueAt: Date, passedOver?: string): Promise<void> {
  await command(ctx, async (tx) => {
    await endRound(tx, id, round, passedOver);
    tx.schedule(offerFreed, { key: id, dueAt, payload: { id }, businessId });
    return {};
  });
}

async function again(ctx: Ctx, { id, businessId }: FreedRow, dueAt: Date): Promise<void> {
  await command(ctx, async (tx) => {
    tx.schedule(offerFreed, { key: id, dueAt, payload: { id }, businessId });
    return {};
  });
}

async function end(ctx: Ctx, id: string): Promise<void> {
  await command(ctx, async (tx) => {
    await endFreed(tx, id);
    return {};
  });
}
