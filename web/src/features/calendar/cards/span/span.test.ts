import { expect, test } from "vitest";
import { spanOf } from "./span.ts";

test.each([
  ["down, to the end of the quarter that it is in", 607, 650, [600, 660]],
  ["down, to the very end of a quarter", 607, 660, [600, 660]],
  ["not beyond the quarter in which it began", 607, 611, [600, 615]],
  ["up, with the quarter in which it began", 607, 581, [570, 615]],
  ["up beyond the day", 20, -40, [0, 30]],
  ["down beyond the day", 1400, 1500, [1395, 1440]],
])("a drag marks whole quarters of an hour: %s", (_, from, at, [startTime, endTime]) =>
  expect(spanOf(from, at)).toEqual({ startTime, endTime }),
);
