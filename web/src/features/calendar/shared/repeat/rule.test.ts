import { create } from "@bufbuild/protobuf";
import {
  RepeatFrequency,
  RepeatRuleSchema,
  SeriesDateOutcome,
  SeriesDateSchema,
} from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { expect, test } from "vitest";
import { datesOf, isReady } from "./dates.ts";
import { draftOf, firstDraft, nthWeekday, ruleOf, ruleWords } from "./rule.ts";

const draft = firstDraft("2027-01-12");

test("a draft becomes a rule once it says how often and when it ends", () => {
  expect(ruleOf(draft)).toEqual({ interval: 2, frequency: 2, weekdays: [2], monthDay: 0, ends: { case: "count", value: 10 } });
  expect(ruleOf({ ...draft, frequency: "3", monthDay: "2", ends: "until", until: "2027-06-30" })).toEqual({
    interval: 2,
    frequency: 3,
    weekdays: [],
    monthDay: 2,
    ends: { case: "until", value: { year: 2027, month: 6, day: 30 } },
  });
  for (const wrong of [{ interval: "0" }, { interval: "1.5" }, { count: "1" }, { count: "101" }, { ends: "until" as const }])
    expect(ruleOf({ ...draft, ...wrong })).toBeUndefined();
});

test("a rule that is to change stands there with the end it has: by number while each date has its visit, otherwise by the last day", () => {
  const rule = (ends: object) => create(RepeatRuleSchema, { interval: 1, frequency: RepeatFrequency.WEEK, ends: ends as never });
  const ended = (ends: object, date: string, ...canceled: string[]) => {
    const days = ["2027-01-05", "2027-01-12", "2027-01-19", "2027-01-26"];
    const visits = days.map((day) => ({ date: day, editable: !canceled.includes(day) }));
    const held = draftOf(rule(ends), date, visits);
    return held.ends === "count" ? Number(held.count) : held.until;
  };
  const four = { case: "count", value: 4 };
  expect([ended(four, "2027-01-05"), ended(four, "2027-01-12")]).toEqual([4, 3]);
  expect(ended(four, "2027-01-12", "2027-01-05"), "what lies behind").toBe(3);
  expect(ended(four, "2027-01-05", "2027-01-19"), "one of them is canceled").toBe("2027-01-26");
  expect(ended({ case: "count", value: 5 }, "2027-01-05"), "one was left out").toBe("2027-01-26");
  expect(ended(four, "2027-01-26"), "the last one").toBe("2027-01-26");
  expect(ended({ case: "until", value: { year: 2027, month: 1, day: 31 } }, "2027-01-05")).toBe("2027-01-31");
});

test("the dates of the rule before, of one that is refused and of one that changes nothing are nothing to go by", () => {
  const booked = create(SeriesDateSchema, { date: { year: 2027, month: 1, day: 19 } });
  const kept = create(SeriesDateSchema, { outcome: SeriesDateOutcome.KEPT });
  const gone = create(SeriesDateSchema, { outcome: SeriesDateOutcome.CANCELLED });
  const taken = create(SeriesDateSchema, { conflict: "not working at this time" });
  const answered = { data: { dates: [booked, kept] }, isFetching: false, isPlaceholderData: false, error: null, refetch: () => undefined };
  const ready = (change: object, rule?: object) => isReady(datesOf(rule, { ...answered, ...change }));
  expect([ready({}, draft), ready({ data: { dates: [gone, kept] } }, draft)]).toEqual([true, true]);
  for (const not of [
    { isFetching: true },
    { isPlaceholderData: true },
    { error: new Error("Offline") },
    { data: { dates: [kept, taken] } },
  ])
    expect(ready(not, draft), Object.keys(not).join()).toBe(false);
  expect(ready({}), "no rule yet").toBe(false);
});

test("a rule in words", () => {
  const words = (rule: object) =>
    ruleWords(create(RepeatRuleSchema, { interval: 1, frequency: RepeatFrequency.WEEK, ...rule }), (day) => day);
  expect(words({ ends: { case: "count", value: 10 } })).toBe("Every week, 10 times");
  expect(words({ interval: 3, weekdays: [1, 3, 5], ends: { case: "until", value: { year: 2027, month: 6, day: 30 } } })).toBe(
    "Every 3 weeks on Monday, Wednesday and Friday, until 2027-06-30",
  );
  expect([nthWeekday("2027-01-12"), nthWeekday("2027-01-29")]).toEqual(["second Tuesday", "last Friday"]);
});
