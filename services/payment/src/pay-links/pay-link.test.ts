import { create } from "@bufbuild/protobuf";
import { nobody, sealNumbers, toTimestamp } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { DateSchema } from "@leashline/proto/google/type/date_pb.js";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentStatus, NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentCancelledSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { PricePartSchema } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { PayLinkService, LinkedBillState as State } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { PaymentMethodService } from "@leashline/proto/leashline/payment/v1/payment_method_pb.js";
import { RefundWay } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { CARD_LINK, numbersOfPayLink, PAY_LINK, type PayLink } from "@leashline/proto/rules/client-link.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { business, byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterEach(() => harness?.sandbox.switches.set("stripe", { mode: "ok", latencyMs: 0 }));
afterAll(async () => harness?.stop());

const staff = () => harness.servers.client(PayLinkService);
const page = (idempotencyKey = "") =>
  harness.servers.client(PayLinkService, { ...nobody, kind: "anonymous", ip: "198.51.100.7" }, idempotencyKey ? { idempotencyKey } : {});
const tokenOf = (url: string): string => url.split("/").at(-1) ?? "";
const linkTo = async (orderId: string): Promise<string> => tokenOf((await staff().getPayLink({ orderId })).url);

async function bill(amount: number, customerId = "20") {
  const { orderId } = await harness.book(amount, { customerId });
  return { orderId, token: await linkTo(orderId) };
}

const visa = "pm_card_visa";
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;

const forged = (link: Partial<PayLink>, purpose: string = PAY_LINK.purpose, key = harness.servers.runtime("payment").config.signingKey) =>
  sealNumbers(
    key,
    purpose,
    numbersOfPayLink({ companyId: "1", businessId: "1", customerId: "20", orderId: "1", until: Date.now() + 86_400_000, ...link }),
  );

test("a client sees from when to when a stay goes, what each night of it costs, and by which ways a refund went back to them", async () => {
  const part = (name: string, count: number, each: number) => ({
    name,
    unit: PriceUnit.PER_NIGHT,
    count,
    each: usd(each),
    amount: usd(count * each),
  });
  const priceParts = [part("", 3, 4_500), part("Holiday", 1, 1_500)];
  const line = { serviceName: "Boarding", careType: "BOARDING", priceParts: priceParts.map((one) => create(PricePartSchema, one)) };
  const { orderId, appointmentId } = await harness.book(15_000, { line });
  await harness.agreed(orderId);
  const token = await linkTo(orderId);
  const read = async () => (await page().getLinkedBill({ token })).bill!;
  const open = await read();
  expect(open.lines.map(({ priceParts: parts }) => parts.map(({ name, count, amount }) => [name, count, cents(amount)]))).toEqual([
    [
      ["", 3, 13_500],
      ["Holiday", 1, 1_500],
    ],
  ]);
  expect(open.refunds).toEqual([]);
  expect([open.startDate, open.endDate]).toEqual([undefined, undefined]);
  const [startDate, endDate] = [
    create(DateSchema, { year: 2026, month: 12, day: 1 }),
    create(DateSchema, { year: 2026, month: 12, day: 4 }),
  ];
  const booked = { status: AppointmentStatus.CONFIRMED, noShow: NoShow.NOT_SET, appointmentDate: startDate, endDate };
  harness.visits.set(appointmentId, booked);
  expect(await read()).toMatchObject({ startDate, endDate });
  const { payment } = await harness.payments().createPayment(byCard(orderId, 15_000));
  const parts = [
    { way: RefundWay.ORIGINAL, amount: usd(1_000) },
    { way: RefundWay.STORE_CREDIT, amount: usd(2_000) },
  ];
  await harness.payments().refundPayment({ paymentId: payment!.id, parts });
  await harness.agreed(orderId);
  const { refunds, refunded } = await read();
  expect(refunds.map((one) => [one.method, one.cardLast4, cents(one.amount)])).toEqual([
    ["card", "4242", 1_000],
    ["store credit", "", 2_000],
  ]);
  expect(cents(refunded)).toBe(3_000);
});

test("after a refund tips are suggested on what the client still pays for", async () => {
  const { orderId, token } = await bill(10_000);
  const { payment } = await harness.payments().createPayment({ orderId, amount: usd(6_000), method: "cash" });
  await harness.payments().refundPayment({ paymentId: payment!.id, amount: usd(2_000) });
  await harness.agreed(orderId);
  const { bill: open } = await page().getLinkedBill({ token });
  expect([cents(open?.due), open?.tipOffers.map((tip) => [tip.label, cents(tip.amount)])]).toEqual([
    4_000,
    [
      ["15%", 1_200],
      ["20%", 1_600],
      ["25%", 2_000],
    ],
  ]);
});

test("a client sees the bill and pays it with a tip, once; the books and the receipt say so", async () => {
  const { orderId, token } = await bill(10_000);
  const { bill: open } = await page().getLinkedBill({ token });
  expect(open).toMatchObject({
    state: State.OPEN,
    number: `INV-${orderId}`,
    ownTip: true,
    mayKeepCard: true,
    business: { businessName: "Muddy Paws" },
  });
  expect(open?.lines.map((line) => [line.petName, line.name, cents(line.amount)])).toEqual([["Miso", "Bath", 10_000]]);
  expect(open?.tipOffers.map((tip) => [tip.label, cents(tip.amount)])).toEqual([
    ["15%", 1_500],
    ["20%", 2_000],
    ["25%", 2_500],
  ]);
  const asked = { token, paymentMethodToken: visa, due: usd(10_000), tips: usd(2_000), keepCard: true };
  for (let n = 0; n < 2; n++) {
    const { bill: paid } = await page("pay-once").payLinkedBill(asked);
    expect([paid?.state, cents(paid?.tips), cents(paid?.total), cents(paid?.due)]).toEqual([State.PAID, 2_000, 12_000, 0]);
    expect(paid?.payments.map((one) => [cents(one.amount), one.cardLast4])).toEqual([[12_000, "4242"]]);
  }
  await harness.agreed(orderId);
  expect([await harness.chargesOf(orderId), (await harness.order(orderId)).paymentStatus]).toEqual([12_000, "paid"]);
  expect(await harness.paidOnline(orderId)).toEqual([true]);
  const { cards } = await harness.servers.client(CardService).listCards({ customerId: "20" });
  expect(cards.map((card) => card.last4)).toEqual(["4242"]);
  expect(await codeOf(staff().getPayLink({ orderId }))).toBe(ErrorCode.STATE_CONFLICT);
  const { url } = await staff().getPayLink({ orderId, forReceipt: true });
  expect(await page().getLinkedBillFile({ token: url.split("/").at(-1) ?? "" })).toMatchObject({ fileName: `INV-${orderId}.pdf` });
  expect(await codeOf(page().getLinkedBillFile({ token: "made-up" }))).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
});

test("the link of a client who was merged opens the bill that is now the other's", async () => {
  const { orderId } = await bill(1_000);
  const { bill: open } = await page().getLinkedBill({ token: forged({ customerId: "920", orderId }) });
  expect(open).toMatchObject({ state: State.OPEN, number: `INV-${orderId}` });
  expect(await codeOf(page().getLinkedBill({ token: forged({ customerId: "921", orderId }) }))).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
});

test("a paid bill whose visit is canceled asks for nothing, and says what is to be given back until it was", async () => {
  const { orderId, appointmentId } = await harness.book(10_000, { customerId: "20" });
  const token = await linkTo(orderId);
  await page().payLinkedBill({ token, paymentMethodToken: visa, due: usd(10_000), tips: usd(0) });
  await harness.agreed(orderId);
  const appointment = {
    appointmentId,
    businessId: "1",
    customerId: "20",
    date: "2026-11-20",
    status: AppointmentStatus.CANCELLED,
    version: 2,
    startAt: toTimestamp(new Date()),
    canceledAt: toTimestamp(new Date()),
  };
  for (const name of ["order", "payment"])
    await harness.emit(name, AppointmentCancelledSchema, { appointment, cancelReason: "By the client, online" });
  await harness.agreed(orderId);
  const { bill: canceled } = await page().getLinkedBill({ token });
  expect([canceled?.state, cents(canceled?.due), cents(canceled?.toGiveBack)]).toEqual([State.CANCELLED, 0, 10_000]);
});

test("tips-max-by-country: neither a client's link nor the counter takes more tip than there can be in the shop's country, and nothing is charged", async () => {
  const { orderId, token } = await bill(10_000);
  const byLink = (tips: number) => page().payLinkedBill({ token, paymentMethodToken: visa, due: usd(10_000), tips: usd(tips) });
  const counter = (tips: number) => harness.payments().createPayment({ orderId, amount: usd(tips), tips: usd(tips), method: "cash" });
  const inCountry = async (countryAlpha2Code: string) => {
    for (const name of ["order", "payment"]) await harness.emit(name, BusinessChangedSchema, { ...business, countryAlpha2Code });
  };
  const inBooks = { code: ErrorCode.PAYMENT_DATA_INVALID, options: { fields: [{ field: "tips" }] } };
  expect(await refusalOf(byLink(100_001))).toMatchObject(inBooks);
  expect(await refusalOf(counter(100_001))).toMatchObject(inBooks);
  const setTips = (more: object) => harness.servers.client(OrderService).setTips({ orderId, ...more });
  const refused = async (more: object) => (await refusalOf(setTips(more))).options.fields?.[0]?.field;
  expect(await refused({ tipsType: "amount", tips: usd(100_001) })).toBe("tips");
  await inCountry("GB");
  expect(await refusalOf(byLink(80_001))).toMatchObject(inBooks);
  expect(await refused({ tipsType: "percentage", tipsRate: "800.1" })).toBe("tipsRate");
  await inCountry("US");
  expect(await harness.chargesOf(orderId)).toBe(0);
  expect((await byLink(100_000)).bill?.state).toBe(State.PAID);
});

test("one link in many tabs pays once; what staff took or added meanwhile is refused with a word", async () => {
  const { orderId, token } = await bill(4_000);
  const asked = { token, paymentMethodToken: visa, due: usd(4_000) };
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => page().payLinkedBill(asked)));
  expect([tries.filter((one) => one.status === "fulfilled").length, await harness.chargesOf(orderId)]).toEqual([1, 4_000]);
  const other = await bill(5_000);
  await harness.payments().createPayment({ orderId: other.orderId, amount: usd(1_000), method: "cash", isDeposit: true });
  const stale = { token: other.token, paymentMethodToken: visa, due: usd(5_000) };
  expect(await codeOf(page().payLinkedBill(stale))).toBe(ErrorCode.STATE_CONFLICT);
  expect(await codeOf(page().payLinkedBill({ ...stale, due: usd(3_000) }))).toBe(ErrorCode.STATE_CONFLICT);
  const { bill: now } = await page().getLinkedBill({ token: other.token });
  expect([cents(now?.due), now?.payments.map((one) => one.isDeposit)]).toEqual([4_000, [true]]);
  await page().payLinkedBill({ ...stale, due: usd(4_000) });
  expect(await harness.chargesOf(other.orderId)).toBe(4_000);
});

test("a spoilt, foreign or expired link, or one for another use, tells nothing and takes nothing", async () => {
  const { orderId, token } = await bill(3_000);
  const wrong = [
    "x",
    `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
    forged({ orderId, companyId: "2" }),
    forged({ orderId, businessId: "2" }),
    forged({ orderId, customerId: "31" }),
    forged({ orderId: "0" }),
    forged({ orderId, until: Date.now() - 7_200_000 }),
    forged({ orderId }, CARD_LINK.purpose),
    forged({ orderId }, PAY_LINK.purpose, "another key of thirty-two letters!!"),
  ];
  for (const one of wrong) {
    expect(await codeOf(page().getLinkedBill({ token: one }))).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
    expect(await codeOf(page().payLinkedBill({ token: one, paymentMethodToken: visa, due: usd(3_000) }))).toBe(
      ErrorCode.NOT_AVAILABLE_ONLINE,
    );
  }
  expect(await codeOf(page().getLinkedCardForm({ token }))).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
  expect(await harness.chargesOf(orderId)).toBe(0);
});

test("a declined card takes nothing and says why; a tip that is not offered is refused; a run of cards has an end", async () => {
  const { orderId, token } = await bill(2_000);
  const asked = { token, paymentMethodToken: "pm_card_visa_chargeDeclined", due: usd(2_000) };
  expect(await codeOf(page().payLinkedBill(asked))).toBe(ErrorCode.PAYMENT_DECLINED);
  expect(await codeOf(page().payLinkedBill({ ...asked, due: { currencyCode: "EUR", units: 20n } }))).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
  const codes = [];
  for (let n = 0; n < 13; n++) codes.push(await codeOf(page().payLinkedBill(asked)));
  expect(codes.at(-1)).toBe(ErrorCode.TOO_MANY_REQUESTS);
  expect(await harness.chargesOf(orderId)).toBe(0);
});

test("a bank that wants the holder's consent gets it, or the payment is given up and another card pays", async () => {
  const { orderId, token } = await bill(6_000);
  const asked = { token, paymentMethodToken: "pm_card_authenticationRequired", due: usd(6_000) };
  const { bill: waiting } = await page().payLinkedBill(asked);
  expect([waiting?.state, waiting?.consentUrl]).toEqual([State.CONSENT, expect.stringContaining("/sandbox/stripe/authenticate/")]);
  expect(await codeOf(page().payLinkedBill({ ...asked, paymentMethodToken: visa }))).toBe(ErrorCode.PAYMENT_OUTCOME_UNKNOWN);
  const given = await page().settleLinkedBill({ token, giveUp: true });
  expect([given.bill?.state, given.failureMessage]).toEqual([State.OPEN, expect.stringMatching(/./)]);
  const { bill: again } = await page().payLinkedBill(asked);
  const answer = await fetch(again?.consentUrl ?? "", {
    method: "POST",
    body: new URLSearchParams({ outcome: "pass" }),
    redirect: "manual",
  });
  expect(answer.headers.get("location")).toContain(`/p/${token}`);
  expect((await page().settleLinkedBill({ token })).bill?.state).toBe(State.PAID);
  expect(await harness.chargesOf(orderId)).toBe(6_000);
});

test("the provider does not answer: the bill waits, is not charged again, and the sweep brings its end", async () => {
  const { orderId, token } = await bill(3_000);
  harness.sandbox.switches.set("stripe", { mode: "down" });
  const asked = { token, paymentMethodToken: visa, due: usd(3_000) };
  expect((await page().payLinkedBill(asked)).bill?.state).toBe(State.UNDER_WAY);
  expect(await codeOf(page().payLinkedBill(asked))).toBe(ErrorCode.PAYMENT_OUTCOME_UNKNOWN);
  harness.sandbox.switches.set("stripe", { mode: "ok" });
  await harness.makeDue();
  expect((await page().getLinkedBill({ token })).bill?.state).toBe(State.OPEN);
  expect((await page().payLinkedBill(asked)).bill?.state).toBe(State.PAID);
  expect(await harness.chargesOf(orderId)).toBe(3_000);
});

test("a client leaves a card with a link, also where the bank asks first; nothing is charged", async () => {
  const { url } = await staff().createCardLink({ customerId: "41" });
  expect(url).toContain(CARD_LINK.path);
  const token = tokenOf(url);
  expect((await page().getLinkedCardForm({ token })).cardKeys?.publishableKey).toMatch(/^pk_test_/);
  expect(await page().saveLinkedCard({ token, paymentMethodToken: "pm_card_mastercard" })).toMatchObject({
    cardBrand: "mastercard",
    cardLast4: "4444",
  });
  expect(await codeOf(page().saveLinkedCard({ token, paymentMethodToken: "pm_card_chargeDeclined" }))).toBe(ErrorCode.PAYMENT_DECLINED);
  const { consentUrl } = await page().saveLinkedCard({ token, paymentMethodToken: "pm_card_authenticationRequired" });
  const answer = await fetch(consentUrl, { method: "POST", body: new URLSearchParams({ outcome: "pass" }), redirect: "manual" });
  const setupId = new URL(answer.headers.get("location") ?? "").searchParams.get("setup_intent") ?? "";
  const other = tokenOf((await staff().createCardLink({ customerId: "42" })).url);
  expect(await codeOf(page().saveLinkedCard({ token: other, setupId }))).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
  expect(await page().saveLinkedCard({ token, setupId })).toMatchObject({ cardLast4: "3184" });
  const { cards } = await harness.servers.client(CardService).listCards({ customerId: "41" });
  expect(cards.map((card) => card.last4).sort()).toEqual(["3184", "4444"]);
});

test("the receipt of a bill without a client has no page to be shown on", async () => {
  const { order } = await harness.servers.client(OrderService).createOrder({ lines: [{ name: "Shampoo", unitPrice: usd(1_200) }] });
  const refusal = await refusalOf(staff().getPayLink({ orderId: order!.id, forReceipt: true }));
  expect([refusal.code, refusal.options.fields?.[0]?.field]).toEqual([ErrorCode.STATE_CONFLICT, "orderId"]);
  expect(refusal.message).toBe("This bill has no client to show it to.");
});

test("the links of a client who was erased open neither a bill nor the form for a card", async () => {
  const { orderId } = await bill(1_000, "901");
  const card = forged({ customerId: "901", orderId: "0" }, CARD_LINK.purpose);
  expect(await codeOf(page().getLinkedCardForm({ token: card }))).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
  expect(await codeOf(page().saveLinkedCard({ token: card, paymentMethodToken: visa }))).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
  expect(await codeOf(page().getLinkedBill({ token: forged({ orderId, customerId: "901" }) }))).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
});

test("where the business takes no cards there is no link, and the page says so", async () => {
  const { token, orderId } = await bill(1_000);
  const methods = harness.servers.client(PaymentMethodService);
  const { paymentMethods } = await methods.listPaymentMethods({});
  const id = paymentMethods.find((one) => one.kind === "card")?.id ?? "";
  await methods.setPaymentMethodStatus({ id, inactive: true });
  expect(await codeOf(staff().getPayLink({ orderId }))).toBe(ErrorCode.BANK_ACCOUNT_MISSING);
  expect((await page().getLinkedBill({ token })).bill?.state).toBe(State.NO_CARDS);
  expect(await codeOf(page().payLinkedBill({ token, paymentMethodToken: visa, due: usd(1_000) }))).toBe(ErrorCode.BANK_ACCOUNT_MISSING);
  await methods.setPaymentMethodStatus({ id, inactive: false });
});
