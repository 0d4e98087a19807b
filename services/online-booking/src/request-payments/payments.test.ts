import { randomUUID } from "node:crypto";
import { ErrorCode, fail, fromMoney, nobody, toMoney, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { AppointmentStatus, NoShow, PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import {
  BookingRequestDeclinedSchema,
  BookingRequestPrepaymentReleasedSchema,
  BookingRequestWithdrawnSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import {
  BookingPaymentType,
  DepositType,
  PaymentGroupKind,
  PaymentGroupService,
  PrepayType,
} from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import {
  type AcceptBookingPaymentRequest,
  type BeginBookingPaymentRequest,
  BookingPaymentService,
  BookingPaymentState as State,
} from "@leashline/proto/leashline/payment/v1/booking_payment_service_pb.js";
import { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { BookingPaymentChangedSchema, RefundRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { originAt } from "@leashline/proto/rules/custom-domain.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";

// The payment service as far as it is asked: what it holds, by ref.
type Held = BeginBookingPaymentRequest & { state: State; version: number; taken: bigint };
const held = new Map<string, Held>();
const accepted: AcceptBookingPaymentRequest[] = [];
let next: State = State.HELD;
let settles: State = State.SETTLED;
let takesCards = true;
let byClient = false;
const surcharge = { name: "Card surcharge", percentage: "2.9", fixed: { currencyCode: "USD", units: 0n, nanos: 300_000_000 }, step: "1" };
const shown = (one: Held) => ({
  ...{ ref: one.ref, kind: one.kind, state: one.state, version: one.version, cardBrand: "visa", cardLast4: "4242", paymentId: "77" },
  ...(one.amount && { amount: one.amount, taken: toMoney(one.taken, "USD") }),
  ...(one.convenienceFee && { convenienceFee: one.convenienceFee }),
  ...(one.state === State.FAILED && { failureMessage: "Your card was declined.", failureCode: "card_declined" }),
  ...(one.state === State.CONSENT && { consentUrl: "https://bank.test/agree" }),
});
const payments = partOf(BookingPaymentService, {
  getBookingCardForm: async () => ({
    ...(takesCards && { cardKeys: { publishableKey: "pk_test_1" } }),
    amountStep: "1",
    ...(byClient && { convenienceFee: surcharge }),
  }),
  beginBookingPayment: async (request: BeginBookingPaymentRequest) => {
    if (!held.has(request.ref)) held.set(request.ref, { ...request, state: next, version: 1, taken: 0n });
    return { payment: shown(held.get(request.ref) as Held) };
  },
  checkBookingPayment: async ({ ref }: { ref: string }) => ({ payment: shown(held.get(ref) as Held) }),
  acceptBookingPayment: async (request: AcceptBookingPaymentRequest) => {
    const one = held.get(request.ref) as Held;
    if (one.state === State.HELD) {
      accepted.push(request);
      one.state = settles;
      one.version++;
      one.taken = settles === State.SETTLED ? fromMoney(one.amount).minor : 0n;
    }
    return { payment: shown(one) };
  },
  releaseBookingPayment: async ({ ref }: { ref: string }) => {
    const one = held.get(ref);
    if (one && one.state !== State.SETTLED) one.state = State.RELEASED;
    return {};
  },
});

let desk: Desk;
beforeAll(async () => {
  const tags = partOf(TagService, { listTags: async () => ({ tags: [{ id: "9", name: "VIP" }] }) });
  desk = await openDesk([payments, tags, partOf(DepositRuleService, { previewDeposit: async () => ({}) })]);
});
afterAll(() => desk?.servers.stop());
beforeEach(async () => {
  [next, settles, takesCards] = [State.HELD, State.SETTLED, true];
  desk.findsClients(() => []);
  await desk.servers.admin.query("update online_booking.booking_request set state = 'declined' where state = 'submitted'");
  await desk.servers.admin.query("delete from online_booking.payment_group");
  await desk.servers.admin.query("delete from online_booking.pace");
});

const groups = () => desk.servers.client(PaymentGroupService);
const requests = (caller: object = {}) => desk.servers.client(BookingRequestService, caller);
const page = (idempotencyKey?: string) => desk.servers.client(StorefrontService, nobody, idempotencyKey ? { idempotencyKey } : {});
const usd = (minor: number) => toMoney(minor, "USD");
const half = {
  paymentType: BookingPaymentType.PREPAY,
  prepayType: PrepayType.DEPOSIT,
  depositType: DepositType.PERCENTAGE,
  depositPercentage: 50,
};
const ask = (kind: PaymentGroupKind, more: object) => groups().updatePaymentGroupSetting({ businessId: "1", kind, ...more });
const newHalf = () => ask(PaymentGroupKind.NEW, { ...half, policy: "Charged when we confirm." });

async function visitor(phoneNumber = "+12065550147"): Promise<string> {
  await desk.servers.admin.query("delete from online_booking.pace");
  const { codeToken } = await page().sendBookingCode({ bookOnlineName: desk.page, phoneNumber });
  const code = desk.codes.get(phoneNumber) ?? "";
  return (await page().confirmBookingCode({ bookOnlineName: desk.page, codeToken, code })).visitorToken;
}
let token = "";
const wish = { pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }] };
const bodyOf = (more: object = {}) => ({
  ...{ bookOnlineName: desk.page, date: toWireDate(day), startTime: 600, visitorToken: token, ...wish },
  customer: { firstName: "Jo", lastName: "Park", phoneNumber: "+12065550147", email: "jo@example.test" },
  ...more,
});
const terms = async () =>
  (await page().previewBookingDeposit({ bookOnlineName: desk.page, pets: [{ serviceIds: ["1"], petType: "Dog" }], visitorToken: token }))
    .payment;
const card = (amount: number, more: object = {}) => ({ card: { paymentMethodToken: "pm_1", amount: usd(amount), ...more } });
const idsSent = async () =>
  (await desk.servers.admin.query("select id from online_booking.booking_request")).rows.map(({ id }) => Number(id));
const idOf = (statusToken: string) => statusToken.split(".")[0] ?? "";
const read = async (id: string) => (await requests().getBookingRequest({ id })).bookingRequest!;
async function prepaid(): Promise<{ id: string; ref: string; statusToken: string; due: number }> {
  await newHalf();
  token ||= await visitor();
  const due = Number(fromMoney((await terms())?.amount).minor);
  const { statusToken } = await page().submitBooking(bodyOf(card(due)));
  const ref = [...held.keys()].at(-1) ?? "";
  return { id: idOf(statusToken), ref, statusToken, due };
}
const stateOf = (ref: string) => held.get(ref)?.state;

test("groups are kept, changed by what is named, looked at in their order, and refused where they say nothing", async () => {
  const { group } = await ask(PaymentGroupKind.EXISTING, { paymentType: BookingPaymentType.CARD_ON_FILE, policy: " Kept. " });
  expect(group).toMatchObject({ paymentType: BookingPaymentType.CARD_ON_FILE, policy: "Kept.", version: 1 });
  await ask(PaymentGroupKind.FILTERED, { ...half, customerTagIdList: ["9"] });
  const kinds = async () => (await groups().getPaymentGroupSetting({ businessId: "1" })).groups.map(({ kind }) => kind);
  expect(await kinds()).toEqual([PaymentGroupKind.FILTERED, PaymentGroupKind.EXISTING]);
  const changed = await ask(PaymentGroupKind.EXISTING, { policy: "Other words", version: 1 });
  expect(changed.group).toMatchObject({ paymentType: BookingPaymentType.CARD_ON_FILE, policy: "Other words", version: 2 });
  const refused = async (call: Promise<unknown>) => await refusalOf(call);
  expect((await refused(ask(PaymentGroupKind.EXISTING, { policy: "Late", version: 1 }))).code).toBe(ErrorCode.VERSION_CONFLICT);
  const field = async (call: Promise<unknown>) => (await refused(call)).options.fields?.[0]?.field;
  expect(await field(ask(PaymentGroupKind.FILTERED, { customerTagIdList: [], updateMask: { paths: ["customer_tag_id_list"] } }))).toBe(
    "customerTagIdList",
  );
  const tagged = (...customerTagIdList: string[]) => ask(PaymentGroupKind.FILTERED, { ...half, customerTagIdList });
  const noTag = [{ field: "customerTagIdList", reason: "there is no tag 999999: choose from the clients' tags" }];
  const { code, options } = await refused(tagged("9", "999999"));
  expect([code, options.fields]).toEqual([ErrorCode.PARAMS_INVALID, noTag]);
  const filtered = async () => (await groups().getPaymentGroupSetting({ businessId: "1" })).groups[0];
  expect(await filtered()).toMatchObject({ customerTagIdList: ["9"], version: 1 });
  // One that was deleted since stays until it is taken out.
  await desk.servers.admin.query("update online_booking.payment_group set tag_ids = '{9,66}' where kind = 'filtered'");
  expect((await tagged("66")).group?.customerTagIdList).toEqual(["66"]);
  expect((await refused(tagged("66", "999999"))).options.fields).toEqual(noTag);
  expect(await field(ask(PaymentGroupKind.NEW, { ...half, depositPercentage: 0 }))).toBe("depositPercentage");
  expect(await field(ask(PaymentGroupKind.NEW, { ...half, depositType: DepositType.AMOUNT }))).toBe("depositAmount");
  expect(await field(groups().sortPaymentGroups({ businessId: "1", kinds: [PaymentGroupKind.EXISTING] }))).toBe("kinds");
  await groups().sortPaymentGroups({ businessId: "1", kinds: [PaymentGroupKind.EXISTING, PaymentGroupKind.FILTERED] });
  expect(await kinds()).toEqual([PaymentGroupKind.EXISTING, PaymentGroupKind.FILTERED]);
  await groups().deletePaymentGroupSetting({ businessId: "1", kind: PaymentGroupKind.FILTERED });
  expect(await kinds()).toEqual([PaymentGroupKind.EXISTING]);
  expect((await refused(groups().deletePaymentGroupSetting({ businessId: "1", kind: PaymentGroupKind.FILTERED }))).code).toBe(
    ErrorCode.NOT_FOUND,
  );
});

test("a visitor is told what their group is asked for, and as a new client until they have shown who they are", async () => {
  token = "";
  await newHalf();
  await ask(PaymentGroupKind.EXISTING, { paymentType: BookingPaymentType.CARD_ON_FILE });
  desk.findsClients(() => [{ customerId: "7", customerTagIdList: ["9"] } as never]);
  expect(await terms()).toMatchObject({
    type: BookingPaymentType.PREPAY,
    policy: "Charged when we confirm.",
    cardKeys: { publishableKey: "pk_test_1" },
  });
  token = await visitor();
  expect((await terms())?.type).toBe(BookingPaymentType.CARD_ON_FILE);
  await ask(PaymentGroupKind.FILTERED, { paymentType: BookingPaymentType.NONE, customerTagIdList: ["9"] });
  expect(await terms()).toBeUndefined();
  desk.findsClients(() => []);
  expect((await terms())?.type).toBe(BookingPaymentType.PREPAY);
  takesCards = false;
  expect(await terms()).toBeUndefined();
});

test("a request is refused without the card that is asked for, and at another amount than was seen; staff who enter one need none", async () => {
  const { due } = await prepaid();
  const code = async (more: object) => (await refusalOf(page().submitBooking(bodyOf(more)))).code;
  expect(await code({})).toBe(ErrorCode.BOOKING_PAYMENT_REQUIRED);
  expect(await code(card(due - 1))).toBe(ErrorCode.STATE_CONFLICT);
  expect(await code({ card: { paymentMethodToken: "pm_1", amount: { currencyCode: "EUR", units: 1n } } })).toBe(ErrorCode.PARAMS_INVALID);
  const id = await desk.submit();
  expect((await read(id)).prepay).toBeUndefined();
});

test("where clients bear the card fee, a visitor reads it with the prepayment and it is held with it; one who has not seen it sends nothing", async () => {
  await newHalf();
  token ||= await visitor();
  byClient = true;
  const asked = await terms();
  const due = Number(fromMoney(asked?.amount).minor);
  const fee = Math.floor(due * 0.029 + 1e-9) + 30;
  expect([Number(fromMoney(asked?.convenienceFee).minor), asked?.convenienceFeeName]).toEqual([fee, "Card surcharge"]);
  expect((await refusalOf(page().submitBooking(bodyOf(card(due))))).code).toBe(ErrorCode.STATE_CONFLICT);
  await page().submitBooking(bodyOf(card(due, { convenienceFee: usd(fee) })));
  byClient = false;
  expect(Number(fromMoney([...held.values()].at(-1)?.convenienceFee).minor)).toBe(fee);
});

test("booking-request-require-capture-prepaid, prepay-status-list: what is held with a request makes it prepaid; accepted by two at once, it is taken once", async () => {
  const { id, ref, statusToken, due } = await prepaid();
  const before = await read(id);
  expect([before.isPrepaid, before.prepay?.prepayStatus, before.prepay?.prepayRate, before.prepay?.policy]).toEqual([
    true,
    PrepayStatus.REQUIRE_CAPTURE,
    "50",
    "Charged when we confirm.",
  ]);
  expect(before.prepay?.heldUntil).toBeDefined();
  const { booking } = await page().getBookingStatus({ bookOnlineName: desk.page, statusToken });
  expect(booking?.payment).toMatchObject({ prepayStatus: PrepayStatus.REQUIRE_CAPTURE, cardLast4: "4242" });
  const total = Number(fromMoney(booking?.bill?.total).minor);
  expect(booking?.bill, "what it comes to, what is held of it and what is left").toMatchObject({
    paidAhead: usd(due),
    due: usd(total - due),
  });
  expect(total).toBeGreaterThan(due);
  expect(before.bill, "staff read the same").toEqual(booking?.bill);
  accepted.length = 0;
  await Promise.all([1, 2].map(() => requests().acceptBookingRequest({ id })));
  const after = await read(id);
  expect([after.isPrepaid, after.prepay?.prepayStatus, Number(fromMoney(after.prepay?.paidAmount).minor)]).toEqual([
    true,
    PrepayStatus.PAID,
    due,
  ]);
  expect(accepted).toMatchObject([{ ref, customerId: "7", appointmentId: after.appointmentId }]);
  const stands = async () => {
    const { isPrepaid, prepay } = await read(id);
    return [isPrepaid, prepay?.prepayStatus, Number(fromMoney(prepay?.refundAmount).minor)];
  };
  const goesBack = (refundId: string, amount: number) =>
    desk.tell(RefundRecordedSchema, { refundId, paymentId: "77", businessId: "1", amount: usd(amount) });
  const visit = { ...desk.appointments.get(after.appointmentId)! };
  desk.appointments.set(after.appointmentId, { ...visit, status: AppointmentStatus.CANCELLED, keptAmount: usd(100) } as typeof visit);
  const { booking: canceled } = await page().getBookingStatus({ bookOnlineName: desk.page, statusToken });
  expect(canceled).toMatchObject({ status: "cancelled", payment: { paidAmount: usd(due), keptAmount: usd(100) } });
  desk.appointments.set(after.appointmentId, visit);
  await goesBack("1", due - 100);
  expect(await stands()).toEqual([true, PrepayStatus.PAID, due - 100]);
  await goesBack("2", 100);
  expect(await stands()).toEqual([false, PrepayStatus.REFUNDED, due]);
  // That it was taken may be heard after it went back.
  await desk.tell(BookingPaymentChangedSchema, { payment: shown(held.get(ref) as Held), businessId: "1" });
  expect(await stands()).toEqual([false, PrepayStatus.REFUNDED, due]);
  expect((await page().getBookingStatus({ bookOnlineName: desk.page, statusToken })).booking?.payment).toMatchObject({
    prepayStatus: PrepayStatus.REFUNDED,
    refundAmount: usd(due),
  });
  await desk.servers.admin.query("update online_booking.booking_request set prepay_payment_id = 0 where id = $1", [id]);
});

test("money that could not be taken stands with the accepted request; what comes later is told, and an older telling changes nothing", async () => {
  settles = State.SETTLING;
  const { id, ref } = await prepaid();
  await requests().acceptBookingRequest({ id });
  expect((await read(id)).prepay?.prepayStatus).toBe(PrepayStatus.PROCESSING_CAPTURE);
  const one = held.get(ref) as Held;
  const tell = (state: State, version: number) =>
    desk.tell(BookingPaymentChangedSchema, { payment: shown({ ...one, state, version }), businessId: "1" });
  await tell(State.FAILED, 9);
  await tell(State.SETTLED, 3);
  expect(await read(id)).toMatchObject({
    status: BookingRequestStatus.ACCEPTED,
    isPrepaid: false,
    prepay: { prepayStatus: PrepayStatus.FAILED },
  });
  await desk.servers.admin.query("update online_booking.booking_request set prepay_payment_id = 0 where id = $1", [id]);
});

test.each(["declined", "withdrawn", "moved to the waitlist", "canceled by the business"])(
  "a request that is %s lets go of what its card holds",
  async (how) => {
    const { id, ref, statusToken } = await prepaid();
    if (how === "declined") await requests().declineBookingRequest({ id, reason: "Full" });
    if (how === "moved to the waitlist") await requests().moveBookingRequestToWaitlist({ id });
    if (how === "canceled by the business") await requests().cancelBookingRequest({ id, reason: "Closed" });
    if (how === "withdrawn")
      for (const _ of [1, 2]) {
        const { booking } = await page().withdrawBooking({ bookOnlineName: desk.page, statusToken });
        expect(booking).toMatchObject({ status: "cancelled", payment: { prepayStatus: PrepayStatus.CANCELED } });
      }
    expect(await read(id)).toMatchObject({ isPrepaid: false, prepay: { prepayStatus: PrepayStatus.CANCELED } });
    await desk.servers.runDue("online-booking");
    expect(stateOf(ref)).toBe(State.RELEASED);
    if (how === "withdrawn")
      expect(await desk.told(BookingRequestWithdrawnSchema, id)).toMatchObject({
        bookingRequestId: id,
        firstName: "Jo",
        phoneNumber: expect.stringMatching(/\d/),
        careTypes: [expect.any(String)],
      });
    if (how === "withdrawn") expect((await refusalOf(requests().acceptBookingRequest({ id }))).code).toBe(ErrorCode.STATE_CONFLICT);
  },
);

test("in their own place a pet parent reads how a request stands and takes it back: its card is let go, the shop is told, and of another's nobody hears", async () => {
  await desk.servers.client(OnlineBookingSettingService).updateOnlineBookingSetting({ clientPortal: true });
  const place = desk.servers.client(PortalService, nobody);
  const { id, ref } = await prepaid();
  const session = { bookOnlineName: desk.page, visitorToken: token };
  const waiting = async () => (await place.getPortal({ session })).waiting;
  expect(await waiting()).toMatchObject([
    {
      bookingRequestId: id,
      date: day,
      startTime: 600,
      summary: "Service 1 for Rex",
      mayWithdraw: true,
      classWaitlist: false,
      moreDates: [],
    },
  ]);
  expect((await waiting())[0]).toMatchObject({ payment: { prepayStatus: PrepayStatus.REQUIRE_CAPTURE, cardLast4: "4242" } });
  expect((await waiting())[0]?.askTime).toBeDefined();
  const stranger = { bookOnlineName: desk.page, visitorToken: await visitor("+12065550148") };
  for (const asked of [
    { session: stranger, bookingRequestId: id },
    { session, bookingRequestId: "999999" },
  ])
    expect((await refusalOf(place.withdrawPortalRequest(asked))).code).toBe(ErrorCode.NOT_FOUND);
  await desk.servers.admin.query("update online_booking.booking_request set state = 'accepting' where id = $1", [id]);
  expect((await waiting())[0]?.mayWithdraw).toBe(false);
  expect((await refusalOf(place.withdrawPortalRequest({ session, bookingRequestId: id }))).code).toBe(ErrorCode.STATE_CONFLICT);
  await desk.servers.admin.query("update online_booking.booking_request set state = 'submitted' where id = $1", [id]);
  for (const _ of [1, 2]) await place.withdrawPortalRequest({ session, bookingRequestId: id });
  expect(await waiting()).toEqual([]);
  await desk.servers.runDue("online-booking");
  expect(stateOf(ref)).toBe(State.RELEASED);
  expect(await desk.told(BookingRequestWithdrawnSchema, id)).toMatchObject({ bookingRequestId: id, firstName: "Jo" });
});

test("after seven days without an answer the money goes back, and the request waits on", async () => {
  const { id, ref } = await prepaid();
  const due = async () =>
    (
      await desk.servers.admin.query("select due_at from online_booking.job where kind = 'lapse-prepay' and key = $1 and state = 'due'", [
        id,
      ])
    ).rows[0];
  const days = ((await due()).due_at.getTime() - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThan(7.01);
  await desk.servers.admin.query("update online_booking.job set due_at = now() where kind = 'lapse-prepay' and key = $1", [id]);
  await desk.servers.runDue("online-booking");
  expect(await read(id)).toMatchObject({ status: BookingRequestStatus.SUBMITTED, prepay: { prepayStatus: PrepayStatus.CANCELED } });
  await desk.servers.runDue("online-booking");
  expect(stateOf(ref)).toBe(State.RELEASED);
  const held = (await read(id)).prepay?.prepaidAmount;
  expect(await desk.told(BookingRequestPrepaymentReleasedSchema, id)).toMatchObject({
    bookingRequestId: id,
    firstName: "Jo",
    phoneNumber: expect.stringMatching(/\d/),
    amount: held,
  });
  await requests().acceptBookingRequest({ id });
  expect((await read(id)).prepay?.prepayStatus).toBe(PrepayStatus.CANCELED);
});

test("a declined card and a bank that wants consent leave no request and the time as it was; back from the bank it goes out", async () => {
  const { due } = await prepaid();
  await desk.servers.admin.query("update online_booking.booking_request set state = 'declined' where state = 'submitted'");
  const holds = desk.held.length;
  const count = async () => Number((await desk.servers.admin.query("select count(*) from online_booking.booking_request")).rows[0].count);
  const before = await count();
  next = State.FAILED;
  const no = await refusalOf(page().submitBooking(bodyOf(card(due))));
  expect([no.code, no.message]).toEqual([ErrorCode.PAYMENT_DECLINED, "Your card was declined."]);
  next = State.CONSENT;
  const waits = await page().submitBooking(bodyOf(card(due)));
  expect(waits).toMatchObject({ consentUrl: "https://bank.test/agree", statusToken: "" });
  expect([desk.held.length, await count()]).toEqual([holds, before]);
  const ref = [...held.keys()].at(-1) ?? "";
  (held.get(ref) as Held).state = State.HELD;
  const back = () => page().submitBooking(bodyOf(card(due, { paymentMethodToken: "", paymentToken: waits.paymentToken })));
  const { statusToken } = await back();
  expect((await read(idOf(statusToken))).isPrepaid).toBe(true);
  // One card comes with one request.
  expect((await refusalOf(back())).code).toBe(ErrorCode.STATE_CONFLICT);
  await desk.servers.runDue("online-booking");
  expect(stateOf(ref)).toBe(State.HELD);
  expect((await refusalOf(page().submitBooking(bodyOf(card(due, { paymentToken: "forged.token" }))))).code).toBe(ErrorCode.STATE_CONFLICT);
});

test("a bank leads back to the domain that a visitor is on, as long as it is live, and else to the usual address", async () => {
  const { due } = await prepaid();
  const { admin, config } = desk.servers;
  await admin.query("update online_booking.booking_request set state = 'declined' where state = 'submitted'");
  next = State.CONSENT;
  const wayBack = async (onCustomDomain: boolean) => {
    await page().submitBooking(bodyOf(card(due, { onCustomDomain })));
    return [...held.values()].at(-1)?.returnUrl;
  };
  const usual = `${config.publicUrl}/ol/${desk.page}/book?step=pay`;
  expect(await wayBack(true)).toBe(usual);
  await admin.query(
    "insert into online_booking.custom_domain (company_id, business_id, domain, token, state) values (1, 1, 'book.paws.test', 'a', 2)",
  );
  await admin.query("update online_booking.setting set page_version = page_version + 1");
  const own = `${originAt("book.paws.test", config.publicUrl)}/ol/${desk.page}/book?step=pay`;
  expect([await wayBack(true), await wayBack(false)]).toEqual([own, usual]);
});

/** A visitor who was sent to their bank, agreed there, and is back. */
async function backFromBank() {
  const { due } = await prepaid();
  await desk.servers.admin.query("update online_booking.booking_request set state = 'declined' where state = 'submitted'");
  const stranger = await visitor("+12065550148");
  next = State.CONSENT;
  const { paymentToken } = await page().submitBooking(bodyOf(card(due)));
  const ref = [...held.keys()].at(-1) ?? "";
  (held.get(ref) as Held).state = State.HELD;
  const back = (more: object = {}) => page().submitBooking(bodyOf({ ...card(due, { paymentMethodToken: "", paymentToken }), ...more }));
  const asStranger = { visitorToken: stranger, customer: { firstName: "Al", lastName: "Ray", phoneNumber: "+12065550148", email: "" } };
  return { due, ref, back, asStranger };
}

test("nobody else pays with the card of a visitor who is back from their bank", async () => {
  const { ref, back, asStranger } = await backFromBank();
  const no = await refusalOf(back(asStranger));
  expect([no.code, stateOf(ref)]).toEqual([ErrorCode.STATE_CONFLICT, State.HELD]);
  expect((await read(idOf((await back()).statusToken))).isPrepaid).toBe(true);
});

test("the way back from the bank is no further try of a visitor; with somebody else's card it is one", async () => {
  const { due, back, asStranger } = await backFromBank();
  await desk.servers.admin.query("update online_booking.pace set turns = 99, next_at = now() + interval '1 hour' where what = 'ask'");
  expect((await refusalOf(back(asStranger))).code).toBe(ErrorCode.TOO_MANY_REQUESTS);
  expect((await refusalOf(page().submitBooking(bodyOf(card(due))))).code).toBe(ErrorCode.TOO_MANY_REQUESTS);
  expect((await read(idOf((await back()).statusToken))).isPrepaid).toBe(true);
});

test("a hold is for one request: sent with it again, no card is asked; of two at once one goes out, and the card of the other is let go of", async () => {
  const { due } = await prepaid();
  await desk.servers.admin.query("update online_booking.booking_request set state = 'declined' where state = 'submitted'");
  const hold = async () =>
    (await page().holdTime({ bookOnlineName: desk.page, pets: wish.pets, date: toWireDate(day), startTime: 600 })).holdToken;
  const cards = held.size;
  const holdToken = await hold();
  const key = randomUUID();
  const { statusToken } = await page(key).submitBooking(bodyOf({ ...card(due), holdToken }));
  const asked = desk.held.length;
  const again = await refusalOf(page().submitBooking(bodyOf({ ...card(due), holdToken })));
  expect([again.code, held.size, desk.held.length]).toEqual([ErrorCode.SLOT_FULL, cards + 1, asked]);
  expect((await page(key).submitBooking(bodyOf({ ...card(due), holdToken }))).statusToken).toBe(statusToken);
  const raced = await hold();
  let come = () => {};
  const both = new Promise<void>((done) => (come = done));
  let waiting = 0;
  desk.holdSays(async () => {
    if (++waiting === 2) come();
    await both;
  });
  const sent = await Promise.allSettled([1, 2].map(() => page().submitBooking(bodyOf({ ...card(due), holdToken: raced }))));
  desk.holdSays(() => undefined);
  expect(sent.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await desk.servers.runDue("online-booking");
  expect([...held.keys()].slice(-2).map(stateOf).sort()).toEqual([State.HELD, State.RELEASED].sort());
  // What the other asked of the hold meanwhile is made good.
  expect(desk.held.at(-1)?.heldRequest?.bookingRequestId).toBe(String(Math.max(...(await idsSent()))));
});

test("a repeated call sends one request with one card; where the time is gone, the card is let go of", async () => {
  const { due } = await prepaid();
  const before = held.size;
  const key = randomUUID();
  const sent = await Promise.all([1, 2].map(() => page(key).submitBooking(bodyOf(card(due)))));
  expect([new Set(sent.map(({ statusToken }) => statusToken)).size, held.size]).toEqual([1, before + 1]);
  desk.holdSays(() => fail("SLOT_FULL"));
  expect((await refusalOf(page().submitBooking(bodyOf(card(due))))).code).toBe(ErrorCode.SLOT_FULL);
  desk.holdSays(() => undefined);
  const ref = [...held.keys()].at(-1) ?? "";
  await desk.servers.runDue("online-booking");
  expect(stateOf(ref)).toBe(State.RELEASED);
});

test("booking-request-cancel: the business cancels with no-show 2, and what was paid goes back where that is said", async () => {
  const { id } = await prepaid();
  await requests().acceptBookingRequest({ id });
  const { appointmentId } = await read(id);
  const asked = desk.canceled;
  const visit = desk.appointments.get(appointmentId)!;
  await requests().cancelBookingRequest({ id, reason: "Ana is ill", refundPrepaid: true });
  expect(asked).toMatchObject([{ id: appointmentId, noShow: NoShow.NO_SHOW_CANCEL, autoRefundOrder: true, cancelReason: "Ana is ill" }]);
  expect(desk.appointments.get(appointmentId)?.status).toBe(AppointmentStatus.CANCELLED);
  await requests().cancelBookingRequest({ id, reason: "Again" });
  expect(asked).toHaveLength(1);
  desk.appointments.set(appointmentId, { ...visit, status: AppointmentStatus.CONFIRMED });
  await requests().cancelBookingRequest({ id });
  expect(asked[1]).toMatchObject({ noShow: NoShow.NO_SHOW_CANCEL, autoRefundOrder: false });
  const waiting = await prepaid();
  await requests().cancelBookingRequest({ id: waiting.id, reason: "Closed" });
  expect((await read(waiting.id)).status).toBe(BookingRequestStatus.CANCELLED);
  expect(await desk.told(BookingRequestDeclinedSchema, waiting.id)).toMatchObject({ reason: "Closed" });
  const declined = await prepaid();
  await requests().declineBookingRequest({ id: declined.id, reason: "" });
  expect((await refusalOf(requests().cancelBookingRequest({ id: declined.id }))).code).toBe(ErrorCode.STATE_CONFLICT);
});

test("booking-request-cancel: of several who cancel at once all get the same answer, and it is canceled once", async () => {
  const { id } = await prepaid();
  await requests().acceptBookingRequest({ id });
  const { appointmentId } = await read(id);
  let looked = 0;
  const { promise: allLooked, resolve } = Promise.withResolvers<void>();
  desk.whileLooking(() => (++looked < 3 ? allLooked : Promise.resolve(resolve())));
  const all = await Promise.all([1, 2, 3].map(() => requests().cancelBookingRequest({ id, reason: "Ana is ill" })));
  expect(new Set(all.map(({ bookingRequest }) => bookingRequest?.status)).size).toBe(1);
  expect(desk.appointments.get(appointmentId)).toMatchObject({ status: AppointmentStatus.CANCELLED, version: 2 });
});

test("what was prepaid goes back with a cancelation only from whoever may refund; else the appointment stands", async () => {
  const { id } = await prepaid();
  await requests().acceptBookingRequest({ id });
  const { appointmentId } = await read(id);
  const before = desk.canceled.length;
  const { MANAGE_BOOKING_REQUESTS, VIEW_BOOKING_REQUESTS_ALL_LOCATIONS, REFUND } = Permission;
  const permissions = [MANAGE_BOOKING_REQUESTS, VIEW_BOOKING_REQUESTS_ALL_LOCATIONS];
  const clerk = requests({ permissions, employeeCategory: 0 });
  const no = await refusalOf(clerk.cancelBookingRequest({ id, refundPrepaid: true }));
  expect([no.code, no.options.fields?.[0]?.field]).toEqual([ErrorCode.NO_PERMISSION, "refundPrepaid"]);
  expect(desk.canceled).toHaveLength(before);
  await requests({ permissions: [...permissions, REFUND], employeeCategory: 0 }).cancelBookingRequest({ id, refundPrepaid: true });
  expect(desk.canceled.at(-1)).toMatchObject({ id: appointmentId, autoRefundOrder: true });
});

test("a client whom a request made, and whose accept was refused, is a new one until they have been here; a tag of the staff's makes them known", async () => {
  await newHalf();
  await ask(PaymentGroupKind.EXISTING, { paymentType: BookingPaymentType.NONE });
  token ||= await visitor();
  const jo = { customerId: "7", firstName: "Jo", lastName: "Park", source: "online booking", customerTagIdList: [] as string[] };
  const asksCard = async () => (await terms()) !== undefined;
  desk.findsClients(() => [{ ...jo, source: "" }]);
  expect(await asksCard()).toBe(false);
  desk.findsClients(() => [jo]);
  expect(await asksCard()).toBe(true);
  desk.findsClients(() => [{ ...jo, customerTagIdList: ["9"] }]);
  expect(await asksCard()).toBe(false);
  desk.findsClients(() => [jo]);
  desk.appointments.set("901", { id: "901", customerId: "7", version: 1, status: AppointmentStatus.UNCONFIRMED, petServiceList: [] });
  expect(await asksCard()).toBe(true);
  desk.appointments.set("901", { id: "901", customerId: "7", version: 2, status: AppointmentStatus.FINISHED, petServiceList: [] });
  expect(await asksCard()).toBe(false);
  desk.appointments.delete("901");
});
