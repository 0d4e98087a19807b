import { expect, test } from "vitest";
import { dropOffs, everyWeek, goneOf, toggled } from "./days.ts";

test("a day that is pressed comes in its order, and pressed again it goes", () => {
  expect(toggled(["2030-01-10"], "2030-01-08")).toEqual(["2030-01-08", "2030-01-10"]);
  expect(toggled(["2030-01-08", "2030-01-10"], "2030-01-08")).toEqual(["2030-01-10"]);
});

test("the same weekdays of the next three weeks are added where there are places", () => {
  const isFree = (day: string) => day !== "2030-01-15";
  expect(everyWeek(["2030-01-08", "2030-01-10"], isFree)).toEqual([
    ...["2030-01-08", "2030-01-10", "2030-01-17", "2030-01-22"],
    ...["2030-01-24", "2030-01-29", "2030-01-31"],
  ]);
});

test("the last drop-off lets the day end before the shop closes, on each of the days; too long a day begins when it opens", () => {
  // Wednesday until three, Thursday as the page says.
  const openingHours = [{ day: 3, startTime: 600, endTime: 900 }];
  const services = [240, 600].map((duration, index) => ({ serviceId: String(index + 1), duration }));
  const shop = { services, stays: { arrivalFrom: 540, arrivalTo: 1080, departureFrom: 540, departureTo: 1080, openingHours } } as never;
  const [wednesday, thursday] = ["2026-12-02", "2026-12-03"];
  const times = (days: string[], ...serviceIds: string[]) => {
    const all = dropOffs({ days, pets: [{ serviceIds }] } as never, shop);
    return [all[0], all.at(-1)];
  };
  expect(times([thursday], "1")).toEqual([540, 840]);
  expect(times([wednesday], "1")).toEqual([600, 660]);
  expect(times([wednesday, thursday], "1")).toEqual([600, 660]);
  expect(times([thursday], "2")).toEqual([540, 540]);
});

test("a drop-off that is past or within the notice on one of the days is not offered; days without one in common have none", () => {
  const services = [{ serviceId: "1", duration: 240 }];
  const shop = { services, stays: { arrivalFrom: 540, arrivalTo: 720, departureFrom: 540, departureTo: 1080, openingHours: [] } } as never;
  const on = (earliestStart: number) => ({ free: true, closed: false, earliestStart });
  const [today, tomorrow] = ["2026-12-02", "2026-12-03"];
  const times = (earliest: number, days = [today, tomorrow]) =>
    dropOffs(
      { days, pets: [{ serviceIds: ["1"] }] } as never,
      shop,
      new Map([
        [today, on(earliest)],
        [tomorrow, on(0)],
      ]),
    );
  expect(times(0)).toEqual([540, 570, 600, 630, 660, 690, 720]);
  expect(times(661)).toEqual([690, 720]);
  expect(times(661, [tomorrow])).toHaveLength(7);
  expect(times(721)).toEqual([]);
});

test("a chosen day that is not among those that can be booked is gone; one that lies beside what is shown is not", () => {
  const places = new Map([
    ["2026-12-03", { free: true, closed: false, earliestStart: 0 }],
    ["2026-12-04", { free: false, closed: false, earliestStart: 0 }],
  ]);
  const span = { from: "2026-12-01", to: "2026-12-31" };
  expect(goneOf(["2026-12-03"], places, span, false)).toBeUndefined();
  expect(goneOf(["2026-12-02", "2026-12-03"], places, span, false)).toBe("2026-12-02");
  expect(goneOf(["2026-12-03", "2026-12-04"], places, span, false)).toBe("2026-12-04");
  expect(goneOf(["2026-12-03", "2026-12-04"], places, span, true)).toBeUndefined();
  expect(goneOf(["2026-11-30", "2027-01-02"], places, span, false)).toBeUndefined();
});
