import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  RepeatFrequency,
  RepeatMonthDay,
  type RepeatRule,
  type RepeatRuleSchema,
} from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { type DayLike, dayToIso, isoToDay, WEEKDAYS, weekday } from "../../../../ui/format/dates.ts";

/** What the form holds: texts, as fields do. */
export type RuleDraft = {
  interval: string;
  frequency: "1" | "2" | "3";
  weekdays: string[];
  monthDay: "1" | "2";
  ends: "count" | "until";
  count: string;
  until: string;
};

/** Every second week, ten times: what shops do most. */
export const firstDraft = (date: string): RuleDraft => ({
  interval: "2",
  frequency: "2",
  weekdays: [String(weekday(date))],
  monthDay: "1",
  ends: "count",
  count: "10",
  until: "",
});

/** One of a series: on which day, and whether it is still to come. */
export type SeriesVisit = { date: string; editable: boolean };

/**
 * A rule as the form holds it, from one of its visits on. It ends by number only while each of its dates has its visit: a date that was canceled or left out counts
 * for the rule, not for whoever reads how many are left.
 */
export const draftOf = (rule: RepeatRule, date: string, visits: readonly SeriesVisit[]): RuleDraft => {
  const { frequency, interval, weekdays, monthDay, ends } = rule;
  const following = visits.filter((one) => one.date >= date);
  const open = following.filter(({ editable }) => editable).map((one) => one.date);
  const isWhole = ends.case === "count" && ends.value === visits.length && open.length === following.length && open.length > 1;
  return {
    interval: String(interval),
    frequency: String(frequency) as RuleDraft["frequency"],
    weekdays: weekdays.length > 0 ? weekdays.map(String) : [String(weekday(date))],
    monthDay: monthDay === RepeatMonthDay.WEEKDAY ? "2" : "1",
    ends: isWhole ? "count" : "until",
    count: String(Math.max(2, open.length)),
    until: ends.case === "until" ? dayToIso(ends.value as DayLike) : (open.sort().at(-1) ?? date),
  };
};

const whole = (text: string, from: number, to: number): number | undefined => {
  const value = Number(text);
  return Number.isInteger(value) && value >= from && value <= to ? value : undefined;
};

/** The rule of a draft; undefined while it is not complete. */
export const ruleOf = (draft: RuleDraft): MessageInitShape<typeof RepeatRuleSchema> | undefined => {
  const interval = whole(draft.interval, 1, 99);
  const count = whole(draft.count, 2, 100);
  const until = isoToDay(draft.until);
  const ends =
    draft.ends === "count" ? count && { case: "count" as const, value: count } : until && { case: "until" as const, value: until };
  if (!interval || !ends) return undefined;
  const frequency = Number(draft.frequency) as RepeatFrequency;
  return {
    interval,
    frequency,
    weekdays: frequency === RepeatFrequency.WEEK ? draft.weekdays.map(Number).sort((a, b) => a - b) : [],
    monthDay: frequency === RepeatFrequency.MONTH ? (Number(draft.monthDay) as RepeatMonthDay) : RepeatMonthDay.UNSPECIFIED,
    ends,
  };
};

const ordinals = ["first", "second", "third", "fourth", "last"] as const;

/** "second Tuesday" of a month. */
export const nthWeekday = (date: string): string => `${ordinals[Math.ceil(Number(date.slice(8)) / 7) - 1]} ${WEEKDAYS[weekday(date)]}`;

const units = { [RepeatFrequency.DAY]: "day", [RepeatFrequency.WEEK]: "week", [RepeatFrequency.MONTH]: "month" } as const;

const everyWords = (interval: number, unit: string, weekdays: readonly number[]): string => {
  const every = interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`;
  const names = weekdays.map((day) => WEEKDAYS[day] ?? "");
  return `${every}${names.length > 1 ? ` on ${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : ""}`;
};

/** "Every 2 weeks on Monday and Friday"; a single weekday goes without saying. */
export const weeksWords = (interval: number, weekdays: readonly number[]): string => everyWords(interval, "week", weekdays);

/** "Every 2 weeks on Monday and Friday, 10 times". */
export const ruleWords = ({ frequency, interval, weekdays, ends }: RepeatRule, shortDay: (day: string) => string): string => {
  const unit = units[frequency as keyof typeof units] ?? "day";
  const end = ends.case === "until" ? `until ${shortDay(dayToIso(ends.value as DayLike))}` : `${ends.value ?? 0} times`;
  return `${everyWords(interval, unit, weekdays)}, ${end}`;
};
