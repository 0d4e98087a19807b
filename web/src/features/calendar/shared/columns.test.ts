import { expect, test } from "vitest";
import { isBySlot } from "./columns.tsx";

test("a day of somebody is by slot where they have slots on it, whoever else has some", () => {
  const slot = { startTime: 540, endTime: 600, capacity: 2 };
  const own = (staffId: string, date: string, slots: (typeof slot)[]) => ({ staffId, date, slots }) as never;
  const hours = [own("1", "2031-01-08", [slot]), own("1", "2031-01-09", []), own("2", "2031-01-09", [slot])];
  const days = ["2031-01-08", "2031-01-09"];
  expect(days.map((date) => isBySlot(hours, "1", date))).toEqual([true, false]);
  expect(days.map((date) => isBySlot(hours, undefined, date))).toEqual([false, false]);
  expect(isBySlot(undefined, "1", "2031-01-08")).toBe(false);
});
