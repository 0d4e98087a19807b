import type { MessageInitShape } from "@bufbuild/protobuf";
import { fail, toWireDate } from "@leashline/kit";
import {
  RepeatFrequency,
  RepeatMonthDay,
  type RepeatRule,
  type RepeatRuleSchema,
  SeriesDateOutcome,
} from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { conflictText } from "../conflicts/slot-conflict.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import type { Occurrence } from "./dates.ts";
import type { Frequency, Rule } from "./rule.ts";

const frequencies: Record<Exclude<RepeatFrequency, RepeatFrequency.UNSPECIFIED>, Frequency> = {
  [RepeatFrequency.DAY]: "day",
  [RepeatFrequency.WEEK]: "week",
  [RepeatFrequency.MONTH]: "month",
};
const frequencyNumbers: Record<Frequency, RepeatFrequency> = {
  day: RepeatFrequency.DAY,
  week: RepeatFrequency.WEEK,
  month: RepeatFrequency.MONTH,
};

export function fromRule(asked: RepeatRule): Rule {
  const { frequency, interval, weekdays, monthDay, ends } = asked;
  mustSayTheSame(asked);
  return {
    frequency: frequencies[frequency as keyof typeof frequencies],
    interval,
    weekdays: [...weekdays].sort((a, b) => a - b),
    monthDay: monthDay === RepeatMonthDay.WEEKDAY ? "weekday" : "date",
    count: ends.case === "count" ? ends.value : null,
    until: ends.case === "until" ? calendarDay(ends.value, "rule.until") : null,
  };
}

/** What a rule of this frequency does not listen to is not left out: whoever says it means other dates. */
function mustSayTheSame({ frequency, weekdays, monthDay }: RepeatRule): void {
  const wrong = (field: string, reason: string) => fail("PARAMS_INVALID", { field: `rule.${field}`, reason });
  if (weekdays.length > 0 && frequency !== RepeatFrequency.WEEK) throw wrong("weekdays", "can be named by week only");
  if (monthDay !== RepeatMonthDay.UNSPECIFIED && frequency !== RepeatFrequency.MONTH) throw wrong("monthDay", "can be named by month only");
}

const monthDays = { date: RepeatMonthDay.DATE, weekday: RepeatMonthDay.WEEKDAY };

export const toRule = ({ frequency, interval, weekdays, monthDay, count, until }: Rule): MessageInitShape<typeof RepeatRuleSchema> => ({
  frequency: frequencyNumbers[frequency],
  interval,
  weekdays: [...weekdays],
  monthDay: frequency === "month" ? monthDays[monthDay] : RepeatMonthDay.UNSPECIFIED,
  ends: until === null ? { case: "count", value: count ?? 0 } : { case: "until", value: toWireDate(until) },
});

const outcomes = { kept: SeriesDateOutcome.KEPT, canceled: SeriesDateOutcome.CANCELLED };

export const toDate = ({ date, staffId, conflict, note = "", outcome }: Occurrence) => ({
  date: toWireDate(date),
  conflict: conflict ? conflictText[conflict.kind] : "",
  staffId,
  conflictAppointmentId: conflict?.kind === "existingBooking" && /^\d+$/.test(conflict.id) ? conflict.id : "0",
  note: conflict?.note ?? note,
  outcome: outcome ? outcomes[outcome] : SeriesDateOutcome.UNSPECIFIED,
});
