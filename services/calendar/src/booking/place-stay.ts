import { fail, Refusal } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type AppointmentPlan, isBoarding, isDaycare, type ServiceLine } from "../appointments/appointment.ts";
import { daycareLock, takeHeads } from "../daycare/take-heads.ts";
import type { CalendarTx } from "../db.ts";
import { choose } from "../lodging/choose.ts";
import { nightsTaken } from "../lodging/nights-taken.ts";
import { Places, type TakenNight } from "../lodging/places.ts";
import { fullHouse, refused, withExtraPlaces } from "../lodging/refusals.ts";
import { closedOn, type ExtraNight, readExtras, readRooms, readTaken, stateNights } from "../lodging/room.store.ts";
import { type Nights, type PetFacts, type Room, type Span, unfit } from "../lodging/room.ts";
import type { Occupancy } from "../occupancy/resource.ts";
import { overHolders } from "../occupancy/resource-lock.ts";
import type { BusinessFacts } from "../projections/business.ts";
import { type ServiceTerms, termsOf } from "../projections/service-terms.store.ts";
import { dayNumber } from "../scheduling/dates.ts";
import { utcMinute } from "../scheduling/zone.ts";
import type { RatedRooms } from "../visit-prices/room-rates.ts";
import type { Grant } from "./placement.ts";

type Stay = Pick<AppointmentPlan, "date" | "endDate" | "start" | "end" | "lines">;

type Placing = {
  tx: CalendarTx;
  business: BusinessFacts;
  plan: Stay;
  grant: Grant;
  /** The stay as it was, when it is changed; what its lines had then they may keep. */
  before?: Stay & { readonly id: string; readonly status: number };
  /** What is known of pets that get a unit; without it, whether they fit is not asked. */
  pets?: ReadonlyMap<string, PetFacts>;
  /** A hold whose rooms it may have, and the type that rooms are chosen from; "0" for any. */
  holdToken?: string;
  lodgingTypeId?: string;
  /** No two of its pets in one unit. */
  separateRooms?: boolean;
  /** What it is placed by, where whoever places it has asked already; then the days are locked too. */
  found?: FoundUnits | null;
};

/** What decides about the units of a boarding. */
type FoundUnits = {
  /** The first day on which the business is closed. */
  readonly closed: string | null;
  readonly terms: readonly ServiceTerms[];
  readonly rooms: readonly Room[];
  readonly taken: readonly TakenNight[];
};

export type PlacedStay = {
  readonly lines: readonly ServiceLine[];
  readonly taken: readonly Occupancy[];
  /** Goes over a day on which the business is closed, with permission. */
  readonly closed: boolean;
  /** More pets than the day takes, with permission. */
  readonly overbooked: boolean;
  /** The rooms that it could have, where some type says what a night costs. */
  readonly rooms?: RatedRooms;
};

const WEEK = 7;

/** The weeks that a stay touches at a business: whoever takes rooms of them waits here for the others. */
export const weekLocks = (businessId: string, { date, endDate }: Pick<Span, "date" | "endDate">): string[] => {
  const [first, last] = [Math.floor(dayNumber(date) / WEEK), Math.floor(dayNumber(endDate) / WEEK)];
  return Array.from({ length: last - first + 1 }, (_, index) => `lodging:${businessId}:${first + index}`);
};

/** Locks the weeks of stays and the days of daycare, all at once and in one order for everybody. What is neither needs none. */
export const lockStays = (tx: CalendarTx, businessId: string, stays: readonly Stay[]): void =>
  tx.lock([
    ...stays.filter((stay) => stay.lines.some(isBoarding)).flatMap((stay) => weekLocks(businessId, stay)),
    ...stays.filter((stay) => stay.lines.some(isDaycare)).map(({ date }) => daycareLock(businessId, date)),
  ]);

/** Locks the days of a stay and asks what decides about its units, so that it goes with what else is asked; null where none are needed. */
export async function findUnits(placing: Omit<Placing, "pets" | "lodgingTypeId" | "separateRooms" | "found">): Promise<FoundUnits | null> {
  const { tx, business, plan, grant, before, holdToken = "" } = placing;
  const { businessId } = business;
  lockStays(tx, businessId, [plan, ...(before ? [before] : [])]);
  const boarding = plan.lines.filter(isBoarding);
  if (boarding.length === 0) return null;
  const holds = { ignoreToken: holdToken, overHolders: overHolders(tx.ctx, grant.overRequest) };
  const spell = { businessId, from: plan.date, to: plan.endDate, ...(before && { ownAppointmentId: before.id }) };
  const serviceIds = boarding.map(({ serviceId }) => serviceId);
  const [closed, terms, rooms, taken] = await Promise.all([
    closedOn(tx.db, businessId, plan.date, plan.endDate),
    termsOf(tx.db, serviceIds),
    readRooms(tx.db, businessId, namedIn(plan)),
    readTaken(tx.db, { ...spell, ...holds }),
  ]);
  return { closed, terms, rooms, taken };
}

const namedIn = ({ lines }: Stay): string[] => lines.flatMap((line) => line.lodgings.map(({ unitId }) => unitId));

/** What an appointment takes besides people's time: units for its boarding, places for its daycare. Throws 10015 when there is not room. */
export async function placeStay(placing: Placing): Promise<PlacedStay> {
  const { plan } = placing;
  const found = placing.found === undefined ? await findUnits(placing) : placing.found;
  if (found) return await placeInUnits(placing, found);
  if (plan.lines.some(isDaycare)) return await placeForTheDay(placing);
  return { lines: plan.lines, taken: [], closed: false, overbooked: false };
}

/** Places of the location's daycare for the pets that come for it. */
async function placeForTheDay(placing: Placing): Promise<PlacedStay> {
  const { tx, business, plan, grant, before, holdToken = "" } = placing;
  if (plan.endDate !== plan.date) throw fail("PARAMS_INVALID", { field: "endDate", reason: "daycare ends on the day on which it begins" });
  const had = before?.date === plan.date && before.status !== AppointmentStatus.CANCELLED ? before.lines.filter(isDaycare) : [];
  const closed = mustBeOpen(placing, await closedOn(tx.db, business.businessId, plan.date, plan.endDate));
  const { taken, overbooked } = await takeHeads(tx, {
    business,
    date: plan.date,
    lines: plan.lines.filter(isDaycare),
    appointmentId: before?.id ?? "0",
    before: had,
    overbook: grant.overbook,
    holds: { ignoreToken: holdToken, overHolders: overHolders(tx.ctx, grant.overRequest) },
  });
  return { lines: plan.lines, taken, closed, overbooked };
}

/** Units for the boarding lines: those that they name, and for the others what fits best. Beyond what units hold only as the nights allow, and knowingly. */
async function placeInUnits(placing: Placing, { closed: closedDay, terms, rooms, taken: all }: FoundUnits): Promise<PlacedStay> {
  const { tx, business, plan, grant, before, pets: given, lodgingTypeId = "0", separateRooms: apart = false } = placing;
  const { businessId, zone } = business;
  const named = namedIn(plan);
  const closed = mustBeOpen(placing, closedDay);
  const own = ownRooms(terms, plan.lines, given ?? new Map());
  const pets = own.size > 0 ? new Map([...(given ?? []), ...own]) : given;
  const [had, taken] = [all.filter((one) => one.own), all.filter((one) => !one.own)];
  const mayHave = (room: Room) => lodgingTypeId === "0" || room.typeId === lodgingTypeId || named.includes(room.unitId);
  const minute = (date: string, minutes: number) => utcMinute(date, minutes, zone);
  const units = new Set(before?.lines.flatMap(({ lodgings }) => lodgings.map(({ unitId }) => unitId)));
  const types = new Set(rooms.filter(({ unitId }) => units.has(unitId)).map(({ typeId }) => typeId));
  const put = (extras: readonly ExtraNight[]) => {
    const places = new Places(rooms.filter(mayHave), taken, plan, minute, { extras, own: had, alone: own.size > 0, apart, had: types });
    giveNamed(places, plan, { ...(before && { before }), ...(pets && { pets }) });
    return { places, lines: chosenFor(places, plan, pets ?? new Map()) };
  };
  const extras = () => readExtras(tx.db, businessId, plan.date, plan.endDate);
  const { places, lines } = await knowingly(put, extras, grant.overbook);
  const { taken: nights, stated, beyond } = nightsTaken(places, { ...plan, lines }, business);
  await stateNights(tx, stated);
  return { lines, taken: nights, closed, overbooked: beyond, ...ratedOf(rooms) };
}

const ratedOf = (rooms: readonly Room[]): Pick<PlacedStay, "rooms"> =>
  rooms.some(({ rate }) => rate) ? { rooms: new Map(rooms.map((room) => [room.unitId, room])) } : {};

/** The pets whose boarding asks for a room that they share with no other family. */
function ownRooms(
  terms: readonly ServiceTerms[],
  lines: readonly ServiceLine[],
  pets: ReadonlyMap<string, PetFacts>,
): Map<string, PetFacts> {
  const asking = new Set(terms.filter(({ ownLodging }) => ownLodging).map(({ serviceId }) => serviceId));
  const own = lines.filter(isBoarding).filter(({ petId, serviceId }) => asking.has(serviceId) || pets.get(petId)?.ownLodging);
  return new Map(own.map(({ petId }) => [petId, { ...factsOf(petId, pets), ownLodging: true }]));
}

type Put<T> = (extras: readonly ExtraNight[]) => T;

/** First without extra places. Where these alone would do, whoever may use them does so when they said so; the refusal tells the others. */
async function knowingly<T>(put: Put<T>, readAll: () => Promise<readonly ExtraNight[]>, overbook: boolean): Promise<T> {
  try {
    return put([]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const extras = await readAll();
    if (overbook) return put(extras);
    throw extras.length > 0 && succeeds(() => put(extras)) ? withExtraPlaces(error) : error;
  }
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** No stay goes over a day on which the business is closed, unless somebody may say so. */
function mustBeOpen({ plan, grant, before }: Placing, closed: string | null): boolean {
  const sameDays = before !== undefined && before.date <= plan.date && plan.endDate <= before.endDate;
  if (!closed || sameDays || grant.outOfHours) return closed !== null && grant.outOfHours && !sameDays;
  const reason = `the business is closed on ${closed}`;
  throw fail("OUTSIDE_WORKING_HOURS", {
    field: closed === plan.date ? "appointmentDate" : "endDate",
    reason,
    facts: { why: "closed", date: closed },
  });
}

type Known = { before?: Stay; pets?: ReadonlyMap<string, PetFacts> };

/** Gives the units that lines name, night by night; pets of one family share one. */
function giveNamed(places: Places, plan: Stay, { before, pets }: Known): void {
  const had = new Map(before?.lines.map((line) => [line.id, new Set(line.lodgings.map(({ unitId }) => unitId))]));
  const shared = new Map<string, { nights: Nights; petIds: Set<string> }>();
  for (const line of plan.lines) {
    for (const nights of line.lodgings) {
      const room = places.room(nights.unitId);
      if (!room) throw fail("NOT_FOUND", { field: "petServices", reason: `there is no lodging unit ${nights.unitId} at this location` });
      const pet = pets?.get(line.petId);
      const why = had.get(line.id)?.has(nights.unitId) ? null : room.deleted ? "taken" : pet ? unfit(room, pet) : null;
      if (why) throw refused(places, plan, { why, night: nights.from, nights, pets: pet ? [pet] : [] });
      const key = `${nights.unitId} ${nights.from} ${nights.to}${places.apart ? ` ${line.petId}` : ""}`;
      const group = shared.get(key) ?? { nights, petIds: new Set() };
      shared.set(key, { nights, petIds: group.petIds.add(line.petId) });
    }
  }
  for (const { nights, petIds } of shared.values()) {
    const no = places.refusal(nights, petIds.size);
    const why = no?.why === "taken" && places.isGiven(nights) ? "apart" : no?.why;
    if (no && why) throw refused(places, plan, { ...no, why, nights, pets: [...petIds].map((petId) => factsOf(petId, pets)) });
    places.give(nights, petIds.size);
  }
}

const factsOf = (petId: string, pets: ReadonlyMap<string, PetFacts> | undefined): PetFacts =>
  pets?.get(petId) ?? { petId, petType: "", weight: 0, petSizeId: "0" };

/** The lines with units for those that name none. A pet is where another of its lines has put it. */
function chosenFor(places: Places, plan: Stay, pets: ReadonlyMap<string, PetFacts>): readonly ServiceLine[] {
  const settled = new Map(plan.lines.filter((line) => line.lodgings.length > 0).map((line) => [line.petId, line.lodgings]));
  const open = [...new Set(plan.lines.filter(isBoarding).map((line) => line.petId))].filter((petId) => !settled.has(petId));
  const chosen =
    open.length > 0
      ? choose(
          places,
          plan,
          open.map((petId) => factsOf(petId, pets)),
        )
      : new Map<string, Nights[]>();
  if (!chosen) throw fullHouse(plan, open.length, places);
  return plan.lines.map((line) =>
    isBoarding(line) && line.lodgings.length === 0 ? { ...line, lodgings: settled.get(line.petId) ?? chosen.get(line.petId) ?? [] } : line,
  );
}
