import { expect, test } from "vitest";
import { withHeld } from "./times.ts";

const day = (date: string, ...times: number[]) => ({ date, times: times.map((startTime) => ({ startTime })) });
const held = (date: string, startTime: number) => ({ date, time: { startTime } });

test.each([
  ["nothing is held", [day("2026-11-23", 540)], undefined, [day("2026-11-23", 540)]],
  ["the day has other times", [day("2026-11-23", 540, 600)], held("2026-11-23", 570), [day("2026-11-23", 540, 570, 600)]],
  ["the day has no other", [day("2026-11-24", 540)], held("2026-11-23", 570), [day("2026-11-23", 570), day("2026-11-24", 540)]],
  ["it is still listed", [day("2026-11-23", 540)], held("2026-11-23", 540), [day("2026-11-23", 540)]],
])("one's own held time stands among the free ones when %s", (_, days, own, shown) => expect(withHeld(days, own)).toEqual(shown));
