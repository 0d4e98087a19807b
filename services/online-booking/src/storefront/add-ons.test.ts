import { type Ctx, ErrorCode, fromMoney, nobody, toMoney, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { PolicyChargeKind, ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { BookingFlowService, BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { BookingRequestSubmittedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import {
  BookingPaymentType,
  DepositType,
  PaymentGroupKind,
  PaymentGroupService,
  PrepayType,
} from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { BookingPaymentService } from "@leashline/proto/leashline/payment/v1/booking_payment_service_pb.js";
import { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, lists, openDesk } from "../../test/desk.ts";
import { knownParty } from "../../test/neighbors.ts";
import { resumeToken } from "../abandoned/resume.ts";

// Service 1 is grooming for $80 and half an hour, 2 boarding, 3 grooming that only add-on 23 does not go with. Of the add-ons 20 is for every groom, $15 and a
// quarter of an hour; the others say what is different about them.
const usd = (minor: number) => toMoney(minor, "USD");
let policy: object | undefined;
const offer = (id: string, price: number, careType = "GROOMING") => ({
  ...{ id, name: `Service ${id}`, careType, duration: 30, bookOnlineAvailable: true, price: usd(price), taxId: "0" },
  ...(careType === "BOARDING" && { byStay: true }),
  options: { ...(id === "1" && policy && { bookingPolicy: policy }) },
});
const addOn = (id: string, more: object = {}) => ({
  ...{ ...offer(id, 1_500), name: `Add-on ${id}`, duration: 15, addOn: true, applicableServiceIds: [] as string[] },
  ...more,
});
const catalog = () => [
  ...[offer("1", 8_000), offer("2", 5_000, "BOARDING"), offer("3", 4_000)],
  ...[
    addOn("20"),
    addOn("21", { bookOnlineAvailable: false }),
    addOn("22", { careType: "BOARDING" }),
    addOn("23", { applicableServiceIds: ["1"], availability: { petTypes: [{ petType: "Dog", breeds: ["Poodle"] }], weightTo: 30 } }),
    addOn("24", { applicableServiceIds: ["77"] }),
    addOn("25", { options: { showBasePrice: ShowPrice.HIDE, showDuration: false }, availability: { staffIds: ["6"] } }),
    addOn("26", { availability: { businessIds: ["2"] } }),
    addOn("27", { inactive: true }),
  ],
];
type Named = { ids: string[]; withAddOns: boolean };

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    partOf(CatalogService, {
      listServices: async ({ withAddOns }: { withAddOns: boolean }) => ({
        services: catalog().filter((one) => withAddOns || !("addOn" in one)),
      }),
      batchGetServices: async ({ ids, withAddOns }: Named) => ({
        services: catalog().filter((one) => ids.includes(one.id) && (withAddOns || !("addOn" in one))),
      }),
    }),
    partOf(BookingPaymentService, { getBookingCardForm: async () => ({ cardKeys: { publishableKey: "pk" }, amountStep: "1" }) }),
    partOf(DepositRuleService, { previewDeposit: async () => ({}), previewDepositReturn: async () => ({}) }),
    knownParty(),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  policy = undefined;
  for (const list of [lists.free, desk.held, desk.asked]) list.length = 0;
  for (const table of ["payment_group", "pace", "waitlist_entry"]) await desk.servers.admin.query(`delete from online_booking.${table}`);
  await desk.servers.admin.query("update online_booking.setting set page_version = page_version + 1");
});

const visitor = () => desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip: "198.51.104.1" });
const requests = () => desk.servers.client(BookingRequestService);
const pet = (serviceIds: string[], more: object = {}) => ({ petName: "Rex", petType: "Dog", breed: "Poodle", serviceIds, ...more });
const asked = (serviceIds: string[], more: object = {}) => ({
  ...{ bookOnlineName: desk.page, customer: { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777" } },
  ...{ pets: [pet(serviceIds, more)], date: toWireDate(day), startTime: 600 },
});
/** Somebody of the shop enters it. */
const send = async (...of: Parameters<typeof asked>) => {
  const { statusToken } = await desk.servers.client(StorefrontService).submitBooking(asked(...of));
  return statusToken.split(".")[0] ?? "";
};

test("the page offers the add-ons that are put online here and go with one of its services, each as its price is shown", async () => {
  const { storefront } = await visitor().getStorefront({ bookOnlineName: desk.page });
  expect(storefront?.services.map(({ serviceId }) => serviceId)).toEqual(["1", "2", "3"]);
  expect(storefront?.addOns.map(({ serviceId, addOn: is }) => [serviceId, is])).toEqual([
    ["20", true],
    ["22", true],
    ["23", true],
    ["25", true],
  ]);
  const [nails, , poodles, quiet] = storefront?.addOns ?? [];
  expect(nails).toMatchObject({ name: "Add-on 20", price: { units: 15n }, duration: 15, applicableServiceIds: [] });
  expect(poodles).toMatchObject({
    applicableServiceIds: ["1"],
    petTypes: ["Dog"],
    breeds: [{ petType: "Dog", breeds: ["Poodle"] }],
    weightTo: 30,
  });
  expect([quiet?.price, quiet?.visitPrice, quiet?.duration]).toEqual([undefined, undefined, 0]);
});

test("with an add-on a time is as much longer, is looked for with those who do it, and counts as the service alone for limits", async () => {
  const span = { startDate: toWireDate(day), endDate: toWireDate(day) };
  const times = (serviceIds: string[]) => visitor().listAvailableTimes({ bookOnlineName: desk.page, pets: [{ serviceIds }], ...span });
  expect((await times(["1", "20"])).duration).toBe(45);
  expect(lists.free.at(-1)).toMatchObject({ duration: 45, staffIds: ["5"], comingPets: [{ serviceIds: ["1"] }] });
  expect((await times(["1", "25"])).days, "nobody here does it").toEqual([]);
  await visitor().holdTime({ bookOnlineName: desk.page, pets: [{ serviceIds: ["1", "20"] }], date: toWireDate(day), startTime: 600 });
  expect(desk.held.at(-1)).toMatchObject({ duration: 45, comingPets: [{ serviceIds: ["1"] }] });
});

test("what is unknown, not put online, elsewhere or inactive is refused as such a service is, by every call", async () => {
  for (const id of ["99", "21", "26", "27"]) {
    const when = { date: toWireDate(day), startTime: 600 };
    for (const call of [
      () => visitor().holdTime({ bookOnlineName: desk.page, pets: [{ serviceIds: ["1", id] }], ...when }),
      () => visitor().previewBookingDeposit({ bookOnlineName: desk.page, pets: [{ serviceIds: ["1", id], petType: "Dog" }] }),
      () => send(["1", id]),
    ]) {
      const { code, options } = await refusalOf(call());
      expect([code, options.fields?.[0]?.field, options.facts?.serviceId], id).toEqual([ErrorCode.SERVICE_NOT_FOUND, "pets", id]);
    }
  }
});

test("what goes with nothing that the pet gets, or is not for such a pet, is refused with the pet's field and why; nothing is held", async () => {
  const refused = async (call: Promise<unknown>) => {
    const { code, options } = await refusalOf(call);
    return [code, options.fields?.[0]?.field, options.facts?.why, options.facts?.reason];
  };
  const no = (reason: string) => [ErrorCode.PARAMS_INVALID, "pets.0.serviceIds", "addOn", reason];
  expect(await refused(send(["20"])), "alone").toEqual(no("service"));
  expect(await refused(send(["3", "23"]))).toEqual(no("service"));
  expect(await refused(send(["1", "22"])), "that of a stay on a groom").toEqual(no("service"));
  expect(await refused(send(["1", "23"], { breed: "Pug" }))).toEqual(no("breed"));
  const times = { startDate: toWireDate(day), endDate: toWireDate(Temporal.PlainDate.from(day).add({ days: 2 }).toString()) };
  const stay = {
    bookOnlineName: desk.page,
    pets: [{ serviceIds: ["2", "20"], petType: "Dog" }],
    times: { ...times, startTime: 600, endTime: 600 },
  };
  expect(await refused(visitor().previewBookingDeposit(stay)), "with a stay").toEqual(no("service"));
  const heavy = await refusalOf(send(["1", "23"], { weight: 31 }));
  expect([heavy.code, heavy.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "pets"]);
  expect(desk.held).toEqual([]);
});

test("it is on the request with its price and time, and a line of its own of the appointment that is accepted", async () => {
  const id = await send(["1", "20", "23"]);
  const { bookingRequest } = await requests().getBookingRequest({ id });
  expect(bookingRequest).toMatchObject({ startTime: 600, endTime: 660, estimatedTotalPrice: usd(11_000) });
  expect(bookingRequest?.summary).toBe("Service 1, Add-on 20 and Add-on 23 for Rex");
  const lines = bookingRequest?.pets[0]?.services.map(({ serviceId, addOn: is, duration, price }) => [
    serviceId,
    is,
    duration,
    price?.units,
  ]);
  expect(lines).toEqual([
    ["1", false, 30, 80n],
    ["20", true, 15, 15n],
    ["23", true, 15, 15n],
  ]);
  expect((await desk.told(BookingRequestSubmittedSchema, id)).services.map(({ serviceName }) => serviceName)).toEqual([
    "Service 1",
    "Add-on 20",
    "Add-on 23",
  ]);
  await desk.servers.runDue("online-booking");
  expect(desk.held.at(-1)).toMatchObject({ duration: 60, comingPets: [{ serviceIds: ["1"] }] });
  expect(desk.held.at(-1)?.heldRequest?.pets[0]?.serviceNames).toEqual(["Service 1", "Add-on 20", "Add-on 23"]);
  await requests().autoAssignBookingRequest({ id });
  expect(desk.held.at(-1)).toMatchObject({ duration: 60, comingPets: [{ serviceIds: ["1"] }] });
  await requests().acceptBookingRequest({ id });
  expect(desk.asked.at(-1)).toMatchObject({ bookingRequestId: id, withoutBundled: true });
  expect(desk.asked.at(-1)?.petServices[0]?.services).toMatchObject([
    { serviceId: "1", duration: 30, price: usd(8_000) },
    { serviceId: "20", duration: 15, price: usd(1_500) },
    { serviceId: "23", duration: 15, price: usd(1_500) },
  ]);
});

test("what is held and what canceling costs grow with it in percent, as its service says; an amount does not, nor do the limits change", async () => {
  const told = async (...serviceIds: string[]) => {
    await desk.servers.admin.query("update online_booking.setting set page_version = page_version + 1");
    const { payment, policy: agreed } = await visitor().previewBookingDeposit({
      bookOnlineName: desk.page,
      pets: [{ serviceIds, petType: "Dog" }],
    });
    return [payment && fromMoney(payment.amount).minor, fromMoney(agreed?.cancellationFee).minor, agreed?.changeNoticeHours];
  };
  await desk.servers.client(PaymentGroupService).updatePaymentGroupSetting({
    ...{ businessId: "1", kind: PaymentGroupKind.NEW, paymentType: BookingPaymentType.PREPAY },
    ...{ prepayType: PrepayType.DEPOSIT, depositType: DepositType.PERCENTAGE, depositPercentage: 50 },
  });
  expect((await told("1", "20"))[0], "as the group says").toBe(4_750n);
  const { PERCENT, AMOUNT } = PolicyChargeKind;
  policy = { changeNoticeHours: 2, deposit: { kind: PERCENT, percent: 20 }, cancellationFee: { kind: PERCENT, percent: 10 } };
  expect(await told("1", "20")).toEqual([1_900n, 950n, 2]);
  policy = { changeNoticeHours: 2, deposit: { kind: AMOUNT, amount: usd(2_500) }, cancellationFee: { kind: AMOUNT, amount: usd(1_000) } };
  expect(await told("1", "20")).toEqual(await told("1"));
  expect(await told("1", "20")).toEqual([2_500n, 1_000n, 2]);
});

test("whoever waits for a time waits with their add-ons, from the page and from a request that moves there, and is kept a time that long", async () => {
  const waitlist = desk.servers.client(AppointmentWaitlistService);
  const waiting = async () =>
    (await waitlist.listWaitEntries({ businessId: "1" })).entries.map(({ duration, petList }) => [
      duration,
      petList[0]?.serviceList.map((line) => [line.serviceId, line.addOn]),
    ]);
  const both = [
    45,
    [
      ["1", false],
      ["20", true],
    ],
  ];
  const id = await send(["1", "20"]);
  await requests().moveBookingRequestToWaitlist({ id });
  expect(await waiting()).toEqual([both]);
  const customerPets = { customerId: "7", petServices: [{ petId: "70", serviceList: [{ serviceId: "1" }, { serviceId: "20" }] }] };
  await waitlist.createWaitEntry({ ...customerPets, businessId: "1" });
  expect(await waiting()).toEqual([both, both]);
  const alone = { ...customerPets, petServices: [{ petId: "70", serviceList: [{ serviceId: "20" }] }] };
  const { code, options } = await refusalOf(waitlist.createWaitEntry({ ...alone, businessId: "1" }));
  expect([code, options.fields?.[0]?.field, options.facts?.why]).toEqual([ErrorCode.PARAMS_INVALID, "petServices.serviceList", "addOn"]);
  const unfit = { ...customerPets, petServices: [{ petId: "70", serviceList: [{ serviceId: "1" }, { serviceId: "26" }] }] };
  const { options: elsewhere } = await refusalOf(waitlist.createWaitEntry({ ...unfit, businessId: "1" }));
  expect([elsewhere.fields?.[0]?.field, elsewhere.facts?.reason]).toEqual(["petServices.serviceList", "location"]);
});

test("a booking that is left and taken up again has its add-ons as far as they, and what they are on top of, are still offered", async () => {
  const flows = desk.servers.client(BookingFlowService, { ...nobody, kind: "anonymous", ip: "198.51.104.2" });
  const at = { bookOnlineName: desk.page, bookingFlowId: "add-ons-flow-0001", step: BookingStep.SELECT_TIME };
  const person = { firstName: "Jo", lastName: "Park", phoneNumber: "+12065550190", email: "" };
  const pets = [
    ["20", "1", "21"],
    ["3", "23"],
  ].map((serviceIds, nth) => ({ petName: `Rex ${nth}`, petType: "Dog", serviceIds }));
  await flows.saveBookingProgress({ ...at, customer: person, pets });
  const left = "select id::text, care_type, pets from online_booking.abandoned_booking where flow_id = $1";
  const { rows } = await desk.servers.admin.query(left, [at.bookingFlowId]);
  expect([rows[0]?.care_type, rows[0]?.pets[0]?.services], "of which kind it is, its services say").toEqual([
    "GROOMING",
    [
      { serviceId: "20", name: "Add-on 20" },
      { serviceId: "1", name: "Service 1" },
    ],
  ]);
  const ctx = { runtime: desk.servers.runtime("online-booking"), companyId: "1" } as Ctx;
  const { progress } = await flows.getBookingProgress({ ...at, resumeToken: resumeToken(ctx, rows[0]?.id) });
  expect(progress?.pets.map(({ serviceIds }) => serviceIds)).toEqual([["20", "1"], ["3"]]);
});
