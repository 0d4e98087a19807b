import { createHmac, timingSafeEqual } from "node:crypto";
import { type Ctx, fail, fromWireDate, type Tx } from "@leashline/kit";
import { BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import type { SubmitBookingRequest } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { recover } from "../abandoned/recover.ts";
import { command, type DB } from "../db.ts";
import { type Told, toldIn } from "../questions/told.ts";
import { dayInTheirWords, daysOf, durationsOf, holdPlaces, isByDay, mustBeTaken } from "../stays/daycare.ts";
import { stayLines, stayPlan } from "../stays/quote.ts";
import { holdRooms, inTheirWords } from "../stays/rooms.ts";
import { mustBeOffered, mustSuit, nightsOf, stayOf } from "../stays/stay.ts";
import { holdMinutes } from "../storefront/bookable.ts";
import { mustBeEvaluated } from "../storefront/evaluated.ts";
import { type Offer, type Plan, planFor, summaryOf, type WeighedWish } from "../storefront/plan.ts";
import { offersOf, type Shop, weighed } from "../storefront/shop.ts";
import { textConsentOf } from "../storefront/storefront.mapper.ts";
import { groupsFor, type Held, holdTime, inPlainWords } from "../storefront/times.ts";
import { asking, takeTurn } from "../visitors/pace.ts";
import { askerOf, mustNotWaitForMany } from "../visitors/person.ts";
import { noteStep } from "../visitors/visit.store.ts";
import { networkKey, requested } from "../visitors/visitor.ts";
import { automateRequest, keepTime } from "./request.jobs.ts";
import { addRequest, mustRead } from "./request.store.ts";
import { type AskedPet, isStranger, type Person, type RequestRow, statusOf } from "./request.ts";
import { atTheLatest, tellOf, tellRequest } from "./tell.ts";

const shortHoldMinutes = 15;

/** The time is held shortly, then the request stands, then a job makes the hold last: a crash on the way holds no time for nobody. */
export async function submitBooking(shop: Shop, request: SubmitBookingRequest, vouched: boolean) {
  const { ctx } = shop;
  const person = request.customer as Person;
  const asker = await askerOf(shop, person, { token: request.visitorToken, vouched });
  if (!vouched) await command({ ...ctx, idempotencyKey: "" }, (tx) => mayAsk(tx, shop, asker.contact));
  const told = toldIn(shop.setting, request, { known: asker.customerId !== "0", vouched });
  const offers = await offersOf(shop, request.pets);
  const date = fromWireDate(request.date, "date");
  // Staff who enter it decide when they accept it.
  if (!vouched) await mustBeEvaluated(ctx, { pets: request.pets, offers, date, customerId: asker.customerId });
  const byDay = !request.endDate && isByDay(offers);
  if (!byDay && request.moreDates.length > 0)
    throw fail("PARAMS_INVALID", { field: "moreDates", message: "Only daycare is booked for several days at once." });
  const { held, plan, until } = await (request.endDate ? stayAsked : byDay ? daysAsked : timeAsked)(shop, request, {
    offers,
    date,
    stranger: isStranger(asker),
  });
  const pets = petsOf(request, plan, told);
  const asked = {
    ...requestOf(shop, request, { held, plan, until }, pets),
    // Whoever enters it for somebody else agrees to nothing in their name.
    textConsent: request.agreesToTexts && !vouched ? textConsentOf(shop.business.businessName) : "",
    customerId: asker.customerId,
    answers: JSON.stringify(told.owner),
    verified: asker.verified,
    contact: asker.contact,
    flowId: request.bookingFlowId,
    byDay,
    ...(byDay ? daysIn(request) : { date }),
  };
  let made: RequestRow | undefined;
  const keepIt = async (tx: Tx<DB>) => {
    made = await keep(shop, tx, asked);
    return { id: made.id };
  };
  const { id } = await command(ctx, keepIt, { step: "submit" });
  return { statusToken: statusToken(ctx, id), booking: statusOf(made ?? (await mustRead(ctx, id))) };
}

type Asking = { offers: ReadonlyMap<string, Offer>; date: string; stranger: boolean };
/** What is kept for a request, what it comes to, and when it ends. */
type Kept = { held: Pick<Held, "token" | "staffId">; plan: Plan; until: { endTime: number; endDate: string | null; summary: string } };

async function timeAsked(shop: Shop, request: SubmitBookingRequest, { offers, date, stranger }: Asking): Promise<Kept> {
  const coming = await weighed(shop, request.pets);
  const groups = groupsFor(shop, offers, coming, request.staffId);
  const held = await hold(shop, request, { groups, pets: coming, date, stranger });
  const plan = planFor(request.pets, offers, held.staffId);
  return { held, plan, until: { endTime: request.startTime + plan.duration, endDate: null, summary: "" } };
}

/** Rooms instead of somebody's time: nobody of the staff is asked for. */
async function stayAsked(shop: Shop, request: SubmitBookingRequest, { offers, stranger }: Asking): Promise<Kept> {
  const { date: startDate, endDate, startTime, endTime, holdToken: replaceToken, lodgingTypeId } = request;
  const stay = stayOf({ startDate, endDate, startTime, endTime }, "date");
  mustBeOffered(shop, stay, holdMinutes);
  const pets = await weighed(shop, request.pets);
  mustSuit(pets, offers);
  const lines = await stayLines(shop.ctx, pets, offers, stay);
  const visitor = requested(shop.ctx, { stranger });
  try {
    const held = await holdRooms(shop, { stay, pets, lodgingTypeId, holdMinutes: shortHoldMinutes, replaceToken, visitor });
    const summary = plural(nightsOf(stay), "night");
    return { held: { ...held, staffId: "0" }, plan: stayPlan(pets, lines), until: { endTime, endDate: stay.endDate, summary } };
  } catch (error) {
    throw inTheirWords(error);
  }
}

/** The first of the days, and the others. */
function daysIn({ date: first, moreDates: others }: SubmitBookingRequest): { date: string; moreDates: string[] } {
  const [date = "", ...moreDates] = daysOf(first, others);
  return { date, moreDates };
}

/** Places of daycare on each of the days. */
async function daysAsked(shop: Shop, request: SubmitBookingRequest, { offers, stranger }: Asking): Promise<Kept> {
  const { startTime, holdToken: replaceToken } = request;
  const dates = daysOf(request.date, request.moreDates);
  const pets = await weighed(shop, request.pets);
  mustSuit(pets, offers, true);
  const durations = durationsOf(pets, offers);
  const endTime = startTime + Math.max(...durations);
  mustBeTaken(shop, dates, { start: startTime, end: endTime }, holdMinutes);
  const visitor = requested(shop.ctx, { stranger });
  try {
    const held = await holdPlaces(shop, { dates, startTime, durations, holdMinutes: shortHoldMinutes, replaceToken, visitor });
    const day = planFor(request.pets, offers, "0");
    const plan = { ...day, minor: day.minor * BigInt(dates.length) };
    return {
      held: { ...held, staffId: "0" },
      plan,
      until: { endTime, endDate: null, summary: dates.length > 1 ? plural(dates.length, "day") : "" },
    };
  } catch (error) {
    throw dayInTheirWords(error);
  }
}

const plural = (count: number, word: string): string => (count === 1 ? `1 ${word}` : `${count} ${word}s`);

/** Before anything is held for them; counted again when the request is stored. */
async function mayAsk(tx: Tx<DB>, { setting }: Shop, contact: string): Promise<object> {
  await mustNotWaitForMany(tx, setting.businessId, contact);
  await takeTurn(tx, asking, networkKey(tx.ctx));
  return {};
}

type Asked = Parameters<typeof addRequest>[1];

async function keep(shop: Shop, tx: Tx<DB>, asked: Asked): Promise<RequestRow> {
  const { businessId } = shop.setting;
  if (!asked.verified?.includes("staff")) await mustNotWaitForMany(tx, businessId, asked.contact ?? "");
  const { autoAccept } = shop.setting;
  const row = await addRequest(tx, { ...asked, told: !autoAccept });
  const { id } = row;
  await recover(tx, { businessId, flowId: row.flowId, contact: row.contact, bookingRequestId: id });
  if (row.flowId) await noteStep(tx, { businessId, flowId: row.flowId, step: BookingStep.SUBMIT_APPT });
  tx.log({ entity: "booking_request", id, action: "submit", actorName: "Client", businessId });
  tx.schedule(autoAccept ? automateRequest : keepTime, { key: id, dueAt: new Date(), payload: { id } });
  if (!autoAccept) {
    tellOf(tx, row);
    return row;
  }
  tx.notify("online_booking.requests", { businessId, ids: [id] });
  tx.schedule(tellRequest, { key: id, dueAt: atTheLatest(), payload: { id } });
  return row;
}

const petsOf = ({ pets }: SubmitBookingRequest, plan: Plan, told: Told): AskedPet[] =>
  pets.map(({ petName, petType, breed, weight, notes, coatType }, i) => ({
    coatType,
    answers: told.pets[i]?.answers ?? [],
    weightNotice: told.pets[i]?.weightNotice ?? "",
    petName: petName.trim(),
    petType,
    breed,
    weight,
    notes,
    services: (plan.pets[i] ?? []).map(({ rate, ...s }) => ({
      ...s,
      minor: s.minor.toString(),
      ...(rate !== undefined && { rate: rate.toString() }),
    })),
  }));

function requestOf(shop: Shop, request: SubmitBookingRequest, { held, plan, until }: Kept, pets: readonly AskedPet[]) {
  const { firstName, lastName, phoneNumber, email } = request.customer as Person;
  const staff = shop.staff.find((s) => s.staffId === held.staffId);
  return {
    businessId: shop.setting.businessId,
    holdToken: held.token,
    staffId: held.staffId,
    staffName: staff ? `${staff.firstName} ${staff.lastName}`.trim() : "",
    staffAsked: request.staffId !== "0" && held.staffId !== "0" && until.endDate === null,
    startTime: request.startTime,
    endTime: until.endTime,
    endDate: until.endDate,
    lodgingTypeId: request.lodgingTypeId,
    customer: JSON.stringify({ firstName: firstName.trim(), lastName: lastName.trim(), phoneNumber, email }),
    pets: JSON.stringify(pets),
    summary: [summaryOf(pets.map((p) => ({ name: p.petName, services: p.services.map((s) => s.name) }))), until.summary]
      .filter(Boolean)
      .join(", "),
    currency: shop.business.currencyCode,
    total: plan.minor.toString(),
    note: request.additionalNote,
  };
}

type Holding = { groups: [number, string[]][]; pets: readonly WeighedWish[]; date: string; stranger: boolean };

async function hold(shop: Shop, request: SubmitBookingRequest, { groups, pets, date, stranger }: Holding): Promise<Held> {
  const { startTime, holdToken } = request;
  try {
    const visitor = requested(shop.ctx, { stranger });
    return await holdTime(shop, groups, {
      date,
      startTime,
      pets,
      holdMinutes: shortHoldMinutes,
      replaceToken: holdToken,
      visitor,
    });
  } catch (error) {
    throw inPlainWords(shop, error);
  }
}

const mac = (ctx: Ctx, id: string): Buffer =>
  createHmac("sha256", ctx.runtime.config.signingKey).update(`booking:${ctx.companyId}:${id}`).digest();

/** Opens one request's status to whoever holds it; made again from the id, so it is stored nowhere. */
export const statusToken = (ctx: Ctx, id: string): string => `${id}.${mac(ctx, id).toString("base64url")}`;

export function readStatusToken(ctx: Ctx, token: string): string | null {
  const [id = "", proof = ""] = token.split(".");
  if (!/^\d{1,18}$/.test(id)) return null;
  const given = Buffer.from(proof, "base64url");
  const expected = mac(ctx, id);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}
