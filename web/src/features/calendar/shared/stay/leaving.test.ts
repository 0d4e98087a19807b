import { expect, test } from "vitest";
import { leavesEarly } from "./leaving.ts";

const stay = (careType: string, from: number, to: number) => ({
  appointmentDate: { year: 2026, month: 3, day: from } as never,
  endDate: { year: 2026, month: 3, day: to } as never,
  petServiceList: [{ careType }] as never,
});
test.each([
  ["on its last day", stay("BOARDING", 7, 10), undefined],
  ["a day before", stay("BOARDING", 7, 11), { booked: 4, stayed: 3 }],
  ["on the day it came", stay("BOARDING", 10, 13), { booked: 3, stayed: 1 }],
  ["after its only night was booked", stay("BOARDING", 10, 11), undefined],
  ["a groom", stay("GROOMING", 10, 10), undefined],
])("what is finished %s leaves early or not", (_, one, expected) => expect(leavesEarly(one, "2026-03-10")).toEqual(expected));
