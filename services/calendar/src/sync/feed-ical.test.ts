import fc from "fast-check";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { addDays, datesBetween } from "../scheduling/dates.ts";
import { utcMinute } from "../scheduling/zone.ts";
import { datesOf, type Rule } from "../series/rule.ts";
import type { FedEntry } from "./feed-entries.ts";
import { icalOf } from "./feed-ical.ts";

const span = { from: "2027-01-01", to: "2027-12-31" };
const feedIn = (zone: string) => ({ name: "Ada", zone, publicUrl: "https://shop.test", ...span });

const entry = (nth: number, date: string, start: number, summary = "Rex (Ann)"): FedEntry => ({
  key: `appointment-${nth}-1`,
  series: "appointment-series-7-1-0",
  repeats: { of: "appointment", id: "7" },
  appointmentId: String(nth),
  date,
  start,
  minutes: 60,
  version: 1,
  free: false,
  summary,
  description: "Bath",
});

type Read = { at: number; minutes: number; summary: string };

/** What a reader of calendars shows of a file, by time: it takes its zones from the file alone. */
function readBack(file: string): Read[] {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const zones = new Map(
    calendar.getAllSubcomponents("vtimezone").map((one) => [one.getFirstPropertyValue("tzid"), new ICAL.Timezone(one)]),
  );
  const events = calendar.getAllSubcomponents("vevent").map((one) => new ICAL.Event(one, { strictExceptions: false, exceptions: [] }));
  const minute = (time: ICAL.Time): number => {
    const zone = zones.get((time as ICAL.Time & { timezone?: string }).timezone ?? "");
    if (zone) time.zone = zone;
    return time.toUnixTime() / 60;
  };
  const shown = (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time): Read => ({
    at: minute(start),
    minutes: minute(end) - minute(start),
    summary: item.summary,
  });
  const read: Read[] = [];
  for (const event of events.filter((one) => !one.isRecurrenceException())) {
    if (!event.isRecurring()) {
      read.push(shown(event, event.startDate, event.endDate));
      continue;
    }
    for (const other of events) if (other.isRecurrenceException() && other.uid === event.uid) event.relateException(other);
    const dates = event.iterator();
    for (let next = dates.next(); next; next = dates.next()) {
      const { item, startDate, endDate } = event.getOccurrenceDetails(next);
      read.push(shown(item, startDate, endDate));
    }
  }
  return read.sort((a, b) => a.at - b.at || a.summary.localeCompare(b.summary));
}

const stored = (entries: readonly FedEntry[], zone: string): Read[] =>
  entries
    .map(({ date, start, minutes, summary }) => ({ at: utcMinute(date, start, zone), minutes, summary }))
    .sort((a, b) => a.at - b.at || a.summary.localeCompare(b.summary));

const rule: fc.Arbitrary<Rule> = fc.record({
  frequency: fc.constantFrom<Rule["frequency"]>("day", "week", "month"),
  interval: fc.integer({ min: 1, max: 5 }),
  weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
  monthDay: fc.constantFrom<Rule["monthDay"]>("date", "weekday"),
  count: fc.integer({ min: 2, max: 20 }),
  until: fc.constant(null),
});

const changes = fc.array(
  fc.record({ nth: fc.nat(19), what: fc.constantFrom("off", "later", "elsewhere", "renamed"), by: fc.integer({ min: -9, max: 9 }) }),
  { maxLength: 6 },
);

/** A series of which some dates were taken off, moved or changed. */
function entriesOf(dates: readonly string[], changed: readonly { nth: number; what: string; by: number }[]): FedEntry[] {
  const entries: (FedEntry | null)[] = dates.map((date, nth) => entry(nth + 1, date, 600));
  for (const { nth, what, by } of changed) {
    const one = entries[nth];
    if (!one) continue;
    if (what === "off") entries[nth] = null;
    if (what === "later") entries[nth] = { ...one, start: 600 + 15 * by };
    if (what === "elsewhere") entries[nth] = { ...one, date: addDays(one.date, by) };
    if (what === "renamed") entries[nth] = { ...one, summary: `Rex ${by}` };
  }
  return entries.flatMap((one) => one ?? []);
}

const zones = ["America/Los_Angeles", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca"];

test("a reader of calendars finds a series on exactly its dates, however it repeats, whatever was taken off, moved or changed of it, in each zone", async () => {
  await fc.assert(
    fc.asyncProperty(
      rule,
      changes,
      fc.constantFrom(...datesBetween("2027-01-01", "2027-03-31")),
      fc.constantFrom(...zones),
      async (every, changed, first, zone) => {
        const entries = entriesOf(datesOf(every, first) ?? [], changed).filter(({ date }) => date >= span.from && date <= span.to);
        const file = await icalOf(feedIn(zone), entries, new Map([["appointment-series-7-1-0", every]]));
        expect(readBack(file)).toEqual(stored(entries, zone));
      },
    ),
    { numRuns: 150 },
  );
});

test("a series is one event with its rule, without the date that was taken off, and with the one that was moved in its place", async () => {
  const every: Rule = { frequency: "week", interval: 2, weekdays: [], monthDay: "date", count: 8, until: null };
  const dates = datesOf(every, "2027-02-02") ?? [];
  const entries = entriesOf(dates, [
    { nth: 2, what: "off", by: 0 },
    { nth: 4, what: "elsewhere", by: 1 },
  ]);
  const file = await icalOf(feedIn("America/New_York"), entries, new Map([["appointment-series-7-1-0", every]]));
  const lines = file.split("\r\n");
  expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(2);
  expect(lines.filter((line) => /^(RRULE|EXDATE|DTSTART|RECURRENCE-ID|UID)/.test(line))).toEqual([
    // The clock at the beginning, and its changes in March and November.
    "DTSTART:20270101T000000",
    "DTSTART:20270314T020000",
    "DTSTART:20271107T020000",
    "UID:appointment-series-7-1-0@shop.test",
    "DTSTART;TZID=America/New_York:20270202T100000",
    "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU;UNTIL=20270511T140000Z",
    "EXDATE;TZID=America/New_York:20270302T100000",
    "UID:appointment-series-7-1-0@shop.test",
    "DTSTART;TZID=America/New_York:20270331T100000",
    "RECURRENCE-ID;TZID=America/New_York:20270330T100000",
  ]);
});

test("what is left of a series is an event of its own where only one of it is", async () => {
  const every: Rule = { frequency: "week", interval: 1, weekdays: [], monthDay: "date", count: 2, until: null };
  const file = await icalOf(feedIn("Europe/Berlin"), [entry(1, "2027-02-02", 600)], new Map([["appointment-series-7-1-0", every]]));
  expect(file).toContain("UID:appointment-1-1@shop.test");
  expect(file).toContain("DTSTART:20270202T090000Z");
  expect(file).not.toContain("RRULE");
});
