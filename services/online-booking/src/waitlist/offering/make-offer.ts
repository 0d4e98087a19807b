import { type Ctx, fail, fromWireDate, instantAt, refusalForGood, type Tx } from "@leashline/kit";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import type { CreateWaitlistOfferRequest } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_service_pb.js";
import { command, type DB } from "../../db.ts";
import { businessAt } from "../../storefront/business.ts";
import { mustBeSession } from "../entry/class-place.ts";
import { visible } from "../entry/entries.ts";
import { addOffer, endOffer, hasOverlappingOffer, openOfferOf } from "../entry/offer.store.ts";
import { lockFor } from "../entry/waitlist.store.ts";
import { type EntryRow, endDateOf, isByDay, isPlace, isStay, minutesOf } from "../entry/waitlist.ts";
import { type Kept, keepFor } from "./keep.ts";
import { mustLackNothing } from "./lacking.ts";
import { endWhenOver, tellOffer } from "./offer.jobs.ts";

const STANDARD_MINUTES = 60;
/** So much longer the time is kept, so that a yes in the last minute still finds it. */
export const GRACE_MINUTES = 5;
const MINUTE_MS = 60_000;

/** Keeps a time for somebody who waits, as staff chose it, and writes to them. */
export async function makeOffer(ctx: Ctx, request: CreateWaitlistOfferRequest) {
  const { waitListId, date, startTime = 0, staffId, minutes, althoughLacking } = request;
  const row = await visible(ctx, waitListId);
  mustBeOfferable(row, staffId);
  if (await command({ ...ctx, idempotencyKey: "" }, async ({ db }) => (await openOfferOf(db, row.id)) !== undefined)) throw offered();
  const { timezoneName } = await businessAt(ctx, row.businessId);
  const day = fromWireDate(date, "date");
  if (isPlace(row)) await mustBeSession(ctx, row, { date: day, startTime });
  const begins = instantAt(day, startTime, timezoneName).getTime();
  if (begins <= Date.now()) throw fail("PARAMS_INVALID", { field: "startTime", reason: "must lie ahead" });
  const endDate = endDateOf(row, day);
  if (!althoughLacking) await mustLackNothing(ctx, row, { date: day, endDate });
  // Settled with the first try, so that a second one asks the calendar for the very same.
  const terms = await command(ctx, async () => deadline(begins, minutes || STANDARD_MINUTES), { step: "deadline" });
  const kept = { date: day, startTime, staffId: isTimed(row) ? staffId : "0", endDate };
  await offerTime(ctx, row, { kept, ...terms });
}

export type Offering = { kept: Kept; until: string; holdMinutes: number; freedTimeId?: string; also?: (tx: Tx<DB>) => Promise<void> };

/** Keeps it on the calendar, then writes it down; said again under its key, both are as they are. */
export async function offerTime(ctx: Ctx, row: EntryRow, { kept, until, holdMinutes, freedTimeId = "0", also }: Offering): Promise<void> {
  const token = await keepFor(ctx, row, kept, { holdMinutes, until });
  try {
    await command(ctx, async (tx) => {
      tx.lock([`offers-of-client:${row.customerId}`]);
      const { businessId, customerId, classId } = await lockFor(tx, row.id, "change");
      const time = { ...kept, endTime: Math.min(1440, kept.startTime + minutesOf(row)) };
      if (await hasOverlappingOffer(tx.db, { customerId, classId }, time))
        throw fail("STATE_CONFLICT", { field: "startTime", message: "They have an offer already of a time that overlaps this one." });
      const { id } = await addOffer(tx, {
        businessId,
        entryId: row.id,
        ...time,
        holdToken: token,
        answerUntil: new Date(until),
        freedTimeId,
      });
      await also?.(tx);
      tx.schedule(tellOffer, { key: `${id}-offered`, dueAt: new Date(), payload: { id, what: "offered" }, businessId });
      tx.schedule(endWhenOver, { key: id, dueAt: new Date(until), payload: { id }, businessId });
      tx.log({ entity: "waitlist_entry", id: row.id, action: "offer", businessId, after: { ...time, until } });
      tx.notify("online_booking.waitlist", { businessId, ids: [row.id] });
      return {};
    });
  } catch (error) {
    // After a fault it may be written down all the same, or will be by the next try: then the time has to be kept.
    if (refusalForGood(error)) await ctx.client(SlotService).releaseHold({ token });
    throw error;
  }
}

const offered = () => fail("STATE_CONFLICT", { field: "waitListId", message: "They have an offer already. Take it back first." });

const isTimed = (row: EntryRow): boolean => !isStay(row) && !isByDay(row) && !isPlace(row);

function mustBeOfferable(row: EntryRow, staffId: string): void {
  if (row.state !== "waiting") throw fail("STATE_CONFLICT", { facts: { state: row.state } });
  if (!isTimed(row)) return;
  if (row.duration === 0) throw fail("PARAMS_INVALID", { field: "waitListId", reason: "what they wait for takes no time" });
  if (staffId === "0") throw fail("PARAMS_INVALID", { field: "staffId", reason: "whose time it is" });
}

/** Never longer than until the time begins. */
function deadline(begins: number, minutes: number): { until: string; holdMinutes: number } {
  const until = Math.min(begins, Date.now() + minutes * MINUTE_MS);
  return { until: new Date(until).toISOString(), holdMinutes: holdMinutesUntil(until) };
}

export const holdMinutesUntil = (until: number): number => Math.ceil((until - Date.now()) / MINUTE_MS) + GRACE_MINUTES;

/** Takes back what was not answered yet; who is being booked for it just now keeps it. */
export async function withdrawOffer(ctx: Ctx, entryId: string): Promise<void> {
  await visible(ctx, entryId);
  await command(ctx, async (tx) => {
    await lockFor(tx, entryId, "beginBooking").then(({ state }) => {
      if (state === "booking") throw fail("STATE_CONFLICT", { message: "They said yes just now." });
    });
    const open = await openOfferOf(tx.db, entryId);
    if (open) await withdraw(tx, open.id);
    return {};
  });
}

/** They are told that it is gone. */
export async function withdraw(tx: Tx<DB>, offerId: string): Promise<void> {
  const ended = await endOffer(tx, offerId, "withdrawn");
  if (!ended) return;
  const { id, businessId } = ended;
  tx.schedule(tellOffer, { key: `${id}-withdrawn`, dueAt: new Date(), payload: { id, what: "withdrawn" }, businessId });
}
