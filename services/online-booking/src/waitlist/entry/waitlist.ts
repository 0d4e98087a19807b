import { fail } from "@leashline/kit";
import { isVisited } from "@leashline/proto/rules/visited.ts";
import type { Selectable } from "kysely";
import type { DB } from "../../db.ts";

export type WaitState = "waiting" | "booking" | "booked" | "removed";
export type TimeRange = { startTime: number; endTime: number };
export type WaitLine = { serviceId: string; name: string; careType: string; minor: string; duration: number; addOn?: true };
export type WaitPet = { petId: string; petName: string; petType: string; breed: string; services: WaitLine[] };
/** An entry as stored; what is JSON in its row is what was written there. */
export type EntryRow = Omit<Selectable<DB["waitlistEntry"]>, "state" | "pets" | "timeRanges" | "staffIds"> & {
  state: WaitState;
  pets: WaitPet[];
  timeRanges: TimeRange[];
  staffIds: string[];
};

/** When they could come and with whom; empty means any. Of the days the first is the one they would like most. */
export type Preferences = { dates: string[]; nights: number; timeRanges: TimeRange[]; staffIds: string[] };
export type Validity = { validFrom: string; validTill: string };

/** The two families of calls (growth §4): boarding and daycare have one of their own. */
export type Family = "stays" | "others";
const stayTypes = ["BOARDING", "DAYCARE"];
export const familyOf = (careType: string): Family => (stayTypes.includes(careType) ? "stays" : "others");
/** The number under which lies what they signed: as they joined, else with the request that brought them to the waitlist. */
export const signedUnder = ({ signedAs, bookingRequestId }: Pick<EntryRow, "signedAs" | "bookingRequestId">): string =>
  signedAs === "0" ? bookingRequestId : signedAs;

export const isStay = ({ careTypes }: Pick<EntryRow, "careTypes">): boolean => careTypes.includes("BOARDING");

/** Daycare waits for a place on a day, whoever is there. */
export const isByDay = (row: Pick<EntryRow, "careTypes">): boolean => !isStay(row) && row.careTypes.includes("DAYCARE");

/** Waits for a place in a group class. */
export const isPlace = ({ classId }: Pick<EntryRow, "classId">): boolean => classId !== "0";

type Visited = Pick<EntryRow, "careTypes" | "atClient">;
const isAtClient = ({ careTypes, atClient }: Visited): boolean => careTypes.some((careType) => isVisited(careType, atClient));

/** Whether the business goes that far is for a person to say; also where it is not known how far that is. */
export const isOutOfArea = (row: Visited & Pick<EntryRow, "outOfArea">): boolean => row.outOfArea && isAtClient(row);
export const isAreaUnknown = (row: Visited & Pick<EntryRow, "areaUnknown">): boolean => row.areaUnknown && isAtClient(row);

/** How long each pet would be at daycare: as its longest service says. */
export const daycareMinutes = ({ pets }: Pick<EntryRow, "pets">): number[] =>
  pets.map(({ services }) => Math.max(...services.map(({ duration }) => duration), 1));

/** How long it takes of a day; 0 for a stay, which ends on another. */
export const minutesOf = (row: Pick<EntryRow, "careTypes" | "pets" | "duration">): number =>
  isByDay(row) ? Math.max(...daycareMinutes(row)) : isStay(row) ? 0 : row.duration;

/** The day on which a stay that begins on this one ends; null for what is no stay. */
export const endDateOf = (row: Pick<EntryRow, "careTypes" | "nights">, date: string): string | null =>
  isStay(row)
    ? Temporal.PlainDate.from(date)
        .add({ days: Math.max(1, row.nights) })
        .toString()
    : null;

/** The legal moves; everything else is refused. */
export const moves = {
  change: ["waiting"],
  remove: ["waiting"],
  beginBooking: ["waiting", "booking", "booked"],
  giveUpBooking: ["booking"],
  finishBooking: ["booking"],
} as const satisfies Record<string, readonly WaitState[]>;
export type Move = keyof typeof moves;
export const mayMove = (move: Move, state: WaitState): boolean => (moves[move] as readonly WaitState[]).includes(state);

const standardDays = 90;
const mostYears = 2;

/** From when to when an entry is valid: from today for ninety days unless it says otherwise. */
export function validityOf(today: string, { validFrom, validTill }: Partial<Validity>): Validity {
  const from = validFrom ?? today;
  const till = validTill ?? Temporal.PlainDate.from(from).add({ days: standardDays }).toString();
  if (till < from) throw fail("PARAMS_INVALID", { field: "validTill", reason: "must not be before the first day" });
  if (till > Temporal.PlainDate.from(from).add({ years: mostYears }).toString())
    throw fail("PARAMS_INVALID", { field: "validTill", reason: "must be within two years" });
  return { validFrom: from, validTill: till };
}

const leastWeek = 7;

/** As long as it was valid before, from today; at least a week. */
export function keptWaiting(today: string, { validFrom, validTill }: Validity): Validity {
  const days = Temporal.PlainDate.from(validFrom).until(validTill).days;
  return {
    validFrom: today,
    validTill: Temporal.PlainDate.from(today)
      .add({ days: Math.max(leastWeek, days) })
      .toString(),
  };
}

export const isExpired = ({ validTill }: Pick<Validity, "validTill">, today: string): boolean => validTill < today;

export const stillWaits = ({ state, ...entry }: Pick<EntryRow, "state" | "validTill">, today: string): boolean =>
  (state === "waiting" || state === "booking") && !isExpired(entry, today);

/** What the keyword is looked for in. */
export const wordsOf = (firstName: string, lastName: string, pets: readonly WaitPet[]): string =>
  [firstName, lastName, ...pets.map(({ petName }) => petName)].join(" ").toLowerCase();

/** Local days and, at both ends, minutes since midnight. */
export type Span = { from: string; fromMinute: number; to: string; toMinute: number };

/** Which days of a span an entry could begin on: valid, and wished for. */
export function daysWithin(span: Pick<Span, "from" | "to">, entry: Validity & Pick<Preferences, "dates">): string[] {
  const from = [span.from, entry.validFrom].sort()[1] ?? span.from;
  const to = [span.to, entry.validTill].sort()[0] ?? span.to;
  if (entry.dates.length > 0) return entry.dates.filter((date) => date >= from && date <= to).sort();
  const days: string[] = [];
  for (let day = Temporal.PlainDate.from(from); day.toString() <= to; day = day.add({ days: 1 })) days.push(day.toString());
  return days;
}

/** Whether a start suits what an entry wishes for of the hour, and lies within a span. */
export const suits = (span: Span, { timeRanges }: Pick<Preferences, "timeRanges">, date: string, start: number): boolean =>
  (date > span.from || start >= span.fromMinute) &&
  (date < span.to || start <= span.toMinute) &&
  (timeRanges.length === 0 || timeRanges.some(({ startTime, endTime }) => start >= startTime && start <= endTime));
