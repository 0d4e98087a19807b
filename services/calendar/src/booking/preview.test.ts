import { ErrorCode, toMoney, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness, request } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const date = "2031-04-07";
const preview = async (more: object) =>
  (await harness.client(CardService).previewCalendarCards({ ...request({ date, start: 600, petId: "30" }), ...more })).cards;

test("a preview shows the cards that booking would make, one for each person, and books nothing", async () => {
  const petServices = [
    { petId: "30", services: [{ serviceId: "1" }, { serviceId: "97", staffId: "2" }] },
    { petId: "31", services: [{ serviceId: "1", duration: 30 }] },
  ];
  const shown = await preview({ petServices });
  expect(shown.map((card) => [card.cardType, card.cardId, card.appointmentId])).toEqual([
    [CardType.NEW_APPOINTMENT, "0", "0"],
    [CardType.NEW_APPOINTMENT, "0", "0"],
  ]);
  expect(await harness.client(CardService).listDayCards({ startDate: toWireDate(date) })).toMatchObject({ cards: [] });
  await harness.book({ date, start: 600, petId: "30", petServices });
  const { cards } = await harness.client(CardService).listDayCards({ startDate: toWireDate(date) });
  const alike = ["staffId", "date", "startTime", "endTime", "pets", "estimatedTotalPrice", "customerInfo", "hasRelatedSplitCards"] as const;
  for (const name of alike) expect(shown.map((card) => card[name])).toEqual(cards.map((card) => card[name]));
  expect(shown[1]).toMatchObject({ staffId: "2", estimatedTotalPrice: toMoney(7000, "USD"), customerInfo: { isNewClient: true } });
});

test("a preview over another appointment or outside working hours says so and is not refused; what does not exist is", async () => {
  expect((await preview({})).map((card) => [card.overbooked, card.customerInfo?.isNewClient])).toEqual([[true, false]]);
  const [late] = await preview({ startTime: 1320 });
  expect(late).toMatchObject({ overbooked: false, outOfHours: true });
  expect(await preview({ staffId: "-10" })).toMatchObject([{ staffId: "-10", overbooked: false, outOfHours: false }]);
  const kept = [{ petId: "30", services: [{ serviceId: "1", petDetailId: "77" }] }];
  expect(await preview({ petServices: kept })).toMatchObject([{ services: [{ petDetailId: "1" }] }]);
  expect((await refusalOf(preview({ customerId: "950" }))).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
});

test("a boarding stay has no card on the calendar of people", async () => {
  const petServices = [{ petId: "30", services: [{ serviceId: "95" }] }];
  expect(await preview({ petServices, endDate: toWireDate("2031-04-09") })).toEqual([]);
});
