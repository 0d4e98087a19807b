import { toWireDate } from "@leashline/kit";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";
import { addDays, datesBetween } from "../scheduling/dates.ts";
import { runsOf, type Span } from "./free-together.ts";

const first = "2031-03-03";

test("the days of many spans are those of all of them, each once, in as few runs as there are gaps", () => {
  const span = fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 12 })).map(([from, days]): Span => {
    return { from: addDays(first, from), to: addDays(first, from + days) };
  });
  const daysOf = (spans: readonly Span[]) => spans.flatMap(({ from, to }) => datesBetween(from, to));
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 12 }), (spans) => {
      const runs = runsOf(spans);
      expect(daysOf(runs)).toEqual([...new Set(daysOf(spans))].sort());
      for (const [nth, { from }] of runs.entries()) if (nth > 0) expect(from > addDays((runs[nth - 1] as Span).to, 1)).toBe(true);
    }),
  );
});

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

test("questions at the same moment, each about days and a length of its own, are answered as each by itself", async () => {
  for (const [staffId, bookOnlineAvailable] of [
    ["1", true],
    ["2", false],
  ] as const)
    await harness.tell(StaffChangedSchema, {
      ...{ staffId, firstName: "Mia", lastName: "Berg", businessIds: ["1"] },
      ...{ showOnCalendar: true, bookOnlineAvailable },
    });
  for (const [days, start, duration] of [
    [0, 540, 60],
    [1, 660, 300],
    [3, 600, 25],
    [8, 540, 540],
  ] as const)
    await harness.book({ date: addDays(first, days), start, duration });
  const questions = [0, 1, 2, 3, 5, 7].flatMap((from) =>
    [20, 60, 240].flatMap((duration) =>
      [["1"], ["1", "2"], []].map((staffIds) => ({
        startDate: toWireDate(addDays(first, from)),
        endDate: toWireDate(addDays(first, from + (duration === 60 ? 6 : 1))),
        ...{ duration, step: 20, staffIds, onlineOnly: true },
      })),
    ),
  );
  const ask = (question: (typeof questions)[number]) => harness.client(SlotService).listFreeSlots(question);
  const alone = [];
  for (const question of questions) alone.push(await ask(question));
  expect(alone.every(({ days }) => days.length > 0)).toBe(true);
  expect(alone.flatMap(({ days }) => days.flatMap(({ staff }) => staff.map(({ staffId }) => staffId))).includes("2")).toBe(false);
  expect(await Promise.all(questions.map(ask))).toEqual(alone);
});
