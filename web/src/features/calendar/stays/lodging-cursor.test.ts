import { create } from "@bufbuild/protobuf";
import { LodgingCalendarUnitSchema, LodgingCardSchema } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { expect, test } from "vitest";
import { isoToDay } from "../../../ui/format/dates.ts";
import {
  type Cursor,
  carried,
  cursorOn,
  firstCursor,
  heldCursor,
  heldStay,
  lifted,
  marked,
  nudgeOf,
  stepped,
  stretched,
  type Way,
  whyNot,
} from "./lodging-cursor.ts";
import { type Dropped, inTheWay, nightsOf, rowsOf } from "./lodging-layout.ts";

const days = { from: "2026-11-20", count: 7 };
const today = "2026-11-20";
const unit = (lodgingUnitId: string, more = {}) =>
  create(LodgingCalendarUnitSchema, { lodgingUnitId, lodgingTypeId: "1", capacity: 2, ...more });
const card = (id: string, lodgingUnitId: string, from: string, to: string) => {
  const [startDate, endDate] = [isoToDay(from)!, isoToDay(to)!];
  const stay = { stayStartDate: startDate, stayEndDate: endDate, startTime: 840, endTime: 660 };
  return create(LodgingCardSchema, { appointmentId: id, cardId: id, lodgingUnitId, startDate, endDate, ...stay, petList: [{ petId: id }] });
};
/** Kennel 1 with a stay of two nights, kennel 2 empty, a meadow for three with two stays at once. */
const kennel = card("1", "1", "2026-11-20", "2026-11-22");
const cards = [kennel, card("2", "9", "2026-11-20", "2026-11-23"), card("3", "9", "2026-11-20", "2026-11-22")];
const units = [unit("1"), unit("2"), unit("9", { isArea: true, capacity: 3 })];
const ground = (own = cards, all = units) => ({ rows: rowsOf(all, own, days), days });
const here = ground();
const at = (cursor: Cursor | undefined) => cursor && `${cursor.unitId}/${cursor.day}/${cursor.card?.appointmentId ?? "free"}`;
const first = firstCursor(here, today)!;
const after = (...steps: Way[]) => at(steps.reduce((cursor, way) => stepped(cursor, way, here), first));

test("the keys begin today, or on the first day shown, in the first unit", () => {
  expect(at(first)).toBe("1/0/1");
  expect([firstCursor(here, "2026-11-22"), firstCursor(here, "2027-01-01")].map(at)).toEqual(["1/2/free", "1/0/1"]);
  expect(firstCursor(ground([], []), today)).toBeUndefined();
});

test("arrows go over nights and units, in a unit over all who sleep there and the place that is left, and end at the edges", () => {
  expect([after("right"), after("right", "right"), after("left")]).toEqual(["1/1/1", "1/2/free", "1/0/1"]);
  expect([after("down"), after("down", "down"), after("up")]).toEqual(["2/0/free", "9/0/3", "1/0/1"]);
  const meadow: Way[] = ["down", "down"];
  const further = [1, 2, 3].map((more) => after(...meadow, ...Array.from({ length: more }, () => "down" as const)));
  expect(further).toEqual(["9/0/2", "9/0/free", "9/0/free"]);
  expect(after(...meadow, "down", "down", "up", "up", "up")).toBe("2/0/free");
  expect(after(...Array.from({ length: 9 }, () => "right" as const))).toBe("1/6/free");
  // From night to night they stay on who sleeps there, not on the first of them.
  expect(after(...meadow, "down", "right")).toBe("9/1/2");
});

test("a full area has no free place to stop at", () => {
  const full = ground(cards, [units[0]!, units[1]!, unit("9", { isArea: true, capacity: 2 })]);
  const last = ["down", "down", "down", "down", "down"].reduce((cursor, way) => stepped(cursor, way as Way, full), first);
  expect(at(last)).toBe("9/0/2");
});

test("the keys go along with a stay that was moved, and come back with it; one that is gone leaves them where it was", () => {
  const moved = (...own: typeof cards) => at(heldCursor(stepped(first, "right", here), ground(own), today));
  expect(moved(...cards)).toBe("1/1/1");
  expect(moved(card("1", "2", "2026-11-20", "2026-11-22"))).toBe("2/1/1");
  expect(moved(card("1", "2", "2026-11-23", "2026-11-25"))).toBe("2/3/1");
  expect(moved(card("1", "1", "2026-11-18", "2026-11-21"))).toBe("1/0/1");
  expect(moved(card("1", "1", "2026-11-15", "2026-11-20"))).toBe("1/1/free");
  expect(moved()).toBe("1/1/free");
});

test("of a stay that sleeps in two units one after the other they keep to the part they were on", () => {
  const parts = [card("1", "1", "2026-11-20", "2026-11-22"), card("1", "2", "2026-11-22", "2026-11-24")];
  expect(at(cursorOn(parts[1]!, 3, ground(parts)))).toBe("2/3/1");
  const later = [card("1", "1", "2026-11-21", "2026-11-23"), card("1", "2", "2026-11-23", "2026-11-25")];
  expect(at(cursorOn(parts[1]!, 3, ground(later)))).toBe("2/3/1");
});

test("a unit that is hidden, and a day that is not shown, lead back to where they begin; a place that was taken meanwhile to who took it", () => {
  const now = (cursor: Cursor, ...known: Parameters<typeof ground>) => at(heldCursor(cursor, ground(...known), today));
  const free = stepped(first, "down", here);
  expect(now(free, cards, [units[0]!])).toBe("1/0/1");
  expect(now({ ...free, day: 9 })).toBe("1/0/1");
  expect(now(free, [card("5", "2", "2026-11-20", "2026-11-22")])).toBe("2/0/5");
  expect(heldCursor({ ...free, day: 4, nights: 9 }, here, today)?.nights).toBe(3);
});

test("a free place is marked for several nights, at least one and none beyond those shown", () => {
  const free = { ...first, card: undefined, day: 4 };
  expect([marked(free, 1, days), marked(free, -1, days), marked(free, 9, days)].map(({ nights }) => nights)).toEqual([2, 1, 3]);
});

type Nudge = NonNullable<ReturnType<typeof nudgeOf>>;
const isLater = { edge: "end", days: 1 } as const;
const isSooner = { edge: "end", days: -1 } as const;
const comesLater = { edge: "start", days: 1 } as const;
const comesSooner = { edge: "start", days: -1 } as const;
const nudged = (...nudges: Nudge[]) => nudges.reduce(stretched, lifted(kennel));

test("a stay is carried by days and units, or made longer and shorter, never to no night, and not both at once", () => {
  const moved = (["right", "down", "left", "left"] as const).reduce((one, way) => carried(one, way, here.rows), lifted(kennel));
  expect([moved, nightsOf(moved)]).toEqual([
    { card: kennel, edge: "move", days: -1, unitId: "2" },
    { from: "2026-11-19", to: "2026-11-21" },
  ]);
  expect(carried(lifted(kennel), "up", here.rows).unitId).toBe("1");
  const longer = nudged(isLater, isLater);
  expect([longer.edge, nightsOf(longer)]).toEqual(["end", { from: "2026-11-20", to: "2026-11-24" }]);
  expect(nightsOf(nudged(isSooner, isSooner))).toEqual({ from: "2026-11-20", to: "2026-11-21" });
  expect([stretched(moved, isLater), stretched(moved, comesLater)]).toEqual([moved, moved]);
  expect([carried(longer, "left", here.rows).days, carried(longer, "down", here.rows)]).toEqual([1, longer]);
});

test("a stay comes a night sooner or later too, as long as it keeps one; its first and last night are not changed together", () => {
  expect([nudgeOf(","), nudgeOf("."), nudgeOf("x")]).toEqual([comesSooner, comesLater, undefined]);
  const sooner = nudged(comesSooner, comesSooner);
  expect([sooner.edge, nightsOf(sooner)]).toEqual(["start", { from: "2026-11-18", to: "2026-11-22" }]);
  expect(nightsOf(nudged(comesLater, comesLater, comesLater))).toEqual({ from: "2026-11-21", to: "2026-11-22" });
  expect(stretched(sooner, isLater)).toEqual(sooner);
  expect(nightsOf(nudged(comesSooner, comesLater, isLater))).toEqual({ from: "2026-11-20", to: "2026-11-23" });
  expect([nightsOf(carried(sooner, "right", here.rows)).from, carried(sooner, "up", here.rows)]).toEqual(["2026-11-19", sooner]);
});

test("a stay in the hand is the one that is loaded now, so that it is put down with what others changed; one that is gone is as it was", () => {
  const up = { ...card("1", "1", "2026-11-20", "2026-11-23"), version: 2 };
  const now = (held: Dropped, ...own: typeof cards) => heldStay(held, ground(own).rows);
  const longer = now(nudged(isLater), up);
  expect([longer.card, nightsOf(longer)]).toEqual([up, { from: "2026-11-20", to: "2026-11-24" }]);
  const later = card("1", "1", "2026-11-22", "2026-11-24");
  expect(nightsOf(now(nudged(isLater), later))).toEqual({ from: "2026-11-22", to: "2026-11-25" });
  const elsewhere = card("1", "2", "2026-11-20", "2026-11-22");
  expect(now(lifted(kennel), elsewhere)).toEqual(lifted(elsewhere));
  expect(now({ ...lifted(kennel), unitId: "9" }, elsewhere).unitId).toBe("9");
  const parts = [card("1", "2", "2026-11-18", "2026-11-19"), card("1", "1", "2026-11-19", "2026-11-21")];
  expect(now(lifted(kennel), ...parts).card).toEqual(parts[1]);
  expect(now(lifted(kennel), cards[1]!)).toEqual(lifted(kennel));
});

test("a key that changes nothing of a stay says why: one thing is changed at a time, and one night is kept", () => {
  const putDown = "Put the stay down first: Enter";
  const moved = carried(lifted(kennel), "down", here.rows);
  expect([whyNot(moved, comesSooner), whyNot(moved, isLater)]).toEqual([putDown, putDown]);
  const sooner = nudged(comesSooner);
  expect([isLater, isSooner, "down", "up"].map((next) => whyNot(sooner, next as Nudge | Way))).toEqual([
    putDown,
    putDown,
    putDown,
    putDown,
  ]);
  expect([comesSooner, comesLater, "left"].map((next) => whyNot(sooner, next as Nudge | Way))).toEqual([undefined, undefined, undefined]);
  expect([isSooner, "left"].map((next) => whyNot(nudged(isSooner), next as Nudge | Way))).toEqual(Array(2).fill("A stay keeps one night"));
  const single = lifted(card("1", "1", "2026-11-20", "2026-11-21"));
  expect([isSooner, comesLater, isLater].map((next) => whyNot(single, next))).toEqual([
    "A stay keeps one night",
    "A stay keeps one night",
    undefined,
  ]);
  // Put back where it was, it goes anywhere again.
  const back = nudged(comesSooner, comesLater);
  expect([whyNot(back, isLater), whyNot(back, "down"), carried(back, "down", here.rows).unitId]).toEqual([undefined, undefined, "2"]);
  const second = { ...card("1", "1", "2026-11-18", "2026-11-22"), startDate: kennel.startDate! };
  expect([whyNot(lifted(second), comesSooner), whyNot(lifted(second), isLater)]).toEqual(["They come from another room", undefined]);
  const opening = { ...card("1", "1", "2026-11-20", "2026-11-24"), endDate: kennel.endDate! };
  expect([whyNot(lifted(opening), comesSooner), whyNot(lifted(opening), isLater)]).toEqual([undefined, "They go on to another room"]);
});

test("what stands in the way is said before a stay is put down: who has the room, a full area, a unit that is closed; not the stay itself", () => {
  const other = { ...card("4", "1", "2026-11-23", "2026-11-25"), customerLastName: "Reed" };
  const closed = unit("2", { closures: [{ startDate: isoToDay("2026-11-22"), endDate: isoToDay("2026-11-22") }] });
  const rows = ground([kennel, other, ...cards.slice(1)], [units[0]!, closed, units[2]!]).rows;
  const to = (unitId: string, by: number) => inTheWay({ ...lifted(kennel), unitId, days: by }, rows);
  expect([to("1", 0), to("1", 1), to("1", 2), to("1", 4), to("1", 5)]).toEqual([
    undefined,
    undefined,
    "Taken: Reed",
    "Taken: Reed",
    undefined,
  ]);
  expect([to("2", 0), to("2", 1), to("2", 3)]).toEqual([undefined, "Out of service", undefined]);
  expect(to("9", 0)).toBeUndefined();
  const full = ground(cards, [units[0]!, unit("9", { isArea: true, capacity: 2 })]).rows;
  expect([inTheWay({ ...lifted(kennel), unitId: "9" }, full), inTheWay({ ...lifted(kennel), unitId: "9", days: 3 }, full)]).toEqual([
    "Full",
    undefined,
  ]);
  expect([1, 2].map((by) => inTheWay({ ...lifted(kennel), edge: "end", days: by }, rows))).toEqual([undefined, "Taken: Reed"]);
});
