import type { MessageInitShape } from "@bufbuild/protobuf";
import { ErrorCode, fail, nobody, sealNumbers, toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentStatus, PaymentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { WalkMark, type WalkSchema, WalkService } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { AppointmentLinkService } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import {
  DepositRuleService,
  type PreviewDepositReturnResponseSchema,
} from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { CLIENT_LINK, type ClientLink, numbersOfLink } from "@leashline/proto/rules/client-link.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, day, erasedClient, lists, mergedClient, openDesk, type Visit } from "../../test/desk.ts";

let desk: Desk;
/** What the payment service says becomes of a deposit. */
let policy: MessageInitShape<typeof PreviewDepositReturnResponseSchema> = { byPolicy: false };
/** What the calendar noted of a walk. */
let walked: MessageInitShape<typeof WalkSchema> = {};
beforeAll(async () => {
  desk = await openDesk([
    partOf(DepositRuleService, { previewDepositReturn: async () => policy }),
    partOf(WalkService, { getWalk: async () => ({ walk: walked }) }),
    partOf(PayLinkService, {
      getPayLink: async ({ orderId }: { orderId: string }) => {
        if (orderId === "404") throw fail("BANK_ACCOUNT_MISSING");
        return { url: `https://shop.test/pay/${orderId}` };
      },
    }),
  ]);
});
afterAll(() => desk?.servers.stop());

const DAY = 86_400_000;
const page = (idempotencyKey = "") =>
  desk.servers.client(
    AppointmentLinkService,
    { ...nobody, kind: "anonymous", ip: "198.51.100.7" },
    idempotencyKey ? { idempotencyKey } : {},
  );
let made = 500;

/** An appointment of client 7 for Rex with Ana at nine, three days from now; answers its id and the token of its link. */
function appointment(change: Partial<Visit> = {}, link: Partial<ClientLink> = {}) {
  const id = String(made++);
  const startAt = new Date(Date.now() + 3 * DAY);
  desk.appointments.set(change.id ?? id, {
    id,
    businessId: "1",
    customerId: "7",
    appointmentDate: toWireDate(day),
    endDate: toWireDate(day),
    startTime: 540,
    endTime: 600,
    startAt: toTimestamp(startAt),
    endAt: toTimestamp(new Date(startAt.getTime() + 3_600_000)),
    status: AppointmentStatus.UNCONFIRMED,
    version: 1,
    petServiceList: [
      { petDetailId: "1", petId: "3", petName: "Rex", serviceName: "Bath; and brush", staffId: "5", staffName: "Ana Ruiz", startTime: 540 },
    ],
    ...change,
  });
  return { id, token: tokenOf({ appointmentId: id, ...link }) };
}

const tokenOf = (link: Partial<ClientLink>, key = desk.servers.runtime("online-booking").config.signingKey) =>
  sealNumbers(
    key,
    CLIENT_LINK,
    numbersOfLink({ companyId: "1", businessId: "1", customerId: "7", appointmentId: "0", until: Date.now() + DAY, ...link }),
  );

const isGone = async (call: Promise<unknown>) => expect((await refusalOf(call)).code).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
const stands = (id: string) => desk.appointments.get(id);

test("the link shows the client their appointment, with a file for their calendar", async () => {
  const { token } = appointment();
  const { business, appointment: shown } = await page().getLinkedAppointment({ token });
  expect(business).toMatchObject({ businessName: "Paws", timezoneName: "America/Los_Angeles" });
  expect(shown).toMatchObject({ date: day, startTime: 540, endTime: 600, mayConfirm: true, mayMove: true, mayCancel: true });
  expect(shown?.services).toMatchObject([{ petName: "Rex", serviceName: "Bath; and brush", staffName: "Ana" }]);
  expect(shown?.calendarFile).toMatch(
    /^BEGIN:VCALENDAR\r\n[\s\S]*SEQUENCE:1\r\n[\s\S]*SUMMARY:Bath\\; and brush for Rex at Paws\r\n[\s\S]*END:VCALENDAR/,
  );
});

test("a shop that tells an arrival window says it on the link and in the calendar file, for what begins at a time of its own", async () => {
  const settings = desk.servers.client(OnlineBookingSettingService);
  await settings.updateOnlineBookingSetting({ arrivalWindowBefore: 30, arrivalWindowAfter: 60 });
  const shown = async (careType: string, startTime = 540) => {
    const line = { petDetailId: "1", petId: "3", petName: "Rex", serviceName: "Bath", staffId: "5", startTime, careType };
    const { token } = appointment({ petServiceList: [line] });
    return (await page().getLinkedAppointment({ token })).appointment;
  };
  const minuteOf = (file = "") => Number(/DTSTART:\d{8}T\d{2}(\d{2})/.exec(file)?.[1]);
  const [groomed, stays] = [await shown("GROOMING"), await shown("BOARDING")];
  expect(groomed?.arrivalWindow).toMatchObject({ before: 30, after: 60 });
  expect(groomed?.startTime, "the calendar keeps the start").toBe(540);
  expect(groomed?.calendarFile.replaceAll("\r\n ", "")).toContain("Arrive between 8:30 AM and 10:00 AM.");
  expect(stays?.arrivalWindow).toBeUndefined();
  expect(stays?.calendarFile).not.toContain("Arrive");
  expect(Math.abs(minuteOf(groomed?.calendarFile) - minuteOf(stays?.calendarFile)), "it begins with the window").toBe(30);
  await settings.updateOnlineBookingSetting({ arrivalWindowBefore: 0, arrivalWindowAfter: 0 });
  expect((await shown("GROOMING"))?.arrivalWindow).toBeUndefined();
});

test("the link says what the client has paid and did not get back", async () => {
  const { token } = appointment({ paidAmount: toMoney(12_373, "USD"), refundedAmount: toMoney(2_000, "USD") });
  expect((await page().getLinkedAppointment({ token })).appointment?.paidAmount).toMatchObject({ units: 103n, nanos: 730_000_000 });
});

test("the link of a walk that is over shows its report, once it was sent, and not where the walker was", async () => {
  const line = { petDetailId: "1", petId: "3", petName: "Rex", serviceName: "Walk", staffId: "5", startTime: 540, careType: "DOG_WALKING" };
  const shown = async (status: AppointmentStatus) => {
    const { token } = appointment({ status, petServiceList: [line, { ...line, petDetailId: "2", petId: "4", petName: "Mia" }] });
    return (await page().getLinkedAppointment({ token })).appointment?.walk;
  };
  const at = toTimestamp(new Date());
  const report = { note: "Sunny", photoPaths: ["/uploads/public/1/a/b.jpg"], pets: [{ petId: "3", marks: [WalkMark.POO] }] };
  walked = { startTime: at, finishTime: at, startPlace: { lat: 1, lng: 2 }, report };
  expect(await shown(AppointmentStatus.FINISHED), "not sent").toBeUndefined();
  walked = { ...walked, reportTime: at };
  expect(await shown(AppointmentStatus.CHECKED_IN), "not over").toBeUndefined();
  expect(await shown(AppointmentStatus.FINISHED)).toMatchObject({
    finishTime: at,
    note: "Sunny",
    photoPaths: report.photoPaths,
    pets: [
      { petName: "Rex", marks: [WalkMark.POO] },
      { petName: "Mia", marks: [] },
    ],
  });
});

test("the link says what it comes to, unless the business keeps one of the prices from visitors", async () => {
  const priced = async (serviceId: string) => {
    const line = { petName: "Rex", serviceName: "Bath", staffId: "5", startTime: 540, serviceId };
    const { token } = appointment({ estimatedTotalPrice: toMoney(6_500, "USD"), petServiceList: [{ ...line, petDetailId: "1" }] });
    return (await page().getLinkedAppointment({ token })).appointment?.estimatedPrice;
  };
  expect(await priced("3")).toMatchObject({ units: 65n });
  expect(await priced("7"), "its price is hidden").toBeUndefined();
  expect(await priced("999"), "not offered online").toBeUndefined();
});

test("the link tells the bill that was told online with tax, with what is paid and due while the order comes to the same, and nothing of it once what is booked costs something else", async () => {
  policy = { byPolicy: false };
  const usd = (minor: number) => toMoney(minor, "USD");
  const storefront = desk.servers.client(StorefrontService);
  const ask = async () => {
    const { statusToken } = await storefront.submitBooking({
      ...{ bookOnlineName: desk.page, date: toWireDate(day), startTime: 600 },
      customer: { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777" },
      pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }],
    });
    const id = statusToken.split(".")[0] ?? "";
    await desk.servers.client(BookingRequestService).acceptBookingRequest({ id });
    return { id, statusToken };
  };
  const { id: bookingRequestId, statusToken } = await ask();
  const { booking } = await storefront.getBookingStatus({ bookOnlineName: desk.page, statusToken });
  const bath = { petDetailId: "1", petId: "3", petName: "Rex", serviceName: "Bath", staffId: "5", startTime: 540, serviceId: "1" };
  const costs = { estimatedTotalPrice: usd(2_000), outstandingBalance: usd(2_205), orderId: "61", petServiceList: [bath] };
  const told = async (change: Partial<Visit> = {}) => {
    const { token } = appointment({ id: "99", bookingRequestId, ...costs, ...change }, { appointmentId: "99" });
    return (await page().getLinkedAppointment({ token })).appointment?.toldBill;
  };
  expect(await told(), "as the done page says").toEqual(booking?.bill);
  expect(await told()).toMatchObject({ price: usd(2_000), tax: usd(205), total: usd(2_205), paidAhead: usd(0), due: usd(2_205) });
  const paid = { paidAmount: usd(705), outstandingBalance: usd(1_500) };
  expect(await told(paid)).toMatchObject({ total: usd(2_205), paidAhead: usd(705), due: usd(1_500) });
  const discounted = await told({ outstandingBalance: usd(2_000) });
  expect(discounted, "a discount").toMatchObject({ total: usd(2_205) });
  expect([discounted?.paidAhead, discounted?.due]).toEqual([undefined, undefined]);
  expect((await told({ orderId: "0" }))?.due, "no order yet").toBeUndefined();
  expect(await told({ estimatedTotalPrice: usd(2_500) }), "another price").toBeUndefined();
  expect(await told({ petServiceList: [{ ...bath, serviceId: "3" }] }), "another service").toBeUndefined();
  expect(await told({ status: AppointmentStatus.CANCELLED })).toBeUndefined();
  expect(await told({ bookingRequestId: "0" }), "booked at the counter").toBeUndefined();
  const copy = appointment({ bookingRequestId, ...costs });
  expect((await page().getLinkedAppointment({ token: copy.token })).appointment, "a copy of it").toMatchObject({
    estimatedPrice: usd(2_000),
  });
  expect((await page().getLinkedAppointment({ token: copy.token })).appointment?.toldBill).toBeUndefined();
  const kept = "update online_booking.booking_request set bill = null where id = $1";
  await desk.servers.admin.query(kept, [bookingRequestId]);
  expect(await told(), "from before bills were kept").toBeUndefined();
});

test("what becomes of a deposit is told by the policy as it stands, and as it was decided once the appointment is canceled", async () => {
  const usd = (minor: number) => toMoney(minor, "USD");
  policy = { held: usd(689), returned: usd(344), byPolicy: true };
  const outcome = async (change: Partial<Visit>) => {
    const { token } = appointment({ paidAmount: usd(689), ...change });
    return (await page().getLinkedAppointment({ token })).appointment?.depositOutcome;
  };
  expect(await outcome({})).toMatchObject({ returned: usd(344), kept: usd(345) });
  const decided = { status: AppointmentStatus.CANCELLED, refundedAmount: usd(300), keptAmount: usd(389) };
  expect(await outcome(decided)).toMatchObject({ returned: usd(300), kept: usd(389) });
  policy = { held: usd(689), returned: usd(0), byPolicy: false };
  expect(await outcome({}), "staff decide").toBeUndefined();
});

test("the link names the deposit that is asked for, what of it is still due, and the page on which it is paid", async () => {
  const usd = (minor: number) => toMoney(minor, "USD");
  policy = { byPolicy: false };
  const asked = async (change: Partial<Visit>) => {
    const { token } = appointment({ prepaidAmount: usd(1_500), orderId: "61", ...change });
    return (await page().getLinkedAppointment({ token })).appointment?.askedDeposit;
  };
  expect(await asked({})).toMatchObject({ amount: usd(1_500), due: usd(1_500), payUrl: "https://shop.test/pay/61" });
  expect(await asked({ paidAmount: usd(500) })).toMatchObject({ due: usd(1_000), payUrl: "https://shop.test/pay/61" });
  expect(await asked({ paidAmount: usd(2_000) })).toMatchObject({ due: usd(0), payUrl: "" });
  expect(await asked({ orderId: "404" }), "no cards are taken online").toMatchObject({ due: usd(1_500), payUrl: "" });
  expect(await asked({ status: AppointmentStatus.CANCELLED })).toBeUndefined();
  expect(await asked({ prepaidAmount: usd(0) })).toBeUndefined();
});

test("what is paid leads to its receipt once nothing is left to pay", async () => {
  policy = { byPolicy: false };
  const bill = async (change: Partial<Visit>) => {
    const { token } = appointment({ orderId: "61", paidAmount: toMoney(2_000, "USD"), ...change });
    return (await page().getLinkedAppointment({ token })).appointment;
  };
  const { PAID, PARTIAL } = PaymentStatus;
  expect(await bill({ paymentStatus: PARTIAL })).toMatchObject({ paymentStatus: PARTIAL, receiptUrl: "" });
  expect(await bill({ paymentStatus: PAID })).toMatchObject({ paymentStatus: PAID, receiptUrl: "https://shop.test/pay/61" });
});

test("a token of another company, client, appointment, key or time opens nothing, and changes nothing", async () => {
  const { id, token } = appointment();
  const other = appointment({ customerId: "8" });
  const spoilt = [
    "x",
    `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
    tokenOf({ appointmentId: id, companyId: "2" }),
    tokenOf({ appointmentId: id, businessId: "2" }),
    tokenOf({ appointmentId: id, customerId: "8" }),
    tokenOf({ appointmentId: other.id }),
    tokenOf({ appointmentId: id, until: Date.now() - 3_600_000 }),
    tokenOf({ appointmentId: id }, "another key of thirty-two letters!!"),
    tokenOf({}),
  ];
  for (const wrong of spoilt) {
    await isGone(page().cancelLinkedAppointment({ token: wrong }));
    await isGone(page().confirmLinkedAppointment({ token: wrong }));
    await isGone(page().moveLinkedAppointment({ token: wrong, date: toWireDate(day), startTime: 600 }));
    if (wrong !== spoilt.at(-1)) await isGone(page().getLinkedAppointment({ token: wrong }));
  }
  expect([stands(id)?.version, stands(other.id)?.version]).toEqual([1, 1]);
});

test("confirm, move and cancel reach the calendar once, however often they are sent", async () => {
  const { id, token } = appointment();
  for (let n = 0; n < 2; n++)
    expect((await page("confirm").confirmLinkedAppointment({ token })).appointment).toMatchObject({ status: 2, mayConfirm: false });
  expect(stands(id)?.version).toBe(2);
  const { days } = await page().getMoveTimes({ token, startDate: toWireDate(day), endDate: toWireDate(day) });
  expect(days[0]?.times.map(({ startTime }) => startTime)).toEqual([600, 720]);
  const to = { token, date: toWireDate(day), startTime: 720 };
  for (let n = 0; n < 2; n++) expect((await page("move").moveLinkedAppointment(to)).appointment).toMatchObject({ startTime: 720 });
  expect((await refusalOf(page().moveLinkedAppointment({ ...to, startTime: 607 }))).code).toBe(ErrorCode.SLOT_FULL);
  expect(stands(id)?.version).toBe(3);
  for (let n = 0; n < 2; n++)
    expect((await page("cancel").cancelLinkedAppointment({ token, reason: "Rex is ill" })).appointment).toMatchObject({
      status: AppointmentStatus.CANCELLED,
      calendarFile: "",
      mayMove: false,
    });
  expect(stands(id)).toMatchObject({ version: 4, cancelReason: "By the client: Rex is ill" });
});

test("times to move to are those at which each of its staff takes the very pets they have, by size, breed and service", async () => {
  const line = (petDetailId: string, petId: string, staffId: string, more: object) => ({
    petDetailId,
    petId,
    staffId,
    startTime: 540,
    ...more,
  });
  const petServiceList = [
    line("1", "3", "5", { petSizeId: "4", breed: "Poodle", serviceId: "1" }),
    line("2", "3", "6", { petSizeId: "4", breed: "Poodle", serviceId: "3" }),
    line("3", "8", "5", { petSizeId: "2", breed: "Pug", serviceId: "1" }),
    line("4", "8", "5", { petSizeId: "2", breed: "Pug", serviceId: "4" }),
  ];
  const { id, token } = appointment({ petServiceList });
  const { days } = await page().getMoveTimes({ token, startDate: toWireDate(day), endDate: toWireDate(day) });
  expect(days).toMatchObject([{ date: day, times: [{ startTime: 720, staffIds: ["5", "6"] }] }]);
  const asked = lists.free.filter(({ ignoreAppointmentId }) => ignoreAppointmentId === id);
  expect(asked.map(({ staffIds, comingPets }) => [staffIds, comingPets])).toMatchObject([
    [
      ["5"],
      [
        { petSizeId: "4", breed: "Poodle", serviceIds: ["1"] },
        { petSizeId: "2", breed: "Pug", serviceIds: ["1", "4"] },
      ],
    ],
    [["6"], [{ petSizeId: "4", breed: "Poodle", serviceIds: ["3"] }]],
  ]);
});

test("who else may do all of it is offered as well, after whom it is with; the price and length stay, and a visit of two people stays with both", async () => {
  const lee = { staffId: "6", firstName: "Lee", lastName: "Park", businessIds: ["1"], bookOnlineAvailable: true };
  await desk.tell(StaffChangedSchema, lee);
  const line = { petDetailId: "1", petId: "3", petName: "Rex", serviceId: "1", staffId: "5", staffName: "Ana Ruiz", startTime: 540 };
  const { id, token } = appointment({ petServiceList: [line] });
  const asked = { token, startDate: toWireDate(day), endDate: toWireDate(day) };
  const { days, staff } = await page().getMoveTimes(asked);
  expect(days).toMatchObject([
    {
      date: day,
      times: [
        { startTime: 600, staffIds: ["5"] },
        { startTime: 660, staffIds: ["6"] },
        { startTime: 720, staffIds: ["5", "6"] },
      ],
    },
  ]);
  expect(staff.map(({ staffId, firstName, isNow }) => [staffId, firstName, isNow])).toEqual([
    ["5", "Ana", true],
    ["6", "Lee", false],
  ]);
  const others = lists.free.filter(({ ignoreAppointmentId, onlineOnly }) => ignoreAppointmentId === id && onlineOnly);
  expect(others.map(({ staffIds, duration, comingPets }) => [staffIds, duration, comingPets[0]?.serviceIds])).toEqual([[["6"], 60, ["1"]]]);
  const to = (startTime: number, staffId = "0") => page().moveLinkedAppointment({ token, date: toWireDate(day), startTime, staffId });
  const last = () => {
    const { startTime, staffId, originalStaffId, petDetailIds, takeCatalogPrices } = desk.moves.at(-1)!;
    return [startTime, staffId, originalStaffId, petDetailIds, takeCatalogPrices];
  };
  for (const [startTime, staffId] of [
    [600, "6"],
    [720, "7"],
  ] as const)
    expect((await refusalOf(to(startTime, staffId))).code).toBe(ErrorCode.SLOT_FULL);
  await to(720, "6");
  expect(last()).toEqual([720, "6", "5", [], false]);
  const moves = desk.moves.length;
  expect((await refusalOf(to(660))).code, "not to somebody else who was not named").toBe(ErrorCode.SLOT_FULL);
  expect(desk.moves).toHaveLength(moves);
  await to(600);
  expect(last(), "as it is now").toEqual([600, "0", "0", ["1"], false]);
  const settings = desk.servers.client(OnlineBookingSettingService);
  await settings.updateOnlineBookingSetting({ staffSelection: false });
  const own = await page().getMoveTimes(asked);
  expect([own.days[0]?.times.flatMap(({ staffIds }) => staffIds), own.staff.map(({ staffId }) => staffId)]).toEqual([["5", "5"], ["5"]]);
  expect((await refusalOf(to(660, "6"))).code, "clients do not choose whom").toBe(ErrorCode.SLOT_FULL);
  await settings.updateOnlineBookingSetting({ staffSelection: true });
  const both = appointment({ petServiceList: [line, { ...line, petDetailId: "2", staffId: "6" }] });
  expect((await page().getMoveTimes({ ...asked, token: both.token })).days).toMatchObject([
    { times: [{ startTime: 720, staffIds: ["5", "6"] }] },
  ]);
});

test("later than the business's hours, or where it takes no changes online, the client is told to call", async () => {
  const soon = appointment({ startAt: toTimestamp(new Date(Date.now() + 5 * 3_600_000)) });
  const { code, options } = await refusalOf(page().cancelLinkedAppointment({ token: soon.token }));
  expect([code, options.facts?.businessName]).toEqual([ErrorCode.STATE_CONFLICT, "Paws"]);
  const settings = desk.servers.client(OnlineBookingSettingService);
  await settings.updateOnlineBookingSetting({ changeNoticeHours: 4, updateMask: { paths: ["change_notice_hours"] } });
  expect((await page().cancelLinkedAppointment({ token: soon.token })).appointment?.status).toBe(AppointmentStatus.CANCELLED);
  const later = appointment();
  await settings.updateOnlineBookingSetting({ clientChanges: false, updateMask: { paths: ["client_changes"] } });
  expect((await refusalOf(page().cancelLinkedAppointment({ token: later.token }))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await page().getMoveTimes({ token: later.token, startDate: toWireDate(day), endDate: toWireDate(day) })).days).toEqual([]);
  await settings.updateOnlineBookingSetting({ clientChanges: true, updateMask: { paths: ["client_changes"] } });
});

test("changes of one appointment have a bound, so that nobody has texts sent without end", async () => {
  const { id, token } = appointment();
  const times = Array.from({ length: 25 }, (_, n) => (n % 2 ? 600 : 720));
  const codes = [];
  for (const startTime of times)
    codes.push(
      (await page()
        .moveLinkedAppointment({ token, date: toWireDate(day), startTime })
        .then(() => null, refusedWith)) ?? 0,
    );
  expect(codes).toContain(ErrorCode.TOO_MANY_REQUESTS);
  expect(stands(id)?.version).toBe(22);
});

const refusedWith = async (error: unknown) => (await refusalOf(Promise.reject(error))).code;

test("share-link-placeholders: the link to all that lies ahead shows the client's own, each with a link of its own", async () => {
  const mine = appointment({ customerId: "9" });
  appointment({ customerId: "9", status: AppointmentStatus.CANCELLED });
  appointment({ customerId: "9", businessId: "2" });
  const token = tokenOf({ customerId: "9" });
  const { appointments } = await page().getUpcomingAppointments({ token });
  expect(appointments).toHaveLength(1);
  expect(appointments[0]).toMatchObject({ startTime: 540, calendarFile: "" });
  await page().confirmLinkedAppointment({ token: appointments[0]?.token ?? "" });
  expect(stands(mine.id)?.status).toBe(AppointmentStatus.CONFIRMED);
});

test("the links of a client who was merged open what is now the other's, a visit's and that to all of them", async () => {
  const { id } = appointment({ customerId: "9" });
  const ofVisit = await page().getLinkedAppointment({ token: tokenOf({ customerId: mergedClient, appointmentId: id }) });
  expect(ofVisit.appointment).toMatchObject({ startTime: 540 });
  const { appointments } = await page().getUpcomingAppointments({ token: tokenOf({ customerId: mergedClient }) });
  expect(appointments.length).toBeGreaterThan(0);
});

test("the links of a client who was erased open nothing, neither a visit's nor that to all of them", async () => {
  const { id } = appointment({ customerId: erasedClient });
  for (const appointmentId of [id, "0"]) {
    const token = tokenOf({ customerId: erasedClient, appointmentId });
    await isGone(page().getLinkedAppointment({ token }));
    await isGone(page().getUpcomingAppointments({ token }));
    await isGone(page().cancelLinkedAppointment({ token }));
  }
});
