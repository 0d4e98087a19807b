import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { Appointment } from "../appointments/appointment.ts";
import { isEditable } from "../appointments/moves.ts";
import { dayNumber, daysBetween, weekday } from "../scheduling/dates.ts";
import { datesOf, type Rule } from "./rule.ts";

export type Member = Pick<Appointment, "id" | "date" | "status">;

/** What another rule makes of the appointments that follow one. */
export type RuleChange = {
  readonly kept: readonly Member[];
  readonly canceled: readonly Member[];
  /** Dates on which it is booked once more. */
  readonly booked: readonly string[];
};

/** So far one may have been put elsewhere by itself and still stand for its date. */
const NEAR_DAYS = 6;

const weekdayOf = (date: string): number => weekday(dayNumber(date));

/** The dates that the former rule gave after this one, from where its series began, though that visit is gone; none where it was put elsewhere. */
export function formerDates(rule: Rule, members: readonly Member[], from: string, beginning?: string): string[] {
  const [first] = members.map(({ date }) => date).sort();
  const given = [beginning, first].map((one) => (one ? (datesOf(rule, one) ?? []) : []));
  const dates = given.find((some) => some.includes(from)) ?? [];
  const weekdays = new Set(members.map(({ date }) => weekdayOf(date)));
  // A series that was moved as a whole to another weekday has left the one that its rule names.
  return dates.filter((date) => date > from && (rule.frequency !== "week" || weekdays.has(weekdayOf(date))));
}

/** By id, the former date that a visit stands for which somebody put elsewhere. */
function movedAlone(former: readonly string[], members: readonly Member[]): Map<string, string> {
  const taken = new Set(members.map(({ date }) => date));
  const left = former.filter((date) => !taken.has(date));
  const found = new Map<string, string>();
  for (const { id, date } of members.filter((one) => !former.includes(one.date))) {
    const away = (one: string): number => Math.abs(daysBetween(one, date));
    const nearest = left.filter((one) => away(one) <= NEAR_DAYS).sort((a, b) => away(a) - away(b))[0];
    if (nearest === undefined) continue;
    found.set(id, nearest);
    left.splice(left.indexOf(nearest), 1);
  }
  return found;
}

const lastLiving = (members: readonly Member[], dateOf: (one: Member) => string): string =>
  members
    .filter(({ status }) => status !== AppointmentStatus.CANCELLED)
    .map(dateOf)
    .sort()
    .at(-1) ?? "";

/** `dates`: of the new rule, after the first. `former`: of the old one. `members`: those that follow. */
export function ruleChange(dates: readonly string[], former: readonly string[], members: readonly Member[]): RuleChange {
  const standsFor = movedAlone(former, members);
  const dateOf = ({ id, date }: Member): string => standsFor.get(id) ?? date;
  const open = members.filter(({ status }) => isEditable(status));
  const isKept = (one: Member): boolean => dates.includes(dateOf(one));
  const last = lastLiving(members, dateOf);
  // What has no visit of the former dates was left out, or taken off again. Behind the last that is left it was ended, and may go on.
  const settled = new Set([...former, ...members.map(dateOf)].filter((date) => date <= last));
  return {
    kept: open.filter(isKept),
    canceled: open.filter((one) => !isKept(one)),
    booked: dates.filter((date) => !settled.has(date)),
  };
}

/** A rule as it holds: it ends with the last appointment that is left. */
export function asItEnds(rule: Rule, members: readonly Member[]): Rule {
  const [first] = members.map(({ date }) => date).sort();
  const last = lastLiving(members, ({ date }) => date);
  const end = first && datesOf(rule, first)?.at(-1);
  return last && end && last < end ? { ...rule, count: null, until: last } : rule;
}
