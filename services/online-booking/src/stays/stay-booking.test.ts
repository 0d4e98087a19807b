import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorCode, fail, fromWireDate, nobody, toMoney, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { ClientAppointmentService } from "@leashline/proto/leashline/calendar/v1/client_appointment_service_pb.js";
import type {
  ChooseRoomsRequest,
  GetStayNightsRequest,
  HoldStayRequest,
} from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { ServiceChargeChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { LodgingRateKind } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { ChargeApplyType } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { PriceUnit, ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StayBookingService } from "@leashline/proto/leashline/online_booking/v1/stay_booking_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, lists, openDesk } from "../../test/desk.ts";
import { catalogOf, oldOffering } from "../../test/neighbors.ts";

// Service 1 is boarding at $45 a night for dogs to 60 lb, 2 is playtime at $10 a day, added to it, 3 is a groom, 4 boarding whose price is not shown, 5 boarding that
// asks for the evaluation 6. The second of the nights costs $15 more.

const day = (plus: number) => Temporal.Now.plainDateISO("America/Los_Angeles").add({ days: plus }).toString();
const boarding = (id: string, more: object = {}) => ({
  ...{ id, name: `Boarding ${id}`, careType: "BOARDING", bookOnlineAvailable: true, byStay: true, duration: 60 },
  ...{ price: toMoney(4_500, "USD"), priceUnit: PriceUnit.PER_NIGHT, taxId: "4" },
  ...more,
});
const { LAST, EVERY } = StayDay;
const added = (stayDay: StayDay) => ({ serviceId: "7", stayDay });
const catalog = [
  boarding("1", { availability: { petTypes: [{ petType: "Dog" }], weightTo: 60 } }),
  boarding("2", { name: "Playtime", price: toMoney(1_000, "USD"), priceUnit: PriceUnit.PER_DAY, taxId: "0" }),
  { ...boarding("3"), name: "Groom", careType: "GROOMING", byStay: false },
  boarding("4", { options: { showBasePrice: ShowPrice.HIDE } }),
  boarding("5", { options: { evaluationServiceId: "6" } }),
  // What the boarding 9 adds to stays: it cannot be booked online by itself.
  { id: "7", name: "Bath", careType: "GROOMING", bookOnlineAvailable: false, duration: 30, price: toMoney(2_000, "USD"), taxId: "4" },
  boarding("10", { options: { bookingPolicy: { noticeMinutes: 4 * 1_440 } } }),
  {
    ...boarding("21"),
    ...{
      name: "Walk",
      addOn: true,
      byStay: false,
      price: toMoney(1_200, "USD"),
      priceUnit: PriceUnit.PER_DAY,
      stayDay: EVERY,
      applicableServiceIds: ["20"],
    },
  },
  {
    ...boarding("22"),
    ...{ name: "Catnip", addOn: true, byStay: false, bookOnlineAvailable: false, availability: { petTypes: [{ petType: "Cat" }] } },
  },
  boarding("20", {
    options: {
      additionalServiceRule: {
        ...{ enable: true, minStayLength: 2 },
        applyRules: [
          { serviceId: "21", stayDay: LAST },
          { serviceId: "22", stayDay: LAST },
        ],
      },
    },
  }),
  boarding("9", { options: { additionalServiceRule: { enable: true, minStayLength: 2, applyRules: [added(LAST), added(EVERY)] } } }),
];
const peak = {
  pricingRuleId: "8",
  name: "Holiday",
  active: true,
  allServicesApplicable: false,
  selectedServices: ["1"],
  ruleType: PricingRuleType.PEAK_DATE,
  ruleItems: [{ startDate: toWireDate(day(4)), endDate: toWireDate(day(4)), amount: toMoney(1_500, "USD") }],
};
const welcome = {
  ...peak,
  pricingRuleId: "9",
  name: "Welcome",
  ruleType: PricingRuleType.FIRST_VISIT,
  ruleItems: [{ decrease: true, percent: "20" }],
};
let rules: object[] = [peak];
const kept: HoldStayRequest[] = [];
const looked: GetStayNightsRequest[] = [];
let holdSays: () => unknown = () => undefined;
let chooseSays: () => unknown = () => undefined;
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    catalogOf(catalog, () => rules),
    partOf(PricingRuleService, { listPricingRules: async () => ({ pricingRules: rules }) }),
    partOf(ClientAppointmentService, { countByPet: async () => ({ counts: [], firstVisit: false }) }),
    partOf(StayHoldService, {
      getStayNights: async (asked: GetStayNightsRequest) => {
        looked.push(asked);
        const first = Temporal.PlainDate.from(fromWireDate(asked.startDate, "startDate"));
        const dates = [0, 1, 2, 3, 4, 5, 6].map((plus) => toWireDate(first.add({ days: plus }).toString()));
        const night = { closed: false, free: true, rooms: [{ lodgingTypeId: "1", places: 2 }] };
        return { nights: dates.map((date) => ({ ...night, date })), roomTypes: [{ lodgingTypeId: "1", name: "Kennel", isArea: false }] };
      },
      chooseRooms: async (asked: ChooseRoomsRequest) => {
        chosen.push(asked);
        const no = chooseSays();
        if (no) throw no;
        const nights = { startDate: asked.startDate!, endDate: asked.endDate! };
        const suite = { kind: LodgingRateKind.PRICE, amount: toMoney(8_500, "USD") };
        return {
          pets: asked.pets.map(() => ({
            rooms: asked.lodgingTypeId === "9" ? [{ ...nights, lodgingTypeName: "Suite", rate: suite }] : [],
          })),
        };
      },
      holdStay: async (asked: HoldStayRequest) => {
        kept.push(asked);
        const no = holdSays();
        if (no) throw no;
        return { holdToken: `rooms-${kept.length}`, expiresAt: { seconds: BigInt(Math.floor(Date.now() / 1000) + 600), nanos: 0 } };
      },
    }),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(() => {
  kept.length = 0;
  desk.asked.length = 0;
  holdSays = () => undefined;
});

const chosen: ChooseRoomsRequest[] = [];
let people = 0;
const visitor = { ...nobody, kind: "anonymous" as const };
const stays = () => desk.servers.client(StayBookingService, { ...visitor, ip: `198.51.102.${people++}` });
const staff = () => desk.servers.client(BookingRequestService);
const times = (from = 3, to = 6, more: object = {}) => ({
  ...{ startDate: toWireDate(day(from)), endDate: toWireDate(day(to)), startTime: 840, endTime: 660 },
  ...more,
});
const dog = (serviceIds = ["1"], more: object = {}) => ({ serviceIds, petType: "Dog", weight: 30, ...more });
const quote = (pets = [dog()], when = times()) => stays().quoteStay({ bookOnlineName: desk.page, pets, times: when });
const hold = (pets = [dog()], when = times(), lodgingTypeId = "0") =>
  stays().holdStay({ bookOnlineName: desk.page, pets, times: when, lodgingTypeId });
const named = (pet: object, petName: string) => ({ ...pet, petName });
/** Somebody of the shop enters it, as for who calls. */
const submit = (pets = [named(dog(), "Rex")] as object[], more: object = {}) => {
  const { startDate: date, ...when } = times();
  const customer = { firstName: "Jo", lastName: "Park", phoneNumber: `+1206555${7000 + people++}` };
  return desk.servers
    .client(StorefrontService)
    .submitBooking({ bookOnlineName: desk.page, customer, pets, date, ...when, ...more } as never);
};
const idOf = ({ statusToken }: { statusToken: string }) => statusToken.split(".")[0] ?? "";
const refused = async (call: Promise<unknown>) => {
  const { code, message, options } = await refusalOf(call);
  return [code, options.fields?.[0]?.field, message];
};
const spoken = (plus: number) =>
  Temporal.PlainDate.from(day(plus)).toLocaleString("en-US", { weekday: "long", month: "long", day: "numeric" });
const [bad, none] = [ErrorCode.PARAMS_INVALID, "pets"];

test("a page with boarding says how stays are taken; nights are looked at in the rooms of the calendar, as far as they can be booked", async () => {
  const { storefront } = await desk.servers.client(StorefrontService, visitor).getStorefront({ bookOnlineName: desk.page });
  expect(storefront?.stays).toMatchObject({ minNights: 1, maxNights: 30, noticeHours: 24, arrivalFrom: 540, departureTo: 1080 });
  expect(storefront?.services.find(({ serviceId }) => serviceId === "1")).toMatchObject({ careType: "BOARDING", price: { units: 45n } });
  const span = { startDate: toWireDate(day(-3)), endDate: toWireDate(day(20)) };
  const found = await stays().getStayNights({ bookOnlineName: desk.page, pets: [dog()], ...span, lodgingTypeId: "7", holdToken: "mine" });
  expect(found.nights.at(-1)).toMatchObject({ date: day(6), free: true, rooms: [{ lodgingTypeId: "1", places: 2 }], earliestStart: 0 });
  expect(found.roomTypes).toMatchObject([{ name: "Kennel" }]);
  expect(looked.at(-1)).toMatchObject({
    startDate: toWireDate(day(0)),
    lodgingTypeId: "7",
    holdToken: "mine",
    pets: [{ petType: "Dog", weight: 30, petSizeId: "62" }],
  });
  // A stay is asked for a day ahead here, and one with this service four days.
  expect(found.nights.map(({ date }) => date)).not.toContain(day(0));
  const ahead = await stays().getStayNights({ bookOnlineName: desk.page, pets: [dog(["10"])], ...span });
  expect(ahead.nights.map(({ date }) => date).filter((date) => date !== day(4))).toEqual([day(5), day(6)]);
});

test("the page names the charges that put themselves onto bills here, how they are taxed and whether care makes them due, and no others", async () => {
  const charge = { price: toMoney(500, "USD"), isActive: true, applyType: ChargeApplyType.PER_PET, careTypes: ["BOARDING"] };
  lists.charges = [
    { ...charge, name: "Cleaning", autoApply: true },
    { ...charge, name: "By hand" },
    { ...charge, name: "Medication", autoApply: true, surchargeType: 3, applyType: 4, taxId: "4" },
    { ...charge, name: "Elsewhere", autoApply: true, businessIds: ["2"] },
  ];
  const told = { serviceCharge: { serviceChargeId: "1", name: "Cleaning" } };
  await desk.tell(ServiceChargeChangedSchema, told);
  const { storefront } = await desk.servers.client(StorefrontService, visitor).getStorefront({ bookOnlineName: desk.page });
  expect(storefront?.charges).toMatchObject([
    { name: "Cleaning", perPet: true, careTypes: ["BOARDING"], price: { units: 5n }, taxRate: "0", surchargeType: 0 },
    { name: "Medication", perPet: false, taxRate: "10.255", surchargeType: 3, applyType: 4 },
  ]);
  lists.charges = [];
});

test("what a stay comes to is said part by part before anything is sent: nights, the dear night, what is added by the day, the tax", async () => {
  const { lines, price, tax, total } = await quote([dog(["1", "2"]), dog(["1"])]);
  expect(
    lines.map((line) => [
      line.pet,
      line.serviceName,
      line.price?.units,
      line.parts.map(({ name, count, amount }) => [name, count, amount?.units]),
    ]),
  ).toEqual([
    [
      0,
      "Boarding 1",
      150n,
      [
        ["", 3, 135n],
        ["Holiday", 1, 15n],
      ],
    ],
    [0, "Playtime", 40n, [["", 4, 40n]]],
    [
      1,
      "Boarding 1",
      150n,
      [
        ["", 3, 135n],
        ["Holiday", 1, 15n],
      ],
    ],
  ]);
  // 10.255 % of each night's line, rounded down once for each.
  expect([price?.units, tax, total?.units]).toMatchObject([340n, { units: 30n, nanos: 760_000_000 }, 370n]);
  expect(await quote([dog(["4"])])).toMatchObject({ lines: [] });
});

test("beside a calendar and a catalog of before, rooms have no prices of their own and rules still apply", async () => {
  chooseSays = () => new ConnectError("not here", Code.Unimplemented);
  oldOffering.is = true;
  expect((await quote()).price?.units).toBe(150n);
  const { bookingRequest } = await staff().getBookingRequest({ id: idOf(await submit()) });
  [chooseSays, oldOffering.is] = [() => undefined, false];
  expect(bookingRequest?.estimatedTotalPrice?.units).toBe(150n);
});

test.each([
  ["no night", () => quote(undefined, times(3, 3)), bad, "endDate", "A stay ends on a later day than it begins."],
  ["too long", () => quote(undefined, times(3, 60)), bad, "endDate", "A stay here is 30 nights or shorter. Please call for a longer one."],
  ["too soon", () => hold(undefined, times(0, 2)), bad, "date", "This stay begins too soon to be booked online."],
  ["too far", () => hold(undefined, times(400, 402)), bad, "date", "This day cannot be booked online."],
  [
    "before the house opens",
    () => quote(undefined, times(3, 6, { startTime: 300 })),
    bad,
    "startTime",
    `Pets cannot be brought at this time. On ${spoken(3)} they can be brought from 9:00 AM to 6:00 PM.`,
  ],
  [
    "at night",
    () => quote(undefined, times(3, 6, { endTime: 1400 })),
    bad,
    "endTime",
    `Pets cannot be picked up at this time. On ${spoken(6)} they can be picked up from 9:00 AM to 6:00 PM.`,
  ],
  ["a cat among dogs", () => hold([dog(["1"], { petType: "Cat" })]), bad, none, "Boarding 1 is not for a cat."],
  ["too heavy", () => hold([dog(["1"], { weight: 90 })]), bad, none, "Boarding 1 is not for a pet of this weight."],
  ["a groom with it", () => hold([dog(["1", "3"])]), bad, none, "Groom is booked by itself, not with a stay."],
])("%s is refused with its field, in words", async (_, call, code, field, message) => {
  expect(await refused(call())).toEqual([code, field, message]);
  expect(kept).toEqual([]);
});

test("a stay begins and ends while the shop is open on those days, whoever asks; a day without hours narrows nothing", async () => {
  const weekday = (plus: number) => Temporal.PlainDate.from(day(plus)).dayOfWeek % 7;
  const hours = (openingHours: object[]) =>
    desk.servers.admin.query("update online_booking.setting set opening_hours = $1, page_version = page_version + 1", [
      JSON.stringify(openingHours),
    ]);
  await hours([
    { day: weekday(3), startTime: 600, endTime: 840 },
    { day: weekday(5), startTime: 600, endTime: 720 },
  ]);
  const late = `Pets cannot be brought at this time. On ${spoken(3)} they can be brought from 10:00 AM to 2:00 PM.`;
  for (const startTime of [570, 900]) {
    for (const call of [() => quote(undefined, times(3, 6, { startTime })), () => hold(undefined, times(3, 6, { startTime }))])
      expect(await refused(call())).toEqual([bad, "startTime", late]);
    expect(await refused(submit(undefined, { startTime }))).toEqual([bad, "startTime", late]);
  }
  const early = `Pets cannot be picked up at this time. On ${spoken(5)} they can be picked up from 10:00 AM to 12:00 PM.`;
  expect(await refused(hold(undefined, times(3, 5, { endTime: 780 })))).toEqual([bad, "endTime", early]);
  expect((await hold(undefined, times(3, 5))).holdToken).not.toBe("");
  expect((await hold(undefined, times(4, 6, { startTime: 1020 }))).holdToken).not.toBe("");
  await hours([]);
});

test("boarding has no times of a day, and a stay needs its last day", async () => {
  const page = desk.servers.client(StorefrontService, visitor);
  const asked = { bookOnlineName: desk.page, pets: [{ serviceIds: ["1"] }], startDate: toWireDate(day(3)), endDate: toWireDate(day(4)) };
  expect(await refused(page.listAvailableTimes(asked))).toEqual([bad, none, "Boarding 1 is booked by the night."]);
  expect(await refused(submit(undefined, { endDate: undefined }))).toEqual([bad, none, "Boarding 1 is booked by the night."]);
});

test("a kind of room that costs something of its own is quoted at it, kept so with the request, and booked so", async () => {
  const when = { bookOnlineName: desk.page, times: times(), lodgingTypeId: "9", holdToken: "mine" };
  const { lines, price } = await stays().quoteStay({ ...when, pets: [dog(["1", "2"])] });
  expect(chosen.at(-1)).toMatchObject({ lodgingTypeId: "9", holdToken: "mine", pets: [{ petType: "Dog", petSizeId: "62" }] });
  expect(lines.map((line) => [line.serviceId, line.price?.units, line.parts.map(({ name, amount }) => [name, amount?.units])])).toEqual([
    [
      "1",
      270n,
      [
        ["", 135n],
        ["Suite", 120n],
        ["Holiday", 15n],
      ],
    ],
    ["2", 40n, [["", 40n]]],
  ]);
  expect(price?.units).toBe(310n);
  const sent = await submit([named(dog(["1", "2"]), "Rex")], { lodgingTypeId: "9" });
  const { bookingRequest } = await staff().acceptBookingRequest({ id: idOf(sent) });
  expect(bookingRequest?.pets[0]?.services.map(({ rooms }) => rooms)).toMatchObject([
    [{ name: "Suite", nights: 3, nightlyPrice: { units: 85n } }],
    [],
  ]);
  expect(desk.asked[0]).toMatchObject({
    lodgingTypeId: "9",
    petServices: [{ services: [{ price: { units: 270n } }, { price: { units: 40n } }] }],
  });
});

test("rooms are kept for ten minutes, then for the request; accepted, it is booked in them at the price that was said", async () => {
  const { holdToken } = await hold([dog(["1", "2"])], times(), "7");
  expect(kept).toMatchObject([{ startTime: 840, endTime: 660, holdMinutes: 10, lodgingTypeId: "7", pets: [{ petType: "Dog" }] }]);
  expect(kept[0]?.visitor?.bounds.map(({ most }) => most)).toEqual([5, 12]);
  const sent = await submit([named(dog(["1", "2"]), "Rex")], { holdToken, lodgingTypeId: "7" });
  expect(sent.booking).toMatchObject({ status: "submitted", date: day(3), endDate: day(6), startTime: 840, endTime: 660, staffName: "" });
  expect(sent.booking?.summary).toBe("Boarding 1 and Playtime for Rex, 3 nights");
  expect(kept.at(-1)).toMatchObject({ replaceToken: holdToken, lodgingTypeId: "7", visitor: { requested: true } });
  const { bookingRequest } = await staff().acceptBookingRequest({ id: idOf(sent) });
  expect(bookingRequest).toMatchObject({
    status: BookingRequestStatus.ACCEPTED,
    endDate: day(6),
    lodgingTypeId: "7",
    estimatedTotalPrice: { units: 190n },
  });
  expect(desk.asked).toMatchObject([
    {
      appointmentDate: toWireDate(day(3)),
      endDate: toWireDate(day(6)),
      ...{ startTime: 840, endTime: 660, lodgingTypeId: "7", holdToken: `rooms-${kept.length}`, staffId: "0" },
      petServices: [
        {
          services: [
            { serviceId: "1", price: { units: 150n } },
            { serviceId: "2", price: { units: 40n } },
          ],
        },
      ],
    },
  ]);
  expect(desk.asked[0]?.petServices[0]?.services[0]?.duration).toBeUndefined();
});

test("what boarding adds to a stay is quoted with its tax, asked for, and booked on its days at the price that was said", async () => {
  const pets = [dog(["9"])];
  const short = await quote(pets, times(3, 4));
  expect(short.lines.map(({ serviceName }) => serviceName)).toEqual(["Boarding 9"]);
  const before = lists.named;
  const { lines, price, tax } = await quote(pets, times(3, 5));
  expect(lists.named, "the page knows what comes along").toBe(before);
  expect(lines.map(({ serviceName, stayDay, price: of, parts }) => [serviceName, stayDay, of?.units, parts[0]?.count])).toEqual([
    ["Boarding 9", StayDay.UNSPECIFIED, 90n, 2],
    ["Bath", LAST, 20n, undefined],
    ["Bath", EVERY, 60n, 3],
  ]);
  expect([price?.units, tax?.units]).toEqual([170n, 17n]);
  const { startDate: date, ...when } = times(3, 5);
  const id = idOf(await submit([named(dog(["9"]), "Rex")], { date, ...when }));
  const { bookingRequest: request } = await staff().getBookingRequest({ id });
  expect(request?.pets[0]?.services.map(({ name, stayDay }) => [name, stayDay])).toEqual([
    ["Boarding 9", StayDay.UNSPECIFIED],
    ["Bath", LAST],
    ["Bath", EVERY],
  ]);
  expect(request?.pets[0]?.pet?.serviceIds).toEqual(["9"]);
  await staff().acceptBookingRequest({ id });
  const [booked] = desk.asked.at(-1)?.petServices ?? [];
  expect(booked?.services.map(({ serviceId, stayDay, price: of }) => [serviceId, stayDay, of?.units])).toEqual([
    ["9", StayDay.UNSPECIFIED, 90n],
    ["7", LAST, 20n],
    ["7", EVERY, 60n],
  ]);
});

test("add-ons of boarding are offered, quoted on their days, asked for and booked on them; what boarding adds itself comes once, and one for cats not to a dog", async () => {
  const { storefront } = await desk.servers.client(StorefrontService).getStorefront({ bookOnlineName: desk.page });
  expect(storefront?.addOns.map(({ serviceId, stayDay }) => [serviceId, stayDay])).toEqual([["21", EVERY]]);
  const walked = dog(["20", "21"]);
  const { lines, price, tax } = await quote([walked], times(3, 5));
  expect(lines.map(({ serviceName, stayDay, price: of, parts }) => [serviceName, stayDay, of?.units, parts[0]?.count])).toEqual([
    ["Boarding 20", StayDay.UNSPECIFIED, 90n, 2],
    ["Walk", EVERY, 36n, 3],
  ]);
  expect([price?.units, tax?.units]).toEqual([126n, 12n]);
  const { startDate: date, ...when } = times(3, 5);
  const id = idOf(await submit([named(walked, "Rex")], { date, ...when }));
  const { bookingRequest: request } = await staff().getBookingRequest({ id });
  expect(request?.pets[0]?.services.map(({ name, stayDay, addOn }) => [name, stayDay, addOn])).toEqual([
    ["Boarding 20", StayDay.UNSPECIFIED, false],
    ["Walk", EVERY, true],
  ]);
  expect(request?.pets[0]?.pet?.serviceIds, "it is chosen, not brought along").toEqual(["20", "21"]);
  await staff().acceptBookingRequest({ id });
  const [booked] = desk.asked.at(-1)?.petServices ?? [];
  expect(booked?.services.map(({ serviceId, stayDay, price: of }) => [serviceId, stayDay, of?.units])).toEqual([
    ["20", StayDay.UNSPECIFIED, 90n],
    ["21", EVERY, 36n],
  ]);
  expect(await refused(quote([dog(["1", "21"])]))).toEqual([bad, "pets.0.serviceIds", "Walk does not go with what was chosen."]);
});

test("accepted on another day it keeps its nights, and the calendar says what they cost then", async () => {
  const sent = await submit();
  const over = { startDate: toWireDate(day(-1)), endDate: toWireDate(day(2)) };
  expect((await refused(staff().acceptBookingRequest({ id: idOf(sent), ...over }))).slice(0, 2)).toEqual([bad, "startDate"]);
  await staff().acceptBookingRequest({ id: idOf(sent), startDate: toWireDate(day(10)) });
  expect(desk.asked).toMatchObject([{ appointmentDate: toWireDate(day(10)), endDate: toWireDate(day(13)), endTime: 660 }]);
  expect(desk.asked[0]?.petServices[0]?.services[0]?.price).toBeUndefined();
  const { bookingRequest } = await staff().getBookingRequest({ id: idOf(sent) });
  expect(bookingRequest).toMatchObject({ startDate: day(10), endDate: day(13), askedDate: day(3) });
});

test("room-not-available: when somebody was faster, the visitor reads of their nights and nothing of others' rooms", async () => {
  holdSays = () => fail("ROOM_NOT_AVAILABLE", { field: "petServices", reason: "Kennel 4 is taken", facts: { lodgingUnitId: "4" } });
  const words = "There is no longer room for all these nights. Please choose other nights.";
  for (const call of [() => hold(), () => submit()]) {
    const { code, message, options } = await refusalOf(call());
    expect([code, message, options.fields?.[0]?.field, options.facts]).toEqual([
      ErrorCode.ROOM_NOT_AVAILABLE,
      words,
      "date",
      expect.not.objectContaining({ lodgingUnitId: "4" }),
    ]);
  }
});

test("a request whose rooms are gone is kept new ones with one press; declined, they are given back; on the waitlist it waits for its nights", async () => {
  const sent = await submit();
  await staff().autoAssignBookingRequest({ id: idOf(sent) });
  expect(kept.at(-1)).toMatchObject({ startDate: toWireDate(day(3)), endDate: toWireDate(day(6)), visitor: { requested: true } });
  await staff().declineBookingRequest({ id: idOf(sent), reason: "full" });
  const [{ payload }] = (
    await desk.servers.admin.query("select payload from online_booking.job where kind = 'release-time' and key = $1", [idOf(sent)])
  ).rows;
  expect(payload).toMatchObject({ token: `rooms-${kept.length}` });
  const other = await submit();
  await staff().moveBookingRequestToWaitlist({ id: idOf(other) });
  const { rows } = await desk.servers.admin.query(
    "select nights, total, care_types from online_booking.waitlist_entry where booking_request_id = $1",
    [idOf(other)],
  );
  expect(rows).toMatchObject([{ nights: 3, total: "4500", care_types: ["BOARDING"] }]);
  const walked = await submit([named(dog(["20", "21"]), "Rex")]);
  await staff().moveBookingRequestToWaitlist({ id: idOf(walked) });
  const [{ pets }] = (
    await desk.servers.admin.query("select pets from online_booking.waitlist_entry where booking_request_id = $1", [idOf(walked)])
  ).rows;
  const waiting = pets[0].services.map(({ serviceId, minor, addOn }: { serviceId: string; minor: string; addOn?: true }) => [
    ...[serviceId, minor, addOn],
  ]);
  expect(waiting, "an add-on at what it costs a day").toEqual([
    ["20", "4500", undefined],
    ["21", "1200", true],
  ]);
});

test("a request for a room of its own is kept such a room, also once its boarding is booked online no more", async () => {
  const alone = boarding("7", { options: { requireDedicatedLodging: true } });
  catalog.push(alone);
  const sent = await submit([named(dog(["7"]), "Rex")]);
  alone.bookOnlineAvailable = false;
  await staff().autoAssignBookingRequest({ id: idOf(sent) });
  expect(kept.slice(-2).map(({ pets }) => pets.map(({ ownLodging }) => ownLodging))).toEqual([[true], [true]]);
});

test("who is not shown to be a client is quoted as coming for the first time, a client who was here is not", async () => {
  rules = [welcome];
  const { lines } = await quote();
  expect(lines[0]?.parts.map(({ name, percent, amount }) => [name, percent, amount?.units])).toEqual([
    ["", "", 135n],
    ["Welcome", "-20", -27n],
  ]);
  const page = desk.servers.client(StorefrontService, { ...visitor, ip: "198.51.103.8" });
  const { codeToken } = await page.sendBookingCode({ bookOnlineName: desk.page, phoneNumber: "+12065550155" });
  const code = desk.codes.get("+12065550155") ?? "";
  const { visitorToken } = await page.confirmBookingCode({ bookOnlineName: desk.page, codeToken, code });
  desk.findsClients(() => [{ customerId: "5", firstName: "Dana", lastName: "Host" } as never]);
  const known = await stays().quoteStay({ bookOnlineName: desk.page, pets: [dog()], times: times(), visitorToken });
  expect(known.price).toEqual(toMoney(13_500, "USD"));
  rules = [peak];
  desk.findsClients(() => []);
});

test("boarding that asks for an evaluation is refused like any service that does", async () => {
  const page = desk.servers.client(StorefrontService, { ...visitor, ip: "198.51.103.9" });
  const customer = { firstName: "Dana", lastName: "Host", phoneNumber: "+12065550142" };
  const { codeToken } = await page.sendBookingCode({ bookOnlineName: desk.page, phoneNumber: customer.phoneNumber });
  const { visitorToken } = await page.confirmBookingCode({
    bookOnlineName: desk.page,
    codeToken,
    code: desk.codes.get(customer.phoneNumber) ?? "",
  });
  const { startDate: date, ...when } = times();
  const pets = [{ petName: "Rex", ...dog(["5"]) }];
  const { code } = await refusalOf(page.submitBooking({ bookOnlineName: desk.page, customer, pets, date, ...when, visitorToken }));
  expect([code, kept]).toEqual([ErrorCode.EVALUATION_REQUIRED, []]);
});

test("a pet that stays on some of these nights is not booked in over itself; another pet of theirs is, and the same one from the day it leaves", async () => {
  const customer = { firstName: "Dana", lastName: "Host", phoneNumber: "+12065550143" };
  const page = desk.servers.client(StorefrontService, { ...visitor, ip: "198.51.103.10" });
  const { codeToken } = await page.sendBookingCode({ bookOnlineName: desk.page, phoneNumber: customer.phoneNumber });
  const code = desk.codes.get(customer.phoneNumber) ?? "";
  const { visitorToken } = await page.confirmBookingCode({ bookOnlineName: desk.page, codeToken, code });
  desk.findsClients(() => [{ customerId: "31", firstName: "Dana", lastName: "Host" }]);
  const days = { appointmentDate: toWireDate(day(2)), endDate: toWireDate(day(4)) };
  desk.appointments.set("88", { id: "88", customerId: "31", version: 1, status: 1, ...days, petServiceList: [{ petName: "Rex" }] });
  const ask = (petName: string, from: number) => {
    const { startDate: date, ...when } = times(from, from + 3);
    const pets = [{ petName, ...dog(["1"]) }];
    return page.submitBooking({ bookOnlineName: desk.page, customer, pets, date, ...when, visitorToken });
  };
  const refusal = await refusalOf(ask("rex ", 3));
  expect([refusal.code, refusal.options.fields?.[0]?.field]).toEqual([bad, "pets.0.petName"]);
  await ask("Moss", 3);
  await ask("Rex", 4);
  desk.appointments.delete("88");
  desk.findsClients(() => []);
});

test("the settings of stays are kept in order, and named ones only are changed", async () => {
  const settings = desk.servers.client(OnlineBookingSettingService);
  const { setting } = await settings.updateOnlineBookingSetting({ businessId: "1", stayMinNights: 2, stayMaxNights: 10 });
  expect(setting).toMatchObject({ stayMinNights: 2, stayMaxNights: 10, stayNoticeHours: 24 });
  expect((await refused(settings.updateOnlineBookingSetting({ businessId: "1", stayMaxNights: 1 }))).slice(0, 2)).toEqual([
    bad,
    "stayMaxNights",
  ]);
  expect((await refused(settings.updateOnlineBookingSetting({ businessId: "1", stayArrivalFrom: 1200 }))).slice(0, 2)).toEqual([
    bad,
    "stayArrivalTo",
  ]);
  expect(await refused(quote(undefined, times(3, 4)))).toEqual([bad, "endDate", "A stay here is 2 nights or longer."]);
  await settings.updateOnlineBookingSetting({ businessId: "1", stayMinNights: 1, stayMaxNights: 30 });
});
