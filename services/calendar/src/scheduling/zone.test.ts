import { describe, expect, test } from "vitest";
import { addDays } from "./dates.ts";
import { DAY_MINUTES } from "./minutes.ts";
import { instantAt, instantsOf, isZone, localTime, minutesOn, skippedMinutes, utcDatesOf, utcMinute } from "./zone.ts";

const zones = Intl.supportedValuesOf("timeZone");
const years = [2011, 2026, 2027];

/** The local days around every change of the zone's clock in a year. */
function changeDays(zone: string, year: number): string[] {
  const days: string[] = [];
  let clock = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(zone).getTimeZoneTransition("next");
  while (clock && clock.year <= year) {
    const day = clock.toPlainDate().toString();
    days.push(addDays(day, -1), day, addDays(day, 1));
    clock = clock.getTimeZoneTransition("next");
  }
  return days;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe("local time and instants", () => {
  test("both transitions, every zone: the mapping never runs backwards and reads back the same", () => {
    let days = 0;
    for (const zone of zones) {
      for (const date of years.flatMap((year) => changeDays(zone, year))) {
        days += 1;
        checkDay(date, zone);
      }
    }
    expect(zones.length).toBeGreaterThan(400);
    expect(days).toBeGreaterThan(1_000);
  }, 60_000);

  function checkDay(date: string, zone: string) {
    const skipped = skippedMinutes(date, zone);
    let last = Number.NEGATIVE_INFINITY;
    for (let minute = 0; minute <= DAY_MINUTES; minute += 15) {
      const instant = instantAt(date, minute, zone);
      if (instant.epochMilliseconds < last) throw new Error(`${zone} ${date} ${minute} runs backwards`);
      last = instant.epochMilliseconds;
      if (minute === DAY_MINUTES || (skipped && skipped.start <= minute && minute < skipped.end)) continue;
      const back = localTime(instant, zone);
      if (back.date !== date || back.minute !== minute) throw new Error(`${zone} ${date} ${minute} reads back ${back.date} ${back.minute}`);
    }
    const midnight = instantAt(date, DAY_MINUTES, zone).epochMilliseconds;
    expect(midnight).toBe(instantAt(addDays(date, 1), 0, zone).epochMilliseconds);
  }

  test("instants seen from a place: a range of the day meets them on the wall if and only if it meets them in truth", () => {
    const random = seeded(7);
    for (const zone of zones.filter((_, index) => index % 4 === 0)) {
      for (const date of changeDays(zone, 2026)) {
        for (let tries = 0; tries < 40; tries += 1) {
          const from = utcMinute(date, 0, zone) + Math.floor(random() * 1_700) - 200;
          const instants = { start: from, end: from + 1 + Math.floor(random() * 300) };
          const onWall = minutesOn(date, instants, zone);
          const start = Math.floor(random() * DAY_MINUTES);
          const end = Math.min(start + 1 + Math.floor(random() * 300), DAY_MINUTES);
          const range = { start: utcMinute(date, start, zone), end: utcMinute(date, end, zone) };
          // What lies in minutes that do not exist takes no time at all.
          if (range.start === range.end) continue;
          const meets = start < onWall.end && onWall.start < end;
          const said = `${zone} ${date} ${start}-${end} ${JSON.stringify(instants)}`;
          if (meets !== (range.start < instants.end && instants.start < range.end)) throw new Error(said);
        }
      }
    }
  });

  test.each([
    ["America/New_York", ["2026-05-04", "2026-05-05"]],
    ["Europe/Berlin", ["2026-05-03", "2026-05-04"]],
    ["Etc/UTC", ["2026-05-04"]],
    ["Pacific/Kiritimati", ["2026-05-03", "2026-05-04"]],
  ])("the UTC dates of a day in %s, its own among them", (zone, dates) => expect(utcDatesOf("2026-05-04", zone)).toEqual(dates));

  test("New York, spring: the skipped hour does not exist and a range stops at it", () => {
    expect(skippedMinutes("2026-03-08", "America/New_York")).toEqual({ start: 120, end: 180 });
    expect(skippedMinutes("2026-03-09", "America/New_York")).toBeNull();
    const { start, end } = instantsOf("2026-03-08", { start: 90, end: 210 }, "America/New_York");
    expect(start.toString()).toBe("2026-03-08T06:30:00Z");
    expect(end.toString()).toBe("2026-03-08T07:30:00Z");
    expect(instantAt("2026-03-08", 150, "America/New_York").toString()).toBe("2026-03-08T07:00:00Z");
  });

  test("New York, autumn: a repeated minute is its first coming, and an appointment over the change lasts an hour more", () => {
    expect(instantAt("2026-11-01", 90, "America/New_York").toString()).toBe("2026-11-01T05:30:00Z");
    const { start, end } = instantsOf("2026-11-01", { start: 30, end: 150 }, "America/New_York");
    expect((end.epochMilliseconds - start.epochMilliseconds) / 60_000).toBe(180);
  });

  test.each([
    ["Africa/Cairo at midnight", "2026-04-24", "Africa/Cairo", { start: 0, end: 60 }],
    ["Lord Howe, half an hour", "2026-10-04", "Australia/Lord_Howe", { start: 120, end: 150 }],
    ["Samoa, the whole day", "2011-12-30", "Pacific/Apia", { start: 0, end: 1440 }],
    ["Phoenix, never", "2026-03-08", "America/Phoenix", null],
  ])("%s", (_, date, zone, expected) => expect(skippedMinutes(date, zone)).toEqual(expected));

  test("a name that is no zone is told apart", () => {
    expect(isZone("America/Los_Angeles")).toBe(true);
    expect(isZone("Mars/Olympus")).toBe(false);
  });
});
