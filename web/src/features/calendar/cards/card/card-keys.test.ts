import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { expect, test } from "vitest";
import { anybodys, arrows, type Box, cardKey, towards } from "./card-keys.ts";

const at = (column: number, minute: number): Box => ({ left: column * 200, top: minute, width: 190 });
const [early, noon, late, beside, far] = [at(0, 540), at(0, 720), at(0, 900), at(1, 700), at(2, 720)];
const all = [early, noon, late, beside, far];
const from = (box: Box, key: string) => towards(all, box, arrows[key] ?? [0, 0]);

test("up and down go by time in a column, left and right to the closest beside it, and nowhere from the last one", () => {
  expect(from(early, "ArrowDown")).toBe(noon);
  expect(from(noon, "ArrowDown")).toBe(late);
  expect(from(noon, "ArrowUp")).toBe(early);
  expect(from(noon, "ArrowRight")).toBe(beside);
  expect(from(beside, "ArrowRight")).toBe(far);
  expect(from(beside, "ArrowLeft")).toBe(noon);
  expect(from(early, "ArrowUp")).toBeUndefined();
  expect(from(far, "ArrowRight")).toBeUndefined();
});

test("two that begin at the same time side by side are reached sideways, not by down", () => {
  const [left, right] = [0, 100].map((edge) => ({ left: edge, top: 600, width: 90 })) as [Box, Box];
  expect(towards([left, right], left, [0, 1])).toBeUndefined();
  expect(towards([left, right], left, [1, 0])).toBe(right);
});

test("those who share a service have a card each, which is found again once somebody else has it", () => {
  const names = ["1", "2"].map((staffId) => cardKey({ cardType: 1, cardId: "23", staffId }));
  expect(new Set(names).size).toBe(2);
  expect([anybodys(names[0]!), names[1]!.startsWith(anybodys(names[0]!))]).toEqual(["1 23 ", true]);
  expect(cardKey({ cardType: 1, cardId: "234", staffId: "1" }).startsWith(anybodys(names[0]!))).toBe(false);
});

test("each time that is held for one request is a card of its own", () => {
  const held = [540, 660].map((startTime) =>
    cardKey({ cardType: CardType.BOOKING_REQUEST, cardId: "7", staffId: "1", date: "2031-03-04", startTime }),
  );
  expect(new Set(held).size).toBe(2);
});
