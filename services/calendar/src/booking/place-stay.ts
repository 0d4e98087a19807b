import { fail, type Refusal, writeDay } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type AppointmentPlan, isBoarding, isDaycare, type ServiceLine } from "../appointments/appointment.ts";
import { daycareLock, takeHeads } from "../daycare/take-heads.ts";
import type { CalendarTx } from "../db.ts";
import { choose } from "../lodging/choose.ts";
import { Places } from "../lodging/places.ts";
import { closedOn, readRooms, readTaken, stateAreas } from "../lodging/room.store.ts";
import { type Nights, type PetFacts, type Room, type RoomRefusal, type Span, timesOf, unfit } from "../lodging/room.ts";
import { type Occupancy, Resource } from "../occupancy/resource.ts";
import { overHolders } from "../occupancy/resource-lock.ts";
import type { BusinessFacts } from "../projections/business.ts";
import { addDays, dayNumber } from "../scheduling/dates.ts";
import { utcMinute } from "../scheduling/zone.ts";
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
};

export type PlacedStay = {
  readonly lines: readonly ServiceLine[];
  readonly taken: readonly Occupancy[];
  /** Goes over a day on which the business is closed, with permission. */
  readonly closed: boolean;
  /** More pets than the day takes, with permission. */
  readonly overbooked: boolean;
};

const WEEK = 7;

/** The weeks that a stay touches at a business: whoever takes rooms of them waits here for the others. */
const weekLocks = (businessId: string, { date, endDate }: Pick<Span, "date" | "endDate">): string[] => {
  const [first, last] = [Math.floor(dayNumber(date) / WEEK), Math.floor(dayNumber(endDate) / WEEK)];
  return Array.from({ length: last - first + 1 }, (_, index) => `lodging:${businessId}:${first + index}`);
};

/** Locks the weeks of stays and the days of daycare, all at once and in one order for everybody. What is neither needs none. */
export const lockStays = (tx: CalendarTx, businessId: string, stays: readonly Stay[]): void =>
  tx.lock([
    ...stays.filter((stay) => stay.lines.some(isBoarding)).flatMap((stay) => weekLocks(businessId, stay)),
    ...stays.filter((stay) => stay.lines.some(isDaycare)).map(({ date }) => daycareLock(businessId, date)),
  ]);

/** What an appointment takes besides people's time: units for its boarding, places for its daycare. Throws 10015 when there is not room. */
export async function placeStay(placing: Placing): Promise<PlacedStay> {
  const { tx, business, plan, before } = placing;
  lockStays(tx, business.businessId, [plan, ...(before ? [before] : [])]);
  if (plan.lines.some(isBoarding)) return await placeInUnits(placing);
  if (plan.lines.some(isDaycare)) return await placeForTheDay(placing);
  return { lines: plan.lines, taken: [], closed: false, overbooked: false };
}

/** Places of the location's daycare for the pets that come for it. */
async function placeForTheDay(placing: Placing): Promise<PlacedStay> {
  const { tx, business, plan, grant, before, holdToken = "" } = placing;
  if (plan.endDate !== plan.date) throw fail("PARAMS_INVALID", { field: "endDate", reason: "daycare ends on the day on which it begins" });
  const had = before?.date === plan.date && before.status !== AppointmentStatus.CANCELLED ? before.lines.filter(isDaycare) : [];
  const closed = await mustBeOpen(placing);
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

/** Units for the boarding lines: those that they name, and for the others what fits best. */
async function placeInUnits(placing: Placing): Promise<PlacedStay> {
  const { tx, business, plan, grant, before, pets, holdToken = "", lodgingTypeId = "0" } = placing;
  const { businessId, zone } = business;
  const closed = await mustBeOpen(placing);
  const named = plan.lines.flatMap((line) => line.lodgings.map(({ unitId }) => unitId));
  const rooms = await readRooms(tx.db, businessId, named);
  const holds = { ignoreToken: holdToken, overHolders: overHolders(tx.ctx, grant.overRequest) };
  const spell = { businessId, from: plan.date, to: plan.endDate, ...holds, ...(before && { ignoreAppointmentId: before.id }) };
  const taken = await readTaken(tx.db, spell);
  const mayHave = (room: Room) => lodgingTypeId === "0" || room.typeId === lodgingTypeId || named.includes(room.unitId);
  const places = new Places(rooms.filter(mayHave), taken, plan, (date, minute) => utcMinute(date, minute, zone));
  giveNamed(places, plan, { ...(before && { before }), ...(pets && { pets }) });
  const lines = chosenFor(places, plan, pets ?? new Map());
  const occupied = occupancyOfStay(places, { ...plan, lines }, business);
  await stateAreas(tx, areaNights(places, occupied));
  return { lines, taken: occupied, closed, overbooked: false };
}

/** No stay goes over a day on which the business is closed, unless somebody may say so. */
async function mustBeOpen({ tx, business, plan, grant, before }: Placing): Promise<boolean> {
  const closed = await closedOn(tx.db, business.businessId, plan.date, plan.endDate);
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
      const key = `${nights.unitId} ${nights.from} ${nights.to}`;
      const group = shared.get(key) ?? { nights, petIds: new Set() };
      shared.set(key, { nights, petIds: group.petIds.add(line.petId) });
    }
  }
  for (const { nights, petIds } of shared.values()) {
    const no = places.refusal(nights, petIds.size);
    if (no) throw refused(places, plan, { ...no, nights, pets: [...petIds].map((petId) => factsOf(petId, pets)) });
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
  if (!chosen) throw fullHouse(plan, open.length);
  return plan.lines.map((line) =>
    isBoarding(line) && line.lodgings.length === 0 ? { ...line, lodgings: settled.get(line.petId) ?? chosen.get(line.petId) ?? [] } : line,
  );
}

const fullHouse = ({ date, endDate }: Stay, pets: number): Refusal => {
  const reason = `no rooms are free for ${pets === 1 ? "the pet" : `the ${pets} pets`} from ${date} to ${endDate} that fit`;
  return fail("ROOM_NOT_AVAILABLE", { field: "petServices", reason, facts: { why: "full", freeLodgings: "" } });
};

const words: Record<RoomRefusal, string> = {
  taken: "is taken",
  outOfService: "is out of service",
  petType: "is not for this kind of pet",
  petSize: "is not for pets of this size",
  tooHeavy: "is not for a pet this heavy",
  tooMany: "does not hold so many pets",
};

type No = { why: RoomRefusal; night: string; nights: Nights; pets: readonly PetFacts[] };
const NAMED_INSTEAD = 5;
const said = (day: string): string => writeDay(day, { dateFormat: "" });

/** 10015: which unit, on which night and why, and what is free for the same pets instead. */
function refused(places: Places, { date, endDate }: Stay, { why, night, nights, pets }: No): Refusal {
  const room = places.room(nights.unitId);
  const free = places.rooms.filter((one) => places.holds(one, nights.from, nights.to, pets)).slice(0, NAMED_INSTEAD);
  const on = why === "taken" || why === "outOfService" ? ` on the night of ${said(night)}` : "";
  const instead =
    free.length > 0
      ? `Free instead: ${free.map(({ name }) => name).join(", ")}.`
      : `Nothing else is free from ${said(date)} to ${said(endDate)}.`;
  return fail("ROOM_NOT_AVAILABLE", {
    field: "petServices",
    reason: `${room?.name ?? "The unit"} ${words[why]}${on}. ${instead}`,
    facts: { why, night, lodgingUnitId: nights.unitId, freeLodgings: free.map(({ unitId }) => unitId).join(",") },
  });
}

/** What a stay takes of its units: a row for each unit and night. */
function occupancyOfStay(places: Places, plan: Stay & { lines: readonly ServiceLine[] }, { businessId, zone }: BusinessFacts): Occupancy[] {
  type Night = { unitId: string; night: string; from: number; to: number; petIds: Set<string> };
  const byNight = new Map<string, Night>();
  for (const { petId, lodgings } of plan.lines) {
    for (const nights of lodgings) {
      for (const { night, from, to } of timesOf(plan, nights)) {
        const key = `${nights.unitId} ${night}`;
        const [start, end] = [utcMinute(from.date, from.minute, zone), utcMinute(to.date, to.minute, zone)];
        const known = byNight.get(key) ?? { unitId: nights.unitId, night, from: start, to: end, petIds: new Set() };
        byNight.set(key, { ...known, from: Math.min(known.from, start), to: Math.max(known.to, end), petIds: known.petIds.add(petId) });
      }
    }
  }
  return [...byNight.values()].map(({ unitId, night, from, to, petIds }) => {
    const area = places.room(unitId)?.area ?? false;
    // Where one of two pets stays on, the next night begins before noon: each minute is taken once.
    const next = byNight.get(`${unitId} ${addDays(night, 1)}`);
    return {
      resourceKind: area ? Resource.AREA : Resource.LODGING_UNIT,
      resourceId: unitId,
      day: night,
      businessId,
      fromUtc: from,
      toUtc: Math.min(to, next?.from ?? to),
      exclusive: !area,
      seats: petIds.size,
      serviceIds: [],
    };
  });
}

const areaNights = (places: Places, taken: readonly Occupancy[]) =>
  taken
    .filter((one) => one.resourceKind === Resource.AREA)
    .map(({ resourceId: unitId, day: night }) => ({ unitId, night, capacity: places.room(unitId)?.capacity ?? 0 }));
