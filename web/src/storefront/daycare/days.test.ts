import { expect, test } from "vitest";
import { dropOffs, everyWeek, toggled } from "./days.ts";

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
