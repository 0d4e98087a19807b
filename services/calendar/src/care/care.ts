import { addDays, daysBetween } from "../scheduling/dates.ts";

/** CareOutcome of care_service.proto; the numbers are stored. */
export const Outcome = { NONE: 0, GIVEN: 1, NOT_GIVEN: 2, TAKEN_BACK: 3 } as const;

/** What a pet is given at the same times of its days. It is never changed: another one takes its place. */
export type Schedule = {
  readonly id: string;
  readonly appointmentId: string;
  readonly petId: string;
  readonly petName: string;
  readonly kind: number;
  readonly name: string;
  readonly amount: string;
  readonly unit: string;
  readonly instructions: string;
  readonly times: readonly number[];
  /** The first and the last day on which it is given; null: those of the visit. */
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  /** On every so many days, counted from the first one. */
  readonly everyDays: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
};

export type CareEntry = {
  readonly id: string;
  readonly careScheduleId: string;
  readonly day: string;
  readonly minute: number;
  readonly outcome: number;
  readonly note: string;
  readonly staffId: string;
  readonly staffName: string;
  readonly entryKey: string;
  readonly tickedAt: Date;
};

/** The visit that the care belongs to. */
export type Visit = {
  readonly date: string;
  readonly endDate: string;
  readonly start: number;
  readonly end: number;
  readonly checkInAt: string | null;
  readonly checkOutAt: string | null;
};

export type Task = {
  readonly schedule: Schedule;
  readonly day: string;
  readonly minute: number;
  readonly outcome: number;
  readonly missed: boolean;
  readonly twice: boolean;
  readonly events: readonly CareEntry[];
};

/** Milliseconds since 1970 of a local time, in the zone of the business. */
export type Instant = (day: string, minute: number) => number;

type Days = Pick<Schedule, "firstDate" | "lastDate" | "everyDays">;
type Asked = {
  readonly visit: Visit;
  readonly schedule: Schedule;
  readonly entries: readonly CareEntry[];
  readonly now: number;
  readonly at: Instant;
};

/** Whether a schedule has something to be given on a day of a visit. */
export function isGivenOn(day: string, { firstDate, lastDate, everyDays }: Days, visit: Pick<Visit, "date">): boolean {
  const first = firstDate ?? visit.date;
  return day >= first && (lastDate === null || day <= lastDate) && daysBetween(first, day) % everyDays === 0;
}

/** What is to be given by a schedule on a day, as it stands: none before the visit begins or after it ends, nor on other days than its own or while it did not hold. */
export function tasksOn(day: string, { visit, schedule, entries, now, at }: Asked): Task[] {
  const isDue = isGivenOn(day, schedule, visit);
  return schedule.times
    .toSorted((a, b) => a - b)
    .flatMap((minute): Task[] => {
      const events = entries
        .filter((one) => one.careScheduleId === schedule.id && one.day === day && one.minute === minute)
        .toSorted(newestFirst);
      const moment = at(day, minute);
      if (events.length === 0 && !(isDue && isWithin(visit, day, minute) && holds(schedule, moment))) return [];
      const { outcome, twice } = standing(events);
      return [
        { schedule, day, minute, outcome, twice, events, missed: outcome === Outcome.NONE && moment < now && wasHere(visit, moment) },
      ];
    });
}

type Noted = Pick<CareEntry, "id" | "outcome" | "tickedAt">;

export const newestFirst = (a: Noted, b: Noted): number =>
  b.tickedAt.getTime() - a.tickedAt.getTime() || Number(BigInt(b.id) - BigInt(a.id));

/** What the newest entry says; noted twice when it was given by two entries with nothing taken back between them. */
export function standing(events: readonly Noted[]): { outcome: number; twice: boolean } {
  const [newest] = events;
  if (!newest || newest.outcome === Outcome.TAKEN_BACK) return { outcome: Outcome.NONE, twice: false };
  const back = events.findIndex((one) => one.outcome === Outcome.TAKEN_BACK);
  const since = back === -1 ? events : events.slice(0, back);
  return { outcome: newest.outcome, twice: since.filter((one) => one.outcome === Outcome.GIVEN).length > 1 };
}

const isWithin = ({ date, start, endDate, end }: Visit, day: string, minute: number): boolean =>
  (day > date || (day === date && minute >= start)) && (day < endDate || (day === endDate && minute <= end));

const holds = ({ createdAt, endedAt }: Schedule, moment: number): boolean =>
  createdAt.getTime() <= moment && (endedAt === null || moment < endedAt.getTime());

const wasHere = ({ checkInAt, checkOutAt }: Visit, moment: number): boolean =>
  checkInAt !== null && Date.parse(checkInAt) <= moment && (checkOutAt === null || moment < Date.parse(checkOutAt));

const MOST_DAYS = 200;

/** The days of a visit until now. */
export function daysUntil({ date, endDate }: Visit, today: string): string[] {
  const last = endDate < today ? endDate : today;
  const days: string[] = [];
  for (let day = date; day <= last && days.length < MOST_DAYS; day = addDays(day, 1)) days.push(day);
  return days;
}

/** How often each pet was given something of a kind; what two people ticked for the same time counts once. */
export function givenSoFar(
  schedules: readonly Schedule[],
  entries: readonly CareEntry[],
): { petId: string; kind: number; times: number }[] {
  const counts = new Map<string, { petId: string; kind: number; times: number }>();
  const ticks = Map.groupBy(entries, ({ careScheduleId, day, minute }) => `${careScheduleId}.${day}.${minute}`);
  const byId = new Map(schedules.map((one) => [one.id, one]));
  for (const events of ticks.values()) {
    const schedule = byId.get(events[0]?.careScheduleId ?? "");
    if (!schedule || standing(events.toSorted(newestFirst)).outcome !== Outcome.GIVEN) continue;
    const { petId, kind } = schedule;
    const key = `${petId}.${kind}`;
    counts.set(key, { petId, kind, times: (counts.get(key)?.times ?? 0) + 1 });
  }
  return [...counts.values()];
}
