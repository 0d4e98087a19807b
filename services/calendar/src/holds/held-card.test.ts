import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const day = (n: number) => Temporal.PlainDate.from("2034-01-04").add({ weeks: n }).toString();
const storefront = { via: "online-booking", kind: "service" as const };
const slots = (caller: object = storefront) => harness.client(SlotService, caller);
const heldRequest = {
  bookingRequestId: "71",
  firstName: "Jo",
  lastName: "Park",
  pets: [{ petName: "Rex", breed: "Corgi", serviceNames: ["Bath"] }],
  estimatedTotalPrice: toMoney(5000, "USD"),
};
const keep = (n: number, more = {}, caller: object = storefront) =>
  slots(caller).holdSlot({
    staffIds: ["1"],
    date: toWireDate(day(n)),
    startTime: 600,
    duration: 60,
    visitor: { requested: true },
    ...more,
  });
const cards = async (n: number, caller = {}, more = {}) =>
  (await harness.client(CardService, caller).listDayCards({ startDate: toWireDate(day(n)), ...more })).cards;
const shape = (found: Awaited<ReturnType<typeof cards>>) =>
  found.map(({ cardType, cardId, staffId, startTime }) => [cardType, cardId, staffId, startTime]);

test("card-types-values: a request that holds a time is a card of type 5 until it is decided or the hold runs out", async () => {
  const { token } = await keep(0);
  expect(await cards(0)).toEqual([]);
  const { token: lasting } = await keep(0, { replaceToken: token, heldRequest });
  expect(lasting).toBe(token);
  await harness.book({ date: day(0), start: 540 });
  const found = await cards(0);
  expect(shape(found)).toMatchObject([
    [1, expect.any(String), "1", 540],
    [5, "71", "1", 600],
  ]);
  expect(found[1]).toMatchObject({
    appointmentId: "0",
    endTime: 660,
    date: day(0),
    customerInfo: { firstName: "Jo", lastName: "Park" },
    pets: [{ petId: "1", petName: "Rex" }],
    services: [{ petId: "1", serviceName: "Bath" }],
    draggableInfo: { draggable: false, resize: false },
  });
  const month = await harness.client(CardService).listMonthCards({ startDate: toWireDate(day(0)) });
  expect(shape(month.cards)).toEqual(shape(found));
  expect(shape(await cards(0, {}, { filters: { statuses: [AppointmentStatus.FINISHED] } }))).toEqual([]);
  expect(await cards(0, {}, { filters: { staffIds: ["2"] } })).toEqual([]);
  await harness.book({ date: day(0), start: 600, petId: "20", holdToken: token });
  expect(shape(await cards(0)).map(([type]) => type)).toEqual([1, 1]);
  const { token: other } = await keep(1, { heldRequest });
  expect(shape(await cards(1))).toEqual([[5, "71", "1", 600]]);
  await slots().releaseHold({ token: other });
  expect(await cards(1)).toEqual([]);
  await keep(2, { heldRequest });
  await harness.admin.query("update calendar.slot_hold set expires_at = now() - interval '1 second'");
  expect(await cards(2)).toEqual([]);
});

test("a time that is proposed for a request says until when it is kept; the one that was asked for does not", async () => {
  const offeredUntil = toTimestamp(new Date(Date.now() + 60_000));
  await keep(12, { heldRequest });
  await keep(13, { heldRequest, offeredUntil });
  expect((await cards(12))[0]?.heldUntil).toBeUndefined();
  expect(await cards(13)).toMatchObject([{ cardType: CardType.BOOKING_REQUEST, cardId: "71", heldUntil: offeredUntil }]);
});

test("requests stand on the calendar of those who may see them: all, their own, or none; nobody else puts one there", async () => {
  await keep(5, { heldRequest });
  const who = (permission: Permission[], staffId: string) => ({
    permissions: [Permission.VIEW_CALENDAR, ...permission],
    accountId: "2",
    employeeCategory: 0,
    staffId,
  });
  expect(await cards(5, who([], "1"))).toEqual([]);
  expect(shape(await cards(5, who([Permission.VIEW_BOOKING_REQUESTS], "1")))).toEqual([[5, "71", "1", 600]]);
  expect(await cards(5, who([Permission.VIEW_BOOKING_REQUESTS], "2"))).toEqual([]);
  expect(await cards(5, who([Permission.VIEW_BOOKING_REQUESTS_WORKING_LOCATIONS], "2"))).toHaveLength(1);
  expect(await cards(5, { companyId: "2" })).toEqual([]);
  expect((await refusalOf(keep(6, { heldRequest }, {}))).options).toMatchObject({ fields: [{ field: "heldRequest" }] });
});

test("card-types-values: a time that an integrator holds is a card of type 10 that says who holds it and until when, and is gone once it is released", async () => {
  const key = { kind: "apiKey" as const, name: "Route Planner", accountId: "0", staffId: "0" };
  const asked = { staffIds: ["1"], date: toWireDate(day(8)), startTime: 600, duration: 60 };
  const { token, expiresAt } = await slots(key).holdSlot(asked);
  const viewer = { permissions: [Permission.VIEW_CALENDAR], accountId: "2", employeeCategory: 0, staffId: "2" };
  const found = await cards(8, viewer);
  expect(found).toMatchObject([
    { cardType: CardType.PLACEHOLDER, staffId: "1", startTime: 600, endTime: 660, date: day(8), description: "Route Planner" },
  ]);
  expect(found[0]).toMatchObject({ heldUntil: expiresAt, appointmentId: "0", draggableInfo: { draggable: false, resize: false } });
  const month = await harness.client(CardService).listMonthCards({ startDate: toWireDate(day(8)) });
  expect(month.cards).toEqual(found);
  const longer = await slots(key).holdSlot({ ...asked, holdMinutes: 30, replaceToken: token });
  expect(longer.token).toBe(token);
  expect(await cards(8)).toEqual([{ ...found[0], heldUntil: longer.expiresAt }]);
  await slots(key).releaseHold({ token });
  expect(await cards(8)).toEqual([]);
});

test("card-types-values: a time that is offered to somebody who waits is a card of type 17 that says whom and until when; nobody else puts one there", async () => {
  const offeredUntil = toTimestamp(new Date(Date.now() + 60_000));
  const { bookingRequestId: _, estimatedTotalPrice: _none, ...who } = heldRequest;
  const offered = { visitor: undefined, offeredUntil, heldOffer: { ...who, waitListId: "45" } };
  const { token } = await keep(9, offered);
  expect(await cards(9)).toMatchObject([
    {
      ...{ cardType: CardType.WAIT_LIST_PLACEHOLDER, cardId: "45", startTime: 600, heldUntil: offeredUntil },
      customerInfo: { firstName: "Jo", lastName: "Park" },
      services: [{ petId: "1", serviceName: "Bath" }],
    },
  ]);
  await slots().releaseHold({ token });
  expect(await cards(9)).toEqual([]);
  expect((await refusalOf(keep(10, offered, {}))).options).toMatchObject({ fields: [{ field: "heldOffer" }] });
});

test("a visitor who still chooses is no card", async () => {
  await keep(11);
  expect(await cards(11)).toEqual([]);
});
