import type { DaycareSetting } from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import type { CalendarTx, Db } from "../db.ts";
import type { OverHolds } from "../lodging/room.store.ts";
import { minutesOf, type Occupancy } from "../occupancy/resource.ts";
import type { BusinessFacts } from "../projections/business.ts";
import { addDays, datesBetween } from "../scheduling/dates.ts";
import type { Range } from "../scheduling/minutes.ts";
import { instantsOf } from "../scheduling/zone.ts";
import { readDaycareSetting, readHeads, readHeldHeads, readOwnDays, readOwnHeads, stateHeads } from "./daycare.store.ts";
import { fits, full, type Half, type Heads, headsOf, limitOn, type Room } from "./daycare.ts";

type Line = { readonly petId: string; readonly start: number; readonly duration: number };

export type Taking = {
  readonly business: BusinessFacts;
  readonly date: string;
  readonly lines: readonly Line[];
  /** The appointment that is changed; its own places are free to it. "0" for a new one. */
  readonly appointmentId: string;
  /** What it held on this day before the change; that it may keep. */
  readonly before: readonly Line[];
  readonly overbook: boolean;
  /** Holds of places that do not count. */
  readonly holds: OverHolds;
};

const LOOKS_AHEAD = 14;
const NAMED_INSTEAD = 3;

/** The lock of a location's daycare on a day: whoever takes places waits here for the others. */
export const daycareLock = (businessId: string, date: string): string => `daycare:${businessId}:${date}`;

/** The places that daycare lines take, once the day is locked. Throws 10015 where there are not enough. */
export async function takeHeads(tx: CalendarTx, taking: Taking): Promise<{ taken: Occupancy[]; overbooked: boolean }> {
  const { business, date, lines, before, overbook } = taking;
  const { businessId, zone } = business;
  tx.lock([daycareLock(businessId, date)]);
  const setting = await readDaycareSetting(tx.db, businessId);
  const wanted = headsOf(lines, setting.middayAt);
  const had = headsOf(before, setting.middayAt);
  const rooms = await roomsOn(tx.db, taking, setting, had);
  const refused = wanted.find(({ half, pets }) => !fits(rooms(half), pets));
  if (refused && !overbook) throw full(date, refused.half, rooms(refused.half), await freeDays(tx.db, taking, wanted));
  const stated = wanted.map(({ half, pets }) => ({ half, day: date, seats: Math.max(rooms(half).limit ?? 0, rooms(half).others + pets) }));
  await stateHeads(tx, businessId, stated);
  const taken = wanted.map(({ half, pets, start, end }) => ({
    resourceKind: half,
    resourceId: businessId,
    day: date,
    businessId,
    ...whenOf(date, { start, end }, zone),
    exclusive: false,
    seats: pets,
    serviceIds: [],
  }));
  return { taken, overbooked: refused !== undefined };
}

/** A minute at least, also where the clock skips an hour. */
function whenOf(date: string, range: Range, zone: string): { fromUtc: number; toUtc: number } {
  const { fromUtc, toUtc } = minutesOf(instantsOf(date, range, zone));
  return { fromUtc, toUtc: Math.max(toUtc, fromUtc + 1) };
}

/** How full each half of the day is, besides the appointment itself. */
async function roomsOn(
  db: Db,
  { business: { businessId }, date, appointmentId, holds }: Taking,
  setting: DaycareSetting,
  had: readonly Heads[],
) {
  const [ownDay] = await readOwnDays(db, businessId, date, date);
  const used = await readHeads(db, businessId, date, date);
  const held = await readHeldHeads(db, businessId, date, date, holds);
  const own = appointmentId === "0" ? [] : await readOwnHeads(db, businessId, date, appointmentId);
  const of = (list: readonly { half: Half; pets: number }[], half: Half) => list.find((one) => one.half === half)?.pets ?? 0;
  return (half: Half): Room => ({
    limit: limitOn(setting, ownDay, date),
    others: of(used, half) - of(own, half),
    held: of(held, half),
    had: of(had, half),
  });
}

/** The next days on which as many pets could come. */
async function freeDays(db: Db, { business: { businessId }, date, holds }: Taking, wanted: readonly Heads[]): Promise<string[]> {
  const dates = datesBetween(addDays(date, 1), addDays(date, LOOKS_AHEAD));
  const full = await fullAmong(db, businessId, dates, () => wanted, holds);
  return dates.filter((day) => !full.has(day)).slice(0, NAMED_INSTEAD);
}

/** Of these days, in their order, those that have not enough places for the lines. */
export const fullDays = (
  db: Db,
  businessId: string,
  dates: readonly string[],
  lines: readonly Line[],
  holds: OverHolds = {},
): Promise<Set<string>> => fullAmong(db, businessId, dates, (middayAt) => headsOf(lines, middayAt), holds);

type WantedAt = (middayAt: number) => readonly Heads[];

async function fullAmong(db: Db, businessId: string, dates: readonly string[], wantedAt: WantedAt, holds: OverHolds) {
  const [from, to] = [dates[0], dates.at(-1)];
  if (!from || !to) return new Set<string>();
  const setting = await readDaycareSetting(db, businessId);
  const wanted = wantedAt(setting.middayAt);
  const ownDays = await readOwnDays(db, businessId, from, to);
  const used = [...(await readHeads(db, businessId, from, to)), ...(await readHeldHeads(db, businessId, from, to, holds))];
  const isFull = (day: string): boolean => {
    const own = ownDays.find((one) => one.day === day);
    const limit = limitOn(setting, own, day);
    const othersOf = (half: Half): number =>
      used.filter((one) => one.day === day && one.half === half).reduce((sum, { pets }) => sum + pets, 0);
    return wanted.some(({ half, pets }) => !fits({ limit, others: othersOf(half), held: 0, had: 0 }, pets));
  };
  return new Set(dates.filter(isFull));
}

/** Of these days, in their order, those on which the location has no daycare at all. */
export async function withoutDaycare(db: Db, businessId: string, dates: readonly string[]): Promise<Set<string>> {
  const [from, to] = [dates[0], dates.at(-1)];
  if (!from || !to) return new Set<string>();
  const setting = await readDaycareSetting(db, businessId);
  const ownDays = await readOwnDays(db, businessId, from, to);
  const own = (date: string) => ownDays.find(({ day }) => day === date);
  return new Set(dates.filter((date) => limitOn(setting, own(date), date) === 0));
}
