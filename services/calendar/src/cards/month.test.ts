import { toWireDate } from "@leashline/kit";
import { BlockService } from "@leashline/proto/leashline/calendar/v1/block_service_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { ClassService } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness?.stop());

const day = (n: number) => Temporal.PlainDate.from("2037-03-01").add({ days: n }).toString();
const month = (from: number, to: number, cardsPerDay: number, filters: object = {}) =>
  harness.client(CardService).listMonthCards({ startDate: toWireDate(day(from)), endDate: toWireDate(day(to)), cardsPerDay, filters });

test("month-view-card-cap: the first ten of a day come, and how many there are; blocks are no part of it", async () => {
  const starts = Array.from({ length: 7 }, (_, n) => 540 + 60 * n);
  for (const start of starts)
    for (const staffId of ["1", "2"]) await harness.book({ date: day(1), start, staffId, petId: staffId === "1" ? "10" : "20" });
  const shared = { petId: "10", services: [{ serviceId: "1" }, { serviceId: "2", staffId: "2" }] };
  await harness.book({ date: day(3), start: 600, petServices: [shared] });
  await harness.client(BlockService).createBlock({ staffId: "1", date: toWireDate(day(2)), startTime: 540, endTime: 600 });
  const { cards, days } = await month(0, 10, 10);
  expect(cards.map((card) => [card.date, card.startTime, card.staffId])).toEqual([
    ...starts.slice(0, 5).flatMap((start) => ["1", "2"].map((staffId) => [day(1), start, staffId])),
    [day(3), 600, "1"],
    [day(3), 660, "2"],
  ]);
  expect(days.map(({ date, cards: count, appointments, classSessions }) => [date, count, appointments, classSessions])).toEqual([
    [expect.objectContaining(toWireDate(day(1))), 14, 14, 0],
    [expect.objectContaining(toWireDate(day(3))), 2, 1, 0],
  ]);
  expect((await month(0, 10, 0)).days).toEqual([]);
  expect((await month(0, 10, 0)).cards).toHaveLength(17);
  expect((await month(0, 10, 2, { staffIds: ["2"] })).days.map((one) => one.cards)).toEqual([7, 1]);
});

test("sessions of classes stand in a month among the appointments, by time, and are counted apart; a cancelled one leaves it", async () => {
  await harness.book({ date: day(16), start: 540, staffId: "1" });
  await harness.book({ date: day(16), start: 900, staffId: "1" });
  const sessions = [16, 17].map((n) => ({ date: toWireDate(day(n)), startTime: 660, endTime: 720 }));
  const { groupClass } = await harness.client(ClassService).createClass({ serviceId: "89", staffId: "1", sessions });
  const { cards, days } = await month(15, 25, 2);
  expect(cards.map((card) => [card.date, card.startTime, card.cardType])).toEqual([
    [day(16), 540, CardType.APPOINTMENT],
    [day(16), 660, CardType.CLASS_SESSION],
    [day(17), 660, CardType.CLASS_SESSION],
  ]);
  expect(days.map((one) => [one.date?.day, one.cards, one.appointments, one.classSessions])).toEqual([
    [17, 3, 2, 1],
    [18, 1, 0, 1],
  ]);
  await harness.client(ClassService).cancelClass({ id: groupClass?.id ?? "0" });
  expect((await month(15, 25, 2)).days.map((one) => [one.date?.day, one.cards, one.classSessions])).toEqual([[17, 2, 0]]);
});
