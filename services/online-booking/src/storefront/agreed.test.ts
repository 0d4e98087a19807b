import { ErrorCode, fromMoney, nobody, toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { ClientMessageService } from "@leashline/proto/leashline/message/v1/client_message_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { PolicyChargeKind } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { AppointmentLinkService, ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { ChangeRequestService } from "@leashline/proto/leashline/online_booking/v1/change_request_pb.js";
import {
  BookingPaymentType,
  DepositType,
  PaymentGroupKind,
  PaymentGroupService,
  PrepayType,
} from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { BookingPaymentService } from "@leashline/proto/leashline/payment/v1/booking_payment_service_pb.js";
import { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, lists, openDesk, type Visit } from "../../test/desk.ts";
import { tokenFor } from "../portal/client-link.ts";

const usd = (minor: number) => toMoney(minor, "USD");
const { AMOUNT, PERCENT, NONE } = PolicyChargeKind;
// Service 1 costs $80 and is what a test makes of it; 2 costs $20 and says nothing; 9 is boarding.
let policy: object | undefined;
const offer = (id: string, price: number, careType = "GROOMING") => ({
  ...{ id, name: `Service ${id}`, careType, duration: 30, bookOnlineAvailable: true, price: usd(price), taxId: "0" },
  ...(careType === "BOARDING" && { byStay: true }),
  options: { ...(id !== "2" && policy && { bookingPolicy: policy }) },
});
const catalog = () => [offer("1", 8_000), offer("2", 2_000), offer("9", 5_000, "BOARDING")];

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    partOf(CatalogService, {
      listServices: async () => ({ services: catalog() }),
      batchGetServices: async ({ ids }: { ids: string[] }) => ({ services: catalog().filter(({ id }) => ids.includes(id)) }),
    }),
    partOf(BookingPaymentService, { getBookingCardForm: async () => ({ cardKeys: { publishableKey: "pk" }, amountStep: "1" }) }),
    partOf(DepositRuleService, { previewDeposit: async () => ({}), previewDepositReturn: async () => ({}) }),
    partOf(ClientMessageService, { writeAsClient: async () => ({ message: { id: "1", messageText: "" } }) }),
  ]);
});
afterAll(() => desk?.servers.stop());

const settings = () => desk.servers.client(OnlineBookingSettingService);
beforeEach(async () => {
  policy = undefined;
  lists.free.length = 0;
  for (const table of ["payment_group", "pace", "change_request"]) await desk.servers.admin.query(`delete from online_booking.${table}`);
  await settings().updateOnlineBookingSetting({ noticeMinutes: 120, clientChanges: true, changeNoticeHours: 24 });
});

const visitor = () => desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip: "198.51.103.1" });
const desks = () => desk.servers.client(StorefrontService);
const customer = { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777" };
const pet = (...serviceIds: string[]) => ({ petName: "Rex", petType: "Dog", serviceIds });
/** The page is read anew only when it hears of a change, which no test waits for. */
const fresh = () => desk.servers.admin.query("update online_booking.setting set page_version = page_version + 1");
const says = async (own: object | undefined) => {
  policy = own;
  await fresh();
};
const times = async (...serviceIds: string[]) => {
  const span = { startDate: toWireDate(day), endDate: toWireDate(day) };
  const { days } = await visitor().listAvailableTimes({ bookOnlineName: desk.page, pets: [{ serviceIds }], ...span });
  return { starts: days.flatMap((one) => one.times.map(({ startTime }) => startTime)), notice: lists.free.at(-1)?.noticeMinutes };
};
const preview = (...serviceIds: string[]) =>
  visitor().previewBookingDeposit({ bookOnlineName: desk.page, pets: [{ serviceIds, petType: "Dog" }] });
const send = (serviceIds: string[], more: object = {}) =>
  desks().submitBooking({
    ...{ bookOnlineName: desk.page, customer, pets: [pet(...serviceIds)], date: toWireDate(day), startTime: 600 },
    ...more,
  });
const idOf = (statusToken: string) => statusToken.split(".")[0] ?? "";

test("free times keep the strictest notice and latest start of what is chosen, and a forged time is refused by the page and by the request", async () => {
  expect(await times("1")).toEqual({ starts: [600, 720], notice: 120 });
  await says({ noticeMinutes: 30, latestStart: 660 });
  expect(await times("1")).toEqual({ starts: [600], notice: 30 });
  expect((await times("1", "2")).notice, "the other service has the business's").toBe(120);
  const late = { bookOnlineName: desk.page, pets: [pet("1")], date: toWireDate(day), startTime: 720 };
  for (const call of [
    () => visitor().holdTime(late),
    () => visitor().submitBooking({ ...late, customer }),
    () => desks().submitBooking({ ...late, customer }),
  ]) {
    const { code, options } = await refusalOf(call());
    expect([code, options.fields?.[0]]).toEqual([
      ErrorCode.PARAMS_INVALID,
      { field: "startTime", reason: "this time is too late in the day for these services" },
    ]);
  }
  await says({ noticeMinutes: 7 * 1_440 });
  for (const call of [() => visitor().holdTime({ ...late, startTime: 600 }), () => send(["1"])]) {
    const { options } = await refusalOf(call());
    expect(options.fields?.[0]).toEqual({ field: "startTime", reason: "this time is too soon to be booked online" });
  }
  await says({ latestStart: 600 });
  expect((await times("1")).starts).toEqual([600]);
  await says({ latestStart: 599 });
  expect((await times("1")).starts).toEqual([]);
});

test("before a request is sent its policy is told: the strictest window, and the fees of all services", async () => {
  expect((await preview("1")).policy).toMatchObject({ noticeMinutes: 120, changeNoticeHours: 24 });
  await says({ changeNoticeHours: 48, cancellationFee: { kind: PERCENT, percent: 50 } });
  const { policy: told } = await preview("1", "2");
  expect(told).toMatchObject({ noticeMinutes: 120, changeNoticeHours: 48, cancellationFee: usd(4_000) });
  await says({ changeNoticeHours: 2, cancellationFee: { kind: NONE } });
  const { policy: mild } = await preview("1");
  expect([mild?.changeNoticeHours, mild?.cancellationFee]).toEqual([2, undefined]);
  expect((await preview("1", "2")).policy?.changeNoticeHours, "the other service has the business's").toBe(24);
  await settings().updateOnlineBookingSetting({ clientChanges: false });
  expect((await preview("2")).policy?.changeNoticeHours, "clients change nothing by themselves").toBeUndefined();
});

test("where the group asks for a prepayment, it is by service where a service says so; where it asks for none, no service does", async () => {
  await says({ deposit: { kind: AMOUNT, amount: usd(2_500) } });
  const asked = async (...ids: string[]) => {
    const { payment, policy: told } = await preview(...ids);
    return [payment && fromMoney(payment.amount).minor, fromMoney(told?.deposit).minor];
  };
  expect(await asked("1")).toEqual([undefined, 0n]);
  await desk.servers.client(PaymentGroupService).updatePaymentGroupSetting({
    ...{ businessId: "1", kind: PaymentGroupKind.NEW, paymentType: BookingPaymentType.PREPAY },
    ...{ prepayType: PrepayType.DEPOSIT, depositType: DepositType.PERCENTAGE, depositPercentage: 50 },
  });
  expect(await asked("2")).toEqual([1_000n, 1_000n]);
  expect(await asked("1")).toEqual([2_500n, 2_500n]);
  expect(await asked("1", "2")).toEqual([3_500n, 3_500n]);
  await says({ deposit: { kind: PERCENT, percent: 10 } });
  expect(await asked("1", "2")).toEqual([1_800n, 1_800n]);
  await says({ deposit: { kind: NONE } });
  expect(await asked("1")).toEqual([undefined, 0n]);
});

test("what was told is frozen on the request and follows to its visit, whatever the service and the business say later", async () => {
  await says({ changeNoticeHours: 48, latestStart: 900, cancellationFee: { kind: PERCENT, percent: 50 } });
  const seenPolicy = (await preview("1")).policy!;
  const { statusToken } = await send(["1"], { seenPolicy });
  const id = idOf(statusToken);
  await says({ changeNoticeHours: 1, cancellationFee: { kind: AMOUNT, amount: usd(9_900) } });
  await settings().updateOnlineBookingSetting({ changeNoticeHours: 0 });
  const status = async () => (await visitor().getBookingStatus({ bookOnlineName: desk.page, statusToken })).booking?.agreedPolicy;
  const frozen = { noticeMinutes: 120, latestStart: 900, changeNoticeHours: 48, cancellationFee: usd(4_000) };
  expect(await status()).toMatchObject(frozen);
  const requests = desk.servers.client(BookingRequestService);
  expect((await requests.getBookingRequest({ id })).bookingRequest?.agreedPolicy).toMatchObject(frozen);
  await requests.acceptBookingRequest({ id });
  expect(desk.asked.at(-1)).toMatchObject({ bookingRequestId: id, agreedPolicy: frozen });
});

test("a request is refused where its policy became stricter than what was seen, and sent where it became milder", async () => {
  await says({ changeNoticeHours: 24, cancellationFee: { kind: AMOUNT, amount: usd(1_000) } });
  const seenPolicy = (await preview("1")).policy!;
  const window = { changeNoticeHours: 25 };
  for (const stricter of [
    window,
    { cancellationFee: { kind: AMOUNT, amount: usd(1_001) } },
    { latestStart: 900 },
    { noticeMinutes: 121 },
  ]) {
    await says({ changeNoticeHours: 24, cancellationFee: { kind: AMOUNT, amount: usd(1_000) }, ...stricter });
    const { code, options } = await refusalOf(send(["1"], { seenPolicy }));
    expect([code, options.fields?.[0]?.field]).toEqual([ErrorCode.STATE_CONFLICT, "seenPolicy"]);
    expect(desk.released.length, "nobody keeps the time").toBeGreaterThan(0);
    expect(desk.released.splice(0)).toMatchObject([{ token: expect.stringMatching(/./) }]);
  }
  await says({ changeNoticeHours: 12 });
  expect((await send(["1"], { seenPolicy })).booking?.agreedPolicy?.changeNoticeHours).toBe(12);
  expect((await send(["1"])).booking?.agreedPolicy, "staff entered it, and nobody read anything").toBeUndefined();
});

let made = 700;
/** A visit of client 31 that begins in so many hours, as it was agreed. */
function visit(hours: number, agreedPolicy?: object) {
  const id = String(made++);
  const startAt = toTimestamp(new Date(Date.now() + hours * 3_600_000));
  const line = { petDetailId: "1", petId: "3", petName: "Rex", serviceName: "Bath", staffId: "5", startTime: 600, serviceId: "1" };
  const own = { businessId: "1", customerId: "31", customerFirstName: "Dana", customerLastName: "Reed", startTime: 600, endTime: 660 };
  desk.appointments.set(id, {
    ...{ id, ...own, appointmentDate: toWireDate(day), endDate: toWireDate(day), startAt, status: AppointmentStatus.CONFIRMED },
    ...{ version: 1, petServiceList: [line], ...(agreedPolicy && { agreedPolicy }) },
  } as Visit);
  const shop = { ctx: { companyId: "1", runtime: desk.servers.runtime("online-booking") } };
  const link = { companyId: "1", businessId: "1", customerId: "31", appointmentId: id, until: 0 };
  return { id, token: tokenFor({ shop, link } as never, desk.appointments.get(id) as never) };
}

test("the client's link goes by what was agreed, else by what the business says; later than that they ask, and staff read the fee", async () => {
  const links = desk.servers.client(AppointmentLinkService, { ...nobody, kind: "anonymous", ip: "198.51.103.9" });
  const shown = async (token: string) => (await links.getLinkedAppointment({ token })).appointment;
  const agreed = { noticeMinutes: 0, latestStart: 660, changeNoticeHours: 48, cancellationFee: usd(4_000) };
  const plain = visit(30);
  expect(await shown(plain.token)).toMatchObject({ mayCancel: true, changeNoticeHours: 24 });
  expect((await shown(plain.token))?.agreedPolicy).toBeUndefined();
  const always = visit(30, { noticeMinutes: 0, cancellationFee: usd(4_000) });
  expect(await shown(always.token), "it costs a fee whenever it is canceled").toMatchObject({ mayCancel: false, mayMove: false });
  expect((await shown(visit(30, { noticeMinutes: 0 }).token))?.mayCancel).toBe(true);
  const late = visit(30, agreed);
  expect(await shown(late.token)).toMatchObject({ mayCancel: false, mayMove: false, changeNoticeHours: 48, agreedPolicy: agreed });
  expect((await refusalOf(links.cancelLinkedAppointment({ token: late.token }))).code).toBe(ErrorCode.STATE_CONFLICT);
  const early = visit(50, agreed);
  const span = { startDate: toWireDate(day), endDate: toWireDate(day) };
  const { days } = await links.getMoveTimes({ token: early.token, ...span });
  expect(
    days.flatMap((one) => one.times.map(({ startTime }) => startTime)),
    "not after the latest start",
  ).toEqual([600]);
  expect(lists.free.at(-1)?.noticeMinutes).toBe(0);
  await settings().updateOnlineBookingSetting({ changeNoticeHours: 72 });
  expect((await shown(early.token))?.mayCancel, "milder than the business is by now").toBe(true);
  for (const [one, wish] of [
    [late, ChangeWish.CANCEL],
    [visit(30, { ...agreed, changeNoticeHours: 2 }), ChangeWish.MOVE],
    [visit(30), ChangeWish.CANCEL],
  ] as const) {
    await settings().updateOnlineBookingSetting({ clientChanges: false });
    await links.askForChange({ token: one.token, wish, text: "" });
  }
  const { changeRequests } = await desk.servers.client(ChangeRequestService).listChangeRequests({});
  expect(changeRequests.map(({ cancellationFee }) => cancellationFee && fromMoney(cancellationFee).minor)).toEqual([
    4_000n,
    undefined,
    undefined,
  ]);
});
