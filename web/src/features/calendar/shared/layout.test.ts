import { create } from "@bufbuild/protobuf";
import { CalendarCardSchema } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromMinor } from "../../../ui/format/money.ts";
import { dayTotals, draggedEnd, drawnEnd, inMonth, linesFor, offRanges, place, shownHours, snap, toMinutes, toPx } from "./layout.ts";
import type { WorkingHours } from "./types.ts";

const card = (id: number, startTime: number, endTime: number, more = {}) =>
  create(CalendarCardSchema, { cardId: String(id), appointmentId: String(id), startTime, endTime, ...more });
const cards = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 1400 }), fc.integer({ min: 0, max: 240 })), { maxLength: 40 })
  .map((list) => list.map(([s, d], i) => card(i + 1, s, s + d)));

describe("placing cards", () => {
  test("card-equal-start-end: a card with equal start and end is drawn as 60 minutes", () => {
    expect(drawnEnd(card(1, 600, 600))).toBe(660);
  });

  test.each([
    ["is as long as it is dragged", 600, 660, -30, 630],
    ["keeps a quarter of an hour, however far up the edge goes", 600, 660, -45, 615],
    ["keeps a quarter of an hour", 600, 660, -600, 615],
    ["is drawn as an hour and shortened from there", 600, 600, -15, 645],
    ["ends at midnight", 1_380, 1_410, 45, 1_440],
  ])("a card whose lower edge is dragged %s", (_, start, end, by, expected) => expect(draggedEnd(card(1, start, end), by)).toBe(expected));

  test("no two cards in one lane share time, and every card is placed once", () => {
    fc.assert(
      fc.property(cards, (list) => {
        const placed = place(list);
        expect(placed.map((p) => p.card.cardId).sort()).toEqual(list.map((c) => c.cardId).sort());
        for (const a of placed)
          for (const b of placed)
            if (a !== b && a.lane === b.lane)
              expect(drawnEnd(a.card) <= b.card.startTime || drawnEnd(b.card) <= a.card.startTime).toBe(true);
        for (const p of placed) expect(p.lane + p.span).toBeLessThanOrEqual(p.lanes);
        for (const p of placed) expect(p.span).toBeGreaterThanOrEqual(1);
        const side = (a: (typeof placed)[number], b: (typeof placed)[number]) => a.lane + a.span <= b.lane || b.lane + b.span <= a.lane;
        for (const a of placed)
          for (const b of placed)
            if (a !== b && a.card.startTime < drawnEnd(b.card) && b.card.startTime < drawnEnd(a.card)) expect(side(a, b)).toBe(true);
      }),
    );
  });

  test("cards after each other keep the whole width", () => {
    expect(place([card(1, 540, 600), card(2, 600, 660)]).map((p) => p.lanes)).toEqual([1, 1]);
    expect(place([card(1, 540, 620), card(2, 600, 660)]).map((p) => [p.lane, p.lanes])).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });
});

describe("the grid", () => {
  test("pixels and minutes are each other's inverse, and snapping settles", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 0, max: 720 }), (m, from) => {
        for (const height of [48, 78, 136]) expect(toMinutes(toPx(m, { from, height }), { from, height })).toBeCloseTo(m, 6);
      }),
    );
    expect([snap(607), snap(608)]).toEqual([600, 615]);
  });

  test.each([
    ["nobody works", [], [[480, 1200]]],
    [
      "nine to five",
      [{ startTime: 540, endTime: 1020 }],
      [
        [480, 540],
        [1020, 1200],
      ],
    ],
    [
      "a break at noon",
      [
        { startTime: 540, endTime: 720 },
        { startTime: 780, endTime: 1020 },
      ],
      [
        [480, 540],
        [720, 780],
        [1020, 1200],
      ],
    ],
    ["all day", [{ startTime: 0, endTime: 1440 }], []],
  ])("off hours: %s", (_, ranges, expected) => {
    expect(offRanges(ranges, 480, 1200)).toEqual(expected);
  });

  test("the shown hours hold every card", () => {
    fc.assert(
      fc.property(cards, (list) => {
        const { from, to } = shownHours({ from: 600, to: 1080 }, list, []);
        for (const c of list) {
          expect(from).toBeLessThanOrEqual(c.startTime);
          expect(to).toBeGreaterThanOrEqual(Math.min(1440, drawnEnd(c)));
        }
      }),
    );
  });

  const worked = (startTime: number, endTime: number) => [{ timeRange: [{ startTime, endTime }] }] as unknown as WorkingHours[];
  const unchosen = { from: 660, to: 1440 };
  test.each([
    ["untouched, the day is its working hours", unchosen, [], worked(540, 1020), { from: 480, to: 1080 }],
    ["untouched, a late card widens the day", unchosen, [card(1, 1080, 1200)], worked(540, 1020), { from: 480, to: 1260 }],
    ["untouched, an empty day off is still a day", unchosen, [], [], { from: 480, to: 1140 }],
    ["chosen, hours are shown though nobody works", { from: 420, to: 1320 }, [], worked(540, 1020), { from: 420, to: 1320 }],
  ])("calendar-default-view-range: %s", (_, settings, list, hours, expected) =>
    expect(shownHours(settings, list, hours)).toEqual(expected),
  );

  test("small cards drop state, then service, then pets", () => {
    expect([120, 100, 80, 60, 45, 20].map((h) => Object.values(linesFor(h)).join())).toEqual([
      "false,true,true,true,true",
      "false,true,true,true,false",
      "false,true,true,false,false",
      "false,true,false,false,false",
      "false,false,false,false,false",
      "true,false,false,false,false",
    ]);
  });

  test.each([
    [0, 0, 0],
    [10, 10, 0],
    [12, 10, 2],
  ])("month-view-card-cap: of %i cards a month shows %i and says that there are %i more", (count, shown, more) => {
    const day = Array.from({ length: count }, (_, at) => card(at + 1, 540, 600));
    expect(inMonth(day)).toEqual({ shown: day.slice(0, shown), more });
  });

  test("a pet whose appointment two staff share counts once, and what each of them does counts", () => {
    const biscuit = { petId: "1", petName: "Biscuit, the second" };
    const shared = { appointmentId: "7", pets: [biscuit, { petId: "2", petName: "Moss" }], estimatedTotalPrice: fromMinor(11_805n, "USD") };
    const dry = { appointmentId: "7", pets: [biscuit], estimatedTotalPrice: fromMinor(2_000n, "USD") };
    expect(dayTotals([card(1, 0, 10, shared), card(2, 0, 10, dry), card(3, 0, 10, { appointmentId: "0" })])).toEqual({
      pets: 2,
      minor: 13_805n,
    });
    expect(dayTotals([card(1, 0, 10, { pets: [biscuit] }), card(2, 0, 10, { pets: [biscuit] })]).pets).toBe(2);
    expect(dayTotals([card(1, 0, 10, { estimatedTotalPrice: fromMinor(4_255n, "KWD") })]).minor).toBe(4_255n);
  });
});
