import { expect, test } from "vitest";
import { bookedWords, sumOf } from "./booked-on.ts";

const words = (...days: (readonly [number, number])[]) =>
  bookedWords(sumOf(days.map(([appointments, classSessions]) => ({ appointments, classSessions }))));

test("what is booked on days that are about to be taken off the calendar is counted over all of them", () => {
  expect(words()).toBe("");
  expect(words([0, 0], [1, 0])).toBe("1 appointment is booked");
  expect(words([1, 1], [2, 0])).toBe("3 appointments and 1 class session are booked");
  expect(words([0, 1])).toBe("1 class session is booked");
});
