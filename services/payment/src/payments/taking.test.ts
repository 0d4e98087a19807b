import { toMoney } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentMethodService } from "@leashline/proto/leashline/payment/v1/payment_method_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { PayoutService } from "@leashline/proto/leashline/payment/v1/payout_service_pb.js";
import { TransactionService } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;
const ledger = () => harness.servers.client(LedgerService);

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

describe("taking money", () => {
  test("part in cash now, the rest by card later; the order is partial, then paid", async () => {
    const { orderId } = await harness.book(6_000);
    const cash = (await harness.payments().createPayment({ orderId, amount: usd(2_000), method: "cash", paidBy: "Robin" })).payment;
    expect([cash?.status, cash?.method, cents(cash?.refundable)]).toEqual([PaymentStatus.COMPLETED, "cash", 2_000]);
    await harness.agreed(orderId);
    expect((await harness.order(orderId)).paymentStatus).toBe("partial");
    const card = (await harness.payments().createPayment(byCard(orderId, 4_000))).payment;
    expect([card?.status, card?.cardBrand, card?.cardLast4, card?.vendor]).toEqual([PaymentStatus.COMPLETED, "visa", "4242", "stripe"]);
    expect(cents(card?.processingFee)).toBe(146);
    await harness.agreed(orderId);
    const order = await harness.order(orderId);
    expect([order.paymentStatus, cents(order.remain), order.paymentSummary?.payments.length]).toEqual(["paid", 0, 2]);
    const { balances } = await ledger().listAccountBalances({});
    expect(balances.reduce((sum, b) => sum + cents(b.amount), 0)).toBe(0);
  });

  test("tips in a payment raise the order's tip and stand in the ledger as owed to staff", async () => {
    const { orderId } = await harness.book(5_000);
    await harness.payments().createPayment({ orderId, amount: usd(6_000), tips: usd(1_000), method: "cash" });
    await harness.agreed(orderId);
    expect(cents((await harness.order(orderId)).tips)).toBe(1_000);
    const { entries } = await ledger().listLedgerEntries({ orderId });
    const tips = entries.flatMap((e) => e.postings).filter((p) => p.account === "tips_payable");
    expect(tips.map((p) => cents(p.amount))).toEqual([-1_000]);
  });

  test("what of a payment is tip is told also where the tip stands on the bill: the goods are paid first, and the parts add up", async () => {
    const { orderId } = await harness.book(5_000);
    const order = await harness.order(orderId);
    await harness.servers.client(OrderService).setTips({ orderId, version: order.version, tipsType: "amount", tips: usd(900) });
    await harness.agreed(orderId);
    const pay = async (amount: number, tips = 0) =>
      cents((await harness.payments().createPayment({ orderId, amount: usd(amount), tips: usd(tips), method: "cash" })).payment?.tips);
    expect([await pay(4_000), await pay(1_300), await pay(600)]).toEqual([0, 300, 600]);
    const { payments } = await harness.payments().listPayments({ orderId });
    expect(payments.map(({ tips }) => cents(tips))).toEqual([600, 300, 0]);
    const view = await harness.servers.client(TransactionService).getTransaction({ transactionId: payments[1]!.id });
    expect(cents(view.transactionView?.tips)).toBe(300);
  });

  test.each([
    ["a negative amount", { amount: usd(-100), method: "cash" }, "PAYMENT_AMOUNT_INVALID"],
    ["no amount", { method: "cash" }, "PAYMENT_AMOUNT_INVALID"],
    ["more than is owed", { amount: usd(5_001), method: "cash" }, "PAYMENT_AMOUNT_INVALID"],
    ["another currency", { amount: { currencyCode: "EUR", units: 1n }, method: "cash" }, "PAYMENT_AMOUNT_INVALID"],
    ["more tip than amount", { amount: usd(100), tips: usd(200), method: "cash" }, "PAYMENT_DATA_INVALID"],
    ["an unknown method", { amount: usd(100), method: "Barter" }, "PAYMENT_METHOD_INVALID"],
    ["a card without a card", { amount: usd(100), method: "card" }, "PAYMENT_METHOD_INVALID"],
    ["a check without a number", { amount: usd(100), method: "check", checkNumber: " " }, "PAYMENT_CHECK_NUMBER_INVALID"],
  ] as const)("payment-errors-7001-7010: %s", async (_, asked, code) => {
    const { orderId } = await harness.book(5_000);
    expect((await refusalOf(harness.payments().createPayment({ orderId, ...asked }))).code).toBe(ErrorCode[code]);
  });

  test.each([
    ["JPY", 3_000, 3_000],
    ["KWD", 5_120, 5_120],
  ])("an order in %s is paid in it, in whole coins, by card and in cash", async (currency, due, charged) => {
    const amount = toMoney(due, currency);
    const { orderId } = await harness.book(due, { currency });
    const paid = await harness.payments().createPayment({ ...byCard(orderId, 0), amount });
    expect([paid.payment?.amount, await harness.chargesOf(orderId)]).toEqual([amount, charged]);
    const { refund } = await harness.payments().refundPayment({ paymentId: paid.payment!.id });
    expect(refund?.amount).toEqual(amount);
    const { orderId: other } = await harness.book(due, { currency });
    const wrong = [usd(100), { currencyCode: currency, units: 1n, nanos: 500_000 }];
    for (const one of wrong) {
      const refusal = await refusalOf(harness.payments().createPayment({ orderId: other, amount: one, method: "cash" }));
      expect(refusal.code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
    }
    const cash = await harness.payments().createPayment({ orderId: other, amount: { units: 2n }, method: "cash" });
    expect(cash.payment?.amount).toMatchObject({ currencyCode: currency, units: 2n });
  });

  test("dinars finer than cards take are paid in cash", async () => {
    const { orderId } = await harness.book(5_124, { currency: "KWD" });
    const refusal = await refusalOf(harness.payments().createPayment({ ...byCard(orderId, 0), amount: toMoney(5_124, "KWD") }));
    expect([refusal.code, refusal.options.fields]).toEqual([
      ErrorCode.PAYMENT_AMOUNT_INVALID,
      [{ field: "amount", reason: "cards take KWD in steps of 0.010" }],
    ]);
    await harness.payments().createPayment({ ...byCard(orderId, 0), amount: toMoney(5_120, "KWD") });
    await harness.payments().createPayment({ orderId, amount: toMoney(4, "KWD"), method: "cash" });
    await harness.agreed(orderId);
    expect((await harness.order(orderId)).paymentStatus).toBe("paid");
  });

  test("payment-errors-7001-7010: an order that does not exist", async () => {
    const refusal = await refusalOf(harness.payments().createPayment({ orderId: "999999", amount: usd(100), method: "cash" }));
    expect(refusal.code).toBe(ErrorCode.PAYMENT_DATA_INVALID);
  });

  test("only the card method charges a card: another one that is handed a card takes nothing", async () => {
    const methods = harness.servers.client(PaymentMethodService);
    const { paymentMethod } = await methods.createPaymentMethod({ method: "Gift card" });
    const { orderId } = await harness.book(5_000);
    for (const how of [{ methodId: paymentMethod!.id }, { method: "gift card" }, { method: "cash" }]) {
      const asked = { orderId, amount: usd(5_000), paymentMethodToken: "pm_card_visa", ...how };
      expect((await refusalOf(harness.payments().createPayment(asked))).code).toBe(ErrorCode.PAYMENT_METHOD_INVALID);
    }
    const { payment } = await harness.payments().createPayment({ orderId, amount: usd(5_000), methodId: paymentMethod!.id });
    expect([payment?.method, payment?.vendor, await harness.chargesOf(orderId)]).toEqual(["Gift card", "", 0]);
  });

  test("the database keeps no card payment as completed that no vendor took", async () => {
    const { orderId } = await harness.book(1_000);
    const { payment } = await harness.payments().createPayment({ orderId, amount: usd(1_000), method: "cash" });
    const claim = harness.servers.admin.query("update payment.payment set kind = 'card' where payment_id = $1", [payment!.id]);
    await expect(claim).rejects.toThrow(/payment_completed_by_vendor/);
  });

  test.each([
    ["pm_card_visa_chargeDeclined", "generic_decline"],
    ["pm_card_visa_chargeDeclinedInsufficientFunds", "insufficient_funds"],
    ["pm_card_nonsense", "resource_missing"],
  ])("a card that is refused (%s) takes nothing and says why", async (token, why) => {
    const { orderId } = await harness.book(3_000);
    const refusal = await refusalOf(harness.payments().createPayment(byCard(orderId, 3_000, token)));
    expect([refusal.code, refusal.options.facts?.failureCode]).toEqual([ErrorCode.PAYMENT_DECLINED, why]);
    const again = (await harness.payments().createPayment(byCard(orderId, 3_000))).payment;
    expect(again?.status).toBe(PaymentStatus.COMPLETED);
    expect(await harness.chargesOf(orderId)).toBe(3_000);
  });

  test("twenty people taking the same money at once: one takes it", async () => {
    const { orderId } = await harness.book(4_000);
    const tries = Array.from({ length: 20 }, (_, i) =>
      i % 2 === 0
        ? harness.payments().createPayment({ orderId, amount: usd(4_000), method: "cash" })
        : harness.payments().createPayment(byCard(orderId, 4_000)),
    );
    const done = (await Promise.allSettled(tries)).filter((result) => result.status === "fulfilled");
    expect(done).toHaveLength(1);
    await harness.agreed(orderId);
    expect(cents((await harness.order(orderId)).paid)).toBe(4_000);
  });

  test("a repeated call, at once or later, takes the money once and answers the same", async () => {
    for (const method of ["cash", "card"]) {
      const { orderId } = await harness.book(2_500);
      const asked = method === "card" ? byCard(orderId, 1_000) : { orderId, amount: usd(1_000), method };
      const once = harness.payments(`pay-${orderId}`);
      const [a, b] = await Promise.all([once.createPayment(asked), once.createPayment(asked)]);
      await harness.payments().refundPayment({ paymentId: a.payment!.id, amount: usd(500) });
      const c = await once.createPayment(asked);
      expect(b).toEqual(a);
      expect(c).toEqual(a);
      const { total } = await harness.payments().listPayments({ orderId });
      expect(total).toBe(1);
      expect((await refusalOf(once.createPayment({ ...asked, amount: usd(900) }))).code).toBe(ErrorCode.IDEMPOTENCY_KEY_REUSED);
    }
  });
});

test("payment-list-paging: a client's payments come 20 to a page, the newest first", async () => {
  const { orderId } = await harness.book(2_500, { customerId: "55" });
  for (let i = 0; i < 23; i++) await harness.payments().createPayment({ orderId, amount: usd(100), method: "cash" });
  const first = await harness.payments().listPayments({ customerId: "55" });
  const second = await harness.payments().listPayments({ customerId: "55", pageNum: 2 });
  expect([first.payments.length, second.payments.length, first.total]).toEqual([20, 3, 23]);
  const token = await harness.payments().listPayments({ customerId: "55", pageToken: first.nextPageToken });
  expect(token.payments).toEqual(second.payments);
  expect((await harness.payments().listPayments({ customer: "55" })).payments).toEqual(first.payments);
  expect((await harness.payments().listPayments({ customer: "56" })).payments).toEqual([]);
  expect(cents((await harness.payments().sumPayments({ customerId: "55" })).paid)).toBe(2_300);
  const elsewhere = harness.servers.client(PaymentService, { businessId: "6", businessIds: ["6"] });
  expect(await elsewhere.sumPayments({ customerId: "55" })).toMatchObject({ payments: 0, paid: { units: 0n } });
});

test("another company's and another location's payments do not exist", async () => {
  const { orderId } = await harness.book(1_000);
  const { payment } = await harness.payments().createPayment({ orderId, amount: usd(1_000), method: "cash" });
  const paymentId = payment!.id;
  for (const who of [
    { companyId: "2", businessId: "5", businessIds: ["5"] },
    { businessId: "6", businessIds: ["6"] },
  ]) {
    const stranger = harness.servers.client(PaymentService, who);
    expect((await refusalOf(stranger.getPayment({ paymentId }))).code).toBe(ErrorCode.PAYMENT_NOT_FOUND);
    expect((await refusalOf(stranger.refundPayment({ paymentId }))).code).toBe(ErrorCode.PAYMENT_NOT_FOUND);
    expect((await refusalOf(stranger.refundOrder({ orderId }))).code).toBe(ErrorCode.PAYMENT_NOT_FOUND);
    expect((await refusalOf(stranger.createPayment({ orderId, amount: usd(1), method: "cash" }))).code).toBe(
      ErrorCode.PAYMENT_DATA_INVALID,
    );
    expect((await stranger.listPayments({ orderId })).payments).toEqual([]);
  }
});

test("who may see an invoice sees its payments; what a whole shop took, as a list or a file, is for who sees its reports", async () => {
  const { orderId } = await harness.book(1_000, { customerId: "58" });
  await harness.payments().createPayment({ orderId, amount: usd(1_000), method: "cash" });
  const seen = [Permission.VIEW_INVOICE, Permission.VIEW_REPORTS, Permission.VIEW_CLIENTS_ALL_LOCATIONS];
  const groomer = { employeeCategory: 0, staffId: "77", permissions: seen };
  const payments = harness.servers.client(PaymentService, groomer);
  for (const asked of [{ orderId }, { customerId: "58" }]) expect((await payments.listPayments(asked)).payments).toHaveLength(1);
  const transactions = harness.servers.client(TransactionService, groomer);
  for (const whole of [
    () => payments.listPayments({}),
    () => transactions.listTransactions({}),
    () => transactions.readTransactionFile({}),
    () => harness.servers.client(PayoutService, groomer).listPayouts({}),
  ])
    expect((await refusalOf(whole())).code).toBe(ErrorCode.NO_PERMISSION);
  const manager = { ...groomer, permissions: [...groomer.permissions, Permission.VIEW_REPORTS_WORKING_LOCATIONS] };
  expect((await harness.servers.client(TransactionService, manager).listTransactions({})).total).toBeGreaterThan(0);
});
