import { type Ctx, fail, fromWireDate, instantAt } from "@leashline/kit";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import type { CreateWaitlistOfferRequest } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_service_pb.js";
import { command } from "../db.ts";
import { businessAt, visible } from "../waitlist/entry/entries.ts";
import { addOffer, endOffer, openOfferOf } from "../waitlist/entry/offer.store.ts";
import { lockFor } from "../waitlist/entry/waitlist.store.ts";
import { type EntryRow, isStay } from "../waitlist/entry/waitlist.ts";
import { endWhenOver, tellOffer } from "./offer.jobs.ts";

const STANDARD_MINUTES = 60;
/** So much longer the time is kept, so that a yes in the last minute still finds it. */
const GRACE_MINUTES = 5;
const MINUTE_MS = 60_000;

/** Keeps a time for somebody who waits, and writes to them. */
export async function makeOffer(ctx: Ctx, { waitListId, date, startTime = 0, staffId, minutes }: CreateWaitlistOfferRequest) {
  const row = await visible(ctx, waitListId);
  mustBeOfferable(row);
  if (await command({ ...ctx, idempotencyKey: "" }, async ({ db }) => (await openOfferOf(db, row.id)) !== undefined)) throw offered();
  const { timezoneName } = await businessAt(ctx, row.businessId);
  const day = fromWireDate(date, "date");
  const begins = instantAt(day, startTime, timezoneName).getTime();
  if (begins <= Date.now()) throw fail("PARAMS_INVALID", { field: "startTime", reason: "must lie ahead" });
  // Settled with the first try, so that a second one asks the calendar for the very same.
  const { until, holdMinutes } = await command(ctx, async () => deadline(begins, minutes || STANDARD_MINUTES), { step: "deadline" });
  const slots = ctx.client(SlotService);
  const { token } = await slots.holdSlot({
    businessId: row.businessId,
    staffIds: [staffId],
    date,
    startTime,
    duration: row.duration,
    comingPets: row.pets.map(({ breed, services }) => ({ breed, serviceIds: services.map(({ serviceId }) => serviceId) })),
    holdMinutes,
  });
  try {
    await command(ctx, async (tx) => {
      const { businessId, duration } = await lockFor(tx, row.id, "change");
      const time = { date: day, startTime, endTime: Math.min(1440, startTime + duration), staffId };
      const { id } = await addOffer(tx, { businessId, entryId: row.id, ...time, holdToken: token, answerUntil: new Date(until) });
      tx.schedule(tellOffer, { key: `${id}-offered`, dueAt: new Date(), payload: { id, what: "offered" }, businessId });
      tx.schedule(endWhenOver, { key: id, dueAt: new Date(until), payload: { id }, businessId });
      tx.log({ entity: "waitlist_entry", id: row.id, action: "offer", businessId, after: { ...time, until } });
      tx.notify("online_booking.waitlist", { businessId, ids: [row.id] });
      return {};
    });
  } catch (error) {
    await slots.releaseHold({ token });
    throw error;
  }
}

const offered = () => fail("STATE_CONFLICT", { field: "waitListId", message: "They have an offer already. Take it back first." });

function mustBeOfferable(row: EntryRow): void {
  if (row.state !== "waiting") throw fail("STATE_CONFLICT", { facts: { state: row.state } });
  if (row.duration === 0 || isStay(row))
    throw fail("PARAMS_INVALID", { field: "waitListId", reason: "boarding and daycare wait for rooms and days, not for a time" });
}

/** Never longer than until the time begins. */
function deadline(begins: number, minutes: number): { until: string; holdMinutes: number } {
  const now = Date.now();
  const until = Math.min(begins, now + minutes * MINUTE_MS);
  return { until: new Date(until).toISOString(), holdMinutes: Math.ceil((until - now) / MINUTE_MS) + GRACE_MINUTES };
}

/** Takes back what was not answered yet; who is being booked for it just now keeps it. */
export async function withdrawOffer(ctx: Ctx, entryId: string): Promise<void> {
  await visible(ctx, entryId);
  await command(ctx, async (tx) => {
    await lockFor(tx, entryId, "beginBooking").then(({ state }) => {
      if (state === "booking") throw fail("STATE_CONFLICT", { message: "They said yes just now." });
    });
    const open = await openOfferOf(tx.db, entryId);
    const ended = open && (await endOffer(tx, open.id, "withdrawn"));
    if (ended) {
      const { id, businessId } = ended;
      tx.schedule(tellOffer, { key: `${id}-withdrawn`, dueAt: new Date(), payload: { id, what: "withdrawn" }, businessId });
    }
    return {};
  });
}
