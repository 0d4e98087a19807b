import { type Ctx, instantAt, job, toMoney } from "@leashline/kit";
import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { ClassHoldService } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { PLACES_CAUSE } from "@leashline/proto/rules/places-cause.ts";
import { holdSeats, isClosed } from "../classes/class-booking.ts";
import { command, query } from "../db.ts";
import { letPaymentGo } from "../payment-groups/payment.jobs.ts";
import { holdPlaces } from "../stays/daycare.ts";
import { holdRooms, roomedNow, roomless } from "../stays/rooms.ts";
import type { WeighedWish } from "../storefront/plan.ts";
import { type Shop, shopOf, weighed } from "../storefront/shop.ts";
import { holdTime, taken } from "../storefront/times.ts";
import { isKnown } from "../visitors/known.ts";
import { requested, requestKey } from "../visitors/visitor.ts";
import { forgetNewcomer } from "./client-of.ts";
import { lockRequest, readRequest, saveHold, savePayment } from "./request.store.ts";
import { chosenIn, isVouchedFor, type RequestRow } from "./request.ts";
import { tellOfLate, tellReleased } from "./tell.ts";

const mostMinutes = 43_200;

/** Gives back whatever is held for a request that is decided; said again, it changes nothing. */
const giveBack = async (ctx: Ctx, id: string, token = ""): Promise<RequestRow | undefined> => {
  await ctx.client(SlotService).releaseHold({ token, key: requestKey(id) });
  const row = await query(ctx, (db) => readRequest(db, id));
  if (row && row.classId !== "0" && !["submitted", "accepting"].includes(row.state))
    await ctx.client(ClassHoldService).tellFreePlaces({ classId: row.classId, cause: `${PLACES_CAUSE.request}${id}` });
  return row;
};

/** After a no. What is being kept just then is given back by whoever keeps it; a client who was made for it alone goes too. */
export const releaseTime = job<{ id: string; token: string }>("release-time", {
  attempts: 12,
  run: async (ctx, { id, token }) => {
    const row = await giveBack(ctx, id, token);
    if (row?.state === "declined" || row?.state === "cancelled") await forgetNewcomer(ctx, row, row.customerId);
  },
});

/** Makes the short hold of the storefront last until the visit would begin (at most thirty days), while staff have not decided. */
export const keepTime = job<{ id: string }>("keep-time", {
  run: async (ctx, { id }) => {
    const row = await query(ctx, (db) => readRequest(db, id));
    if (row?.state === "accepting") return;
    if (row?.state !== "submitted") return void (await giveBack(ctx, id));
    if (row.classWait) return;
    const shop = await shopOf(ctx, row.businessId);
    const wanted = await keptFor(shop, row);
    if (!wanted) return;
    const token = await keepIt(shop, row, wanted).catch((error) => {
      if (taken(error) || roomless(error) || (row.classId !== "0" && isClosed(error))) return "";
      throw error;
    });
    // Decided meanwhile: then nobody else gives back what was just kept.
    if (!(await command({ ...ctx, idempotencyKey: "" }, (tx) => saveHold(tx, id, token)))) await giveBack(ctx, id);
  },
});

async function keepIt(shop: Shop, row: RequestRow, wanted: Kept): Promise<string> {
  if (row.classId !== "0") return (await keepSeats(shop, row, wanted)).token;
  if (row.endDate !== null) return (await keepRooms(shop, row, wanted)).token;
  if (row.byDay) return (await keepDays(shop, row, wanted)).token;
  return (await holdTime(shop, [[row.endTime - row.startTime, [row.staffId]]], wanted)).token;
}

/** The rooms of a stay, for as long as its time would be kept. */
export async function keepRooms(shop: Shop, row: RequestRow, { holdMinutes, replaceToken, visitor, pets }: Kept) {
  const { date, startTime, endTime, lodgingTypeId } = row;
  const stay = { date, startTime, endTime, endDate: row.endDate ?? date };
  return await holdRooms(shop, { stay, pets: await guestsOf(shop, row, pets), lodgingTypeId, holdMinutes, replaceToken, visitor });
}

/** The pets of a stay that is asked for, as rooms are chosen for them. */
export const guestsOf = ({ ctx }: Shop, { businessId, pets: asked }: RequestRow, pets: readonly WeighedWish[]) =>
  roomedNow(
    ctx,
    businessId,
    pets.map((pet, index) => ({ ...pet, petType: asked[index]?.petType ?? "" })),
  );

/** The places of daycare on the days that are asked for. */
export function keepDays(shop: Shop, row: RequestRow, { holdMinutes, replaceToken, visitor }: Kept) {
  const { date, moreDates, startTime, pets } = row;
  const durations = pets.map(({ services }) => Math.max(...services.map(({ duration }) => duration), 1));
  return holdPlaces(shop, { dates: [date, ...moreDates], startTime, durations, holdMinutes, replaceToken, visitor });
}

/** The places of a class, one for each pet. */
export const keepSeats = (shop: Shop, { classId, pets }: RequestRow, { holdMinutes, replaceToken, visitor }: Kept) =>
  holdSeats(shop, { classId, pets: pets.length, holdMinutes, replaceToken, visitor });

type Kept = NonNullable<Awaited<ReturnType<typeof keptFor>>>;

/** The time of a request as it is kept for it: until it begins, at most thirty days; null once it has. */
export async function keptFor(shop: Shop, row: RequestRow) {
  const start = instantAt(row.date, row.startTime, shop.business.timezoneName).getTime();
  const holdMinutes = Math.min(mostMinutes, Math.floor((start - Date.now()) / 60_000));
  if (holdMinutes < 1) return null;
  const stranger = !isVouchedFor(row) && !(await isKnown(shop.ctx, row.customerId));
  const visitor = requested(shop.ctx, { id: row.id, stranger });
  const { date, startTime, holdToken: replaceToken } = row;
  // A hold that was lost sight of would stand in the way of its own successor.
  if (replaceToken === "") await giveBack(shop.ctx, row.id);
  const pets = await weighed(shop, countedIn(row));
  return { date, startTime, pets, holdMinutes, replaceToken, visitor, heldRequest: onCalendar(row) };
}

/** What was asked for. */
export const wishesOf = ({ pets }: Pick<RequestRow, "pets">) =>
  pets.map(({ breed, weight, services }) => ({ breed, weight, serviceIds: chosenIn(services).map(({ serviceId }) => serviceId) }));

/** The same as the calendar counts it for its limits. */
export const countedIn = ({ pets }: RequestRow) =>
  wishesOf({ pets: pets.map((pet) => ({ ...pet, services: pet.services.filter(({ addOn }) => !addOn) })) });

/** What the calendar shows of it while the time is held. */
export function onCalendar({ id, customer: { firstName, lastName }, pets, total, currency }: RequestRow) {
  return {
    bookingRequestId: id,
    firstName,
    lastName,
    pets: pets.map(({ petName, breed, services }) => ({ petName, breed, serviceNames: services.map(({ name }) => name) })),
    estimatedTotalPrice: toMoney(total, currency),
  };
}

/** Whoever looks at requests hears once that one waits too long. */
export const tellLate = job<{ id: string }>("tell-late", {
  attempts: 12,
  run: async (ctx, { id }) => {
    await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
      const row = await lockRequest(tx, id);
      if (row?.state === "accepting") throw new Error(`Request ${id} is being accepted: what becomes of it decides.`);
      if (row?.state === "submitted") tellOfLate(tx, row);
      return {};
    });
  },
});

/** Nobody answered in time: the money goes back, and the request waits on without it. */
export const lapsePrepay = job<{ id: string }>("lapse-prepay", {
  run: async (ctx, { id }) => {
    await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
      const row = await lockRequest(tx, id);
      if (row?.state === "accepting") throw new Error(`Request ${id} is being accepted: what becomes of it decides.`);
      if (row?.state !== "submitted" || row.prepayStatus !== PrepayStatus.REQUIRE_CAPTURE) return {};
      await savePayment(tx, id, letPaymentGo(tx, row));
      tellReleased(tx, row);
      tx.log({ entity: "booking_request", id, action: "release_prepaid", businessId: row.businessId, actorName: "Leashline" });
      tx.notify("online_booking.requests", { businessId: row.businessId, ids: [id] });
      return {};
    });
  },
});

/** Whether anybody has to look at a request that came in; see `automate`. */
export const automateRequest = job<{ id: string }>("automate-request", {
  attempts: 8,
  run: async (ctx, { id }) => {
    const { automate } = await import("./automate.ts");
    await automate({ ...ctx, idempotencyKey: "" }, id);
  },
});

/** Finishes what an earlier version began. */
export const finishAccepting = job<{ id: string }>("finish-accepting", {
  attempts: 8,
  run: async (ctx, { id }) => {
    const { acceptRequest } = await import("./accept.ts");
    await acceptRequest({ ...ctx, idempotencyKey: "" }, id, null);
  },
});
