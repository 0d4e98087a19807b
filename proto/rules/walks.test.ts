import { expect, test } from "vitest";
import { DOG_WALKING, minutesTogether } from "./walks.ts";

const line = (petId: string, minutes: number, careType = DOG_WALKING) => ({ petId, careType, minutes });

test.each([
  ["one dog", [line("1", 30)], 30],
  ["two dogs go together, as long as the longer walk", [line("1", 30), line("2", 45)], 45],
  ["two walks of one dog follow each other", [line("1", 30), line("1", 20), line("2", 40)], 50],
  ["what is no walk takes its own time", [line("1", 30), line("2", 30), line("1", 15, "GROOMING")], 45],
  ["nothing", [], 0],
])("%s", (_, lines, minutes) => {
  expect(minutesTogether(lines)).toBe(minutes);
});
