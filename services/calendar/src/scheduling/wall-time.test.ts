import { expect, test } from "vitest";
import { datesOf } from "../series/rule.ts";
import { addDays } from "./dates.ts";
import { conflictsOf, type StaffDay } from "./verdict.ts";
import { instantAt, localTime, skippedMinutes } from "./zone.ts";

// Documented in docs/integrator-guide.md, "Days on which the clock changes".

const zones = Intl.supportedValuesOf("timeZone");
const around = 3;

/** Each change of a zone's clock in a year: its day, and by how many minutes the clock goes forward (negative: back). */
function changesIn(zone: string, year: number): { date: string; forward: number }[] {
  const found: { date: string; forward: number }[] = [];
  let clock = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(zone).getTimeZoneTransition("next");
  while (clock && clock.year <= year) {
    const before = clock.subtract({ seconds: 1 });
    const forward = (clock.offsetNanoseconds - before.offsetNanoseconds) / 60_000_000_000;
    // The day on whose clock it happens: midnight changes belong to the day before when the clock goes back over it.
    found.push({ date: (forward < 0 ? before : clock).toPlainDate().toString(), forward });
    clock = clock.getTimeZoneTransition("next");
  }
  return found;
}

const allDay = (skipped: StaffDay["skipped"]): StaffDay => ({
  day: { working: true, availability: "time", ranges: [{ start: 0, end: 1440 }], slots: [], limits: [] } as unknown as StaffDay["day"],
  busy: [],
  skipped,
});

test.each([2026, 2027])(
  "in %i a series keeps its local time over every change of every zone's clock; minutes that are skipped cannot be booked",
  (year) => {
    let [changes, refused] = [0, 0];
    for (const zone of zones) {
      for (const { date, forward } of changesIn(zone, year)) {
        changes += 1;
        const first = addDays(date, -around);
        const rule = { frequency: "day", interval: 1, weekdays: [], monthDay: "date", count: 2 * around + 1, until: null } as const;
        for (const minute of [0, 30, 60, 90, 120, 150, 180, 540, 1380, 1410]) {
          for (const day of datesOf(rule, first) ?? []) {
            const skipped = skippedMinutes(day, zone);
            const range = { start: minute, end: minute + 15 };
            const [conflict] = conflictsOf(allDay(skipped), { range, pets: 1, serviceIds: [] });
            const lost = skipped !== null && skipped.start < range.end && range.start < skipped.end;
            expect(conflict?.why, `${zone} ${day} ${minute}`).toBe(lost ? "clockChange" : undefined);
            if (lost) refused += 1;
            if (skipped && skipped.start <= minute && minute < skipped.end) continue;
            const back = localTime(instantAt(day, minute, zone), zone);
            if (back.date !== day || back.minute !== minute)
              throw new Error(`${zone} ${day} ${minute} (${forward}) reads ${back.date} ${back.minute}`);
          }
        }
      }
    }
    expect(changes).toBeGreaterThan(250);
    expect(refused).toBeGreaterThan(100);
  },
  120_000,
);

test("an hour that comes twice is its first coming, in every zone in which the clock goes back in 2026 or 2027", () => {
  let seen = 0;
  for (const zone of zones) {
    for (const { date, forward } of [2026, 2027].flatMap((year) => changesIn(zone, year))) {
      if (forward >= 0) continue;
      for (let minute = 0; minute < 1440; minute += 30) {
        const plain = Temporal.PlainDate.from(date).toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 });
        const [earlier, later] = ["earlier", "later"].map((disambiguation) =>
          plain.toZonedDateTime(zone, { disambiguation: disambiguation as "earlier" }),
        );
        if (earlier?.epochMilliseconds === later?.epochMilliseconds) continue;
        seen += 1;
        expect(instantAt(date, minute, zone).epochMilliseconds, `${zone} ${date} ${minute}`).toBe(earlier?.epochMilliseconds);
      }
    }
  }
  expect(seen).toBeGreaterThan(250);
});
