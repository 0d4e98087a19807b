import type { Sandbox } from "@leashline/deploy/sandbox/main.ts";
import { ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentStatus, RefundStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { SquareAccountService } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { SquareTerminalService, SquareCheckoutStatus as Status } from "@leashline/proto/leashline/payment/v1/square_terminal_service_pb.js";
import { TransactionService } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { cents, type Harness, startHarness, usd } from "../../test/harness.ts";
import { connectSquare, startSquare } from "../../test/square.ts";
import { checkoutStatus } from "./checkout-status.ts";

let harness: Harness;
let sandbox: Sandbox;
let stop: () => Promise<void>;
let merchantId = "";
let deviceId = "";
const terminals = (key = "", who = {}) => harness.servers.client(SquareTerminalService, who, key ? { idempotencyKey: key } : {});
const primary = async (primaryPayType: number) => {
  const settings = harness.servers.client(PaymentSettingService);
  await settings.updatePaymentSetting({ setting: { primaryPayType }, updateMask: { paths: ["primary_pay_type"] } });
};
beforeAll(async () => {
  ({ sandbox, stop } = await startSquare());
  harness = await startHarness({ at: sandbox });
  ({ merchantId, deviceId } = await connectSquare(harness.servers, sandbox));
  await primary(2);
});
afterAll(async () => {
  await harness?.stop();
  await stop?.();
});
afterEach(() => {
  sandbox.switches.set("square", { mode: "ok" });
});

type Outcome = Parameters<Sandbox["square"]["act"]>[2];
/** What happens at the terminal. */
const act = (outcome: Outcome) => sandbox.square.act(merchantId, deviceId, outcome);
const begin = async (orderId: string, amount = 3_000, key = "") =>
  await terminals(key).chargeAtSquareTerminal({ deviceId, orderId, amount: usd(amount) });
const statusOf = async (paymentId: string) => {
  const { payment, status } = await terminals().getSquareCheckoutStatus({ paymentId });
  return [status, payment?.status, payment?.failureMessage];
};
const sale = async (amount = 3_000) => {
  const { orderId } = await harness.book(amount);
  await harness.agreed(orderId);
  return orderId;
};
const captures = async (orderId: string) => {
  const { rows } = await harness.servers.admin.query("select captured, pending, refunded from payment.order_account where order_id = $1", [
    orderId,
  ]);
  return rows.map((row) => [row.captured, row.pending, row.refunded].map(Number))[0];
};
/** What Square has of it itself. */
const there = () =>
  sandbox.store
    .list<{ status: string; amount_money: { amount: number } }>({ kinds: ["sq_payment"], account: merchantId, limit: 1_000 })
    .filter(({ doc }) => doc.status === "COMPLETED").length;
const differences = async () =>
  (await harness.servers.client(LedgerService).runSweep({})).differences.map((one) => [one.kind, one.ledger, one.other]);

describe("square-checkout-status", () => {
  test.each([
    ["created", false, "created"],
    ["processing", false, "created"],
    ["processing", true, "paid"],
    ["completed", false, "completed"],
    ["failed", false, "failed"],
  ] as const)("square-checkout-status: a payment that is %s, the card charged at Square: %s, is %s", (state, charged, status) =>
    expect(checkoutStatus(state, charged)).toBe(status),
  );
});

test("square-checkout-status: a card held to the terminal is taken once, however often it is asked for; created, then completed; ledger and Square agree", async () => {
  const [orderId, before] = [await sale(), there()];
  const [one, two] = [await begin(orderId, 3_000, "press"), await begin(orderId, 3_000, "press")];
  expect([one.status, two.payment?.id, two.checkoutId]).toEqual([Status.CREATED, one.payment?.id, one.checkoutId]);
  expect(one.checkoutId).not.toBe("");
  expect((await refusalOf(begin(orderId))).code).toBe(ErrorCode.STATE_CONFLICT);
  const paymentId = one.payment!.id;
  expect((await statusOf(paymentId))[0]).toBe(Status.CREATED);
  act("show");
  act("tap");
  expect(await statusOf(paymentId)).toEqual([Status.COMPLETED, PaymentStatus.COMPLETED, ""]);
  const { payment } = await terminals().getSquareCheckoutStatus({ checkoutId: one.checkoutId });
  expect(payment).toMatchObject({ id: paymentId, vendor: "square", cardBrand: "visa", cardLast4: "1111", readerId: deviceId });
  expect(cents(payment?.processingFee)).toBe(93);
  expect((await terminals().cancelSquarePayment({ paymentId })).status).toBe(Status.COMPLETED);
  expect([there() - before, await captures(orderId)]).toEqual([1, [3_000, 0, 0]]);
  await harness.agreed(orderId);
  const { balances } = await harness.servers.client(LedgerService).listAccountBalances({});
  expect(balances.reduce((sum, balance) => sum + cents(balance.amount), 0)).toBe(0);
  expect(await differences()).toEqual([]);
});

test("given back in parts, each once, also when Square's answer is lost; never more than was taken", async () => {
  const orderId = await sale();
  const paymentId = (await begin(orderId)).payment!.id;
  act("tap");
  await statusOf(paymentId);
  const { refund } = await harness.payments().refundPayment({ paymentId, amount: usd(1_000) });
  expect(refund?.status).toBe(RefundStatus.CREATED);
  sandbox.switches.set("square", { mode: "lost", remaining: 2 });
  await harness.payments().refundPayment({ paymentId, amount: usd(500) });
  sandbox.switches.set("square", { mode: "ok" });
  await harness.makeDue();
  expect(await captures(orderId)).toEqual([3_000, 0, 1_500]);
  const made = sandbox.store.list<{ payment_id: string }>({ kinds: ["sq_refund"], account: merchantId, limit: 100 });
  expect(made).toHaveLength(2);
  expect((await refusalOf(harness.payments().refundPayment({ paymentId, amount: usd(1_501) }))).code).toBe(
    ErrorCode.PAYMENT_REFUND_AMOUNT_INVALID,
  );
  await harness.agreed(orderId);
  expect(await differences()).toEqual([]);
});

test("one tap at the terminal pays several bills in one checkout, whose parts sum to it; canceled it takes nothing of any; the books agree with Square", async () => {
  const [orderIds, before] = [[await sale(1_001), await sale(2_002)], there()];
  const pay = harness.servers.client(TransactionService);
  const start = async () => (await pay.combinedPayOrders({ orderIds, squareDeviceId: deviceId })).payments.map(({ id }) => id);
  const [, canceled] = await start();
  act("show");
  await terminals().cancelSquarePayment({ paymentId: canceled! });
  act("tap");
  expect((await statusOf(canceled!))[0]).toBe(Status.FAILED);
  expect(await Promise.all(orderIds.map(captures))).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ]);
  const [first, second] = await start();
  expect((await statusOf(second!))[0]).toBe(Status.CREATED);
  act("show");
  act("tap");
  expect(await statusOf(second!)).toEqual([Status.COMPLETED, PaymentStatus.COMPLETED, ""]);
  expect([there() - before, await Promise.all(orderIds.map(captures))]).toEqual([
    1,
    [
      [1_001, 0, 0],
      [2_002, 0, 0],
    ],
  ]);
  await harness.payments().refundPayment({ paymentId: second!, amount: usd(2_000) });
  const { payments } = await pay.listTransactionPayments({ transactionId: first! });
  expect(payments.map(({ amount, refunded }) => [cents(amount), cents(refunded)])).toEqual([
    [1_001, 0],
    [2_002, 2_000],
  ]);
  for (const orderId of orderIds) await harness.agreed(orderId);
  expect(await differences()).toEqual([]);
});

test("canceled at the counter nothing is taken: at once, or when the terminal that shows it says it has stopped", async () => {
  const [orderId, before] = [await sale(), there()];
  const first = (await begin(orderId)).payment!.id;
  const { status, payment } = await terminals().cancelSquarePayment({ paymentId: first });
  expect([status, payment?.status, payment?.failureMessage]).toEqual([Status.FAILED, PaymentStatus.FAILED, "Canceled at the counter."]);
  expect(() => act("tap")).toThrow("waits for nothing");
  const second = (await begin(orderId)).payment!.id;
  act("show");
  expect((await terminals().cancelSquarePayment({ paymentId: second })).status).toBe(Status.CREATED);
  act("stop");
  expect((await statusOf(second))[0]).toBe(Status.FAILED);
  expect([there() - before, await captures(orderId)]).toEqual([0, [0, 0, 0]]);
});

test.each([
  ["buyer cancels", "The client canceled at the terminal."],
  ["nobody comes", "Nobody held a card to the terminal in time."],
] as const)("where it comes to nothing (%s) the payment says why and the next one pays", async (outcome, why) => {
  const orderId = await sale();
  const paymentId = (await begin(orderId)).payment!.id;
  act(outcome);
  expect(await statusOf(paymentId)).toEqual([Status.FAILED, PaymentStatus.FAILED, why]);
  const again = (await begin(orderId)).payment!.id;
  act("tap");
  expect((await statusOf(again))[0]).toBe(Status.COMPLETED);
});

test("a card that was charged before the cancel came stays charged", async () => {
  const orderId = await sale();
  const paymentId = (await begin(orderId)).payment!.id;
  act("tap");
  expect((await terminals().cancelSquarePayment({ paymentId })).status).toBe(Status.COMPLETED);
  expect(await captures(orderId)).toEqual([3_000, 0, 0]);
});

test.each(["down", "lost", "error"] as const)(
  "without an answer (%s) the payment waits, and asking how it stands has the terminal ask once",
  async (mode) => {
    const [orderId, before] = [await sale(), there()];
    const devices = harness.servers.client(SquareAccountService);
    expect((await devices.listSquareDevices({})).devices).toHaveLength(1);
    if (mode === "down") {
      sandbox.switches.set("square", { mode });
      expect((await refusalOf(begin(orderId))).code).toBe(ErrorCode.PAYMENT_OUTCOME_UNKNOWN);
      expect(await captures(orderId)).toEqual([0, 0, 0]);
      return;
    }
    sandbox.switches.set("square", { mode, remaining: null });
    const { payment, status, checkoutId } = await begin(orderId);
    expect([status, checkoutId]).toEqual([Status.CREATED, ""]);
    sandbox.switches.set("square", { mode: "ok" });
    expect((await statusOf(payment!.id))[0]).toBe(Status.CREATED);
    await harness.makeDue();
    act("tap");
    expect((await statusOf(payment!.id))[0]).toBe(Status.COMPLETED);
    expect([there() - before, await captures(orderId)]).toEqual([1, [3_000, 0, 0]]);
  },
);

test("square-checkout-status: a card that Square charged for what is not this payment here is said to be paid, and is not entered", async () => {
  const orderId = await sale();
  const paymentId = (await begin(orderId)).payment!.id;
  act("tap");
  const note = (ref: string) =>
    harness.servers.admin.query("update payment.payment set provider_ref = $1 where payment_id = $2 returning provider_ref", [
      ref,
      paymentId,
    ]);
  const { rows } = await harness.servers.admin.query("select provider_ref from payment.payment where payment_id = $1", [paymentId]);
  await note("00000000-0000-4000-8000-000000000000");
  expect((await statusOf(paymentId)).slice(0, 2)).toEqual([Status.PAID, PaymentStatus.PROCESSING]);
  expect((await captures(orderId))?.[0]).toBe(0);
  await note(rows[0].provider_ref);
  expect((await statusOf(paymentId))[0]).toBe(Status.COMPLETED);
});

test("nobody asks any more: after fifteen minutes it is given up at Square, then here", async () => {
  const orderId = await sale();
  const paymentId = (await begin(orderId)).payment!.id;
  await harness.servers.admin.query("update payment.payment set created_at = now() - interval '16 minutes' where payment_id = $1", [
    paymentId,
  ]);
  await harness.makeDue();
  expect((await harness.payments().getPayment({ paymentId })).payment?.status).toBe(PaymentStatus.FAILED);
  expect(() => act("tap")).toThrow("waits for nothing");
});

test("a terminal that is not paired here, too much money, another location's order, or a location that takes cards through Stripe: refused", async () => {
  const orderId = await sale();
  const ask = (more: object) => terminals().chargeAtSquareTerminal({ deviceId, orderId, amount: usd(3_000), ...more });
  const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
  expect(await codeOf(ask({ deviceId: "NOWHERE" }))).toBe(ErrorCode.PAYMENT_DATA_INVALID);
  expect(await codeOf(ask({ amount: usd(3_001) }))).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
  expect(await codeOf(ask({ amount: usd(0) }))).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
  expect(await codeOf(ask({ amount: { currencyCode: "EUR", units: 30n } }))).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
  await primary(1);
  expect(await codeOf(ask({}))).toBe(ErrorCode.STATE_CONFLICT);
  await primary(2);
  const stranger = terminals("", { companyId: "2", businessId: "5", businessIds: ["5"] });
  expect(await codeOf(stranger.chargeAtSquareTerminal({ deviceId, orderId, amount: usd(100) }))).toBe(ErrorCode.PAYMENT_DATA_INVALID);
  const { payment, checkoutId } = await ask({});
  for (const named of [{ paymentId: payment!.id }, { checkoutId }, { checkoutId: "nothing" }, {}])
    expect(await codeOf(stranger.getSquareCheckoutStatus(named))).toBe(ErrorCode.PAYMENT_NOT_FOUND);
  await terminals().cancelSquarePayment({ checkoutId });
  expect(await captures(orderId)).toEqual([0, 0, 0]);
});

test("once Square lets nobody in, nothing is charged and nothing is given back; connected again, both go on", async () => {
  const orderId = await sale();
  const paymentId = (await begin(orderId, 1_000)).payment!.id;
  act("tap");
  await statusOf(paymentId);
  sandbox.square.grants.end(merchantId);
  expect((await refusalOf(begin(orderId, 1_000))).code).toBe(ErrorCode.BANK_ACCOUNT_MISSING);
  expect((await refusalOf(harness.payments().refundPayment({ paymentId }))).code).toBe(ErrorCode.BANK_ACCOUNT_MISSING);
  expect(await captures(orderId)).toEqual([1_000, 0, 0]);
  ({ deviceId } = await connectSquare(harness.servers, sandbox));
  expect((await harness.payments().refundPayment({ paymentId })).refund?.status).toBe(RefundStatus.CREATED);
  expect(await captures(orderId)).toEqual([1_000, 0, 1_000]);
});
