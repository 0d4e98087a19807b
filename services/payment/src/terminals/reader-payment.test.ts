import { ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { ReaderPaymentService, ReaderPaymentState as State } from "@leashline/proto/leashline/payment/v1/reader_payment_service_pb.js";
import { TerminalService } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import { TransactionService } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { cents, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;
let stripeReaderId = "";
const terminals = () => harness.servers.client(TerminalService);
const readers = (key = "", who = {}) => harness.servers.client(ReaderPaymentService, who, key ? { idempotencyKey: key } : {});
beforeAll(async () => {
  harness = await startHarness();
  const address = { line1: "12 Bark St", city: "Seattle", country: "US" };
  const { location } = await terminals().createTerminalLocation({ displayName: "Front desk", address });
  const { reader } = await terminals().createReader({ locationId: location!.id, registrationCode: "simulated-s700" });
  stripeReaderId = reader!.id;
});
afterAll(async () => harness?.stop());
afterEach(() => {
  harness.sandbox.switches.set("stripe", { mode: "ok" });
});

/** What somebody at the reader does. */
const act = async (outcome: string) => {
  const page = `${harness.sandbox.url}/sandbox/stripe/readers/${stripeReaderId}`;
  return (await fetch(page, { method: "POST", body: `outcome=${outcome}`, redirect: "manual" })).status;
};
const begin = async (orderId: string, amount = 3_000, key = "") =>
  await readers(key).processOnReader({ stripeReaderId, orderId, amount: usd(amount) });
const statusOf = async (paymentId: string) => {
  const { payment, state } = await readers().getReaderStatus({ paymentId });
  return [state, payment?.status, payment?.failureMessage];
};
const sale = async () => (await harness.book(3_000)).orderId;
const captures = async (orderId: string) => {
  const { rows } = await harness.servers.admin.query("select captured, pending from payment.order_account where order_id = $1", [orderId]);
  return rows.map(({ captured, pending }) => [Number(captured), Number(pending)])[0];
};

test("a card held to the reader is taken once, however often it is asked for, and the order is paid", async () => {
  const orderId = await sale();
  const [one, two] = [await begin(orderId, 3_000, "press"), await begin(orderId, 3_000, "press")];
  expect([one.state, two.payment?.id]).toEqual([State.WAITING, one.payment?.id]);
  expect((await refusalOf(begin(orderId))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect(await readers().getReaderAction({ stripeReaderId })).toMatchObject({ readerStatus: "online", status: "in_progress" });
  const paymentId = one.payment!.id;
  expect((await statusOf(paymentId))[0]).toBe(State.WAITING);
  await act("4242424242424242");
  expect(await statusOf(paymentId)).toEqual([State.APPROVED, PaymentStatus.COMPLETED, ""]);
  expect((await readers().getReaderStatus({ paymentId })).payment).toMatchObject({ cardLast4: "4242", readerId: stripeReaderId });
  expect((await readers().cancelReaderPayment({ paymentId })).state).toBe(State.APPROVED);
  expect([await harness.chargesOf(orderId), await captures(orderId)]).toEqual([3_000, [3_000, 0]]);
  await harness.agreed(orderId);
  expect(await harness.paidOnline(orderId)).toEqual([false]);
  const { payment } = await harness.payments().refundPayment({ paymentId, amount: usd(1_000) });
  expect(payment?.refunded?.units).toBe(10n);
});

test("where clients bear the fee, the reader asks for the bill and the reader's own fee, as it was seen", async () => {
  const settings = harness.servers.client(PaymentSettingService);
  const payer = async (processingFeePaidBy: string) =>
    await settings.updatePaymentSetting({ setting: { processingFeePaidBy }, updateMask: { paths: ["processing_fee_paid_by"] } });
  await payer("client");
  const orderId = await sale();
  const asked = { stripeReaderId, orderId, amount: usd(3_000) };
  expect((await refusalOf(readers().processOnReader({ ...asked, convenienceFee: usd(0) }))).code).toBe(ErrorCode.STATE_CONFLICT);
  const { payment } = await readers().processOnReader({ ...asked, convenienceFee: usd(88) });
  await act("4242424242424242");
  expect((await statusOf(payment!.id))[0]).toBe(State.APPROVED);
  expect([await harness.chargesOf(orderId), await captures(orderId)]).toEqual([3_088, [3_000, 0]]);
  await payer("business");
});

test("a declined card takes nothing and says why; so does nobody coming; then another card pays", async () => {
  const orderId = await sale();
  const declined = (await begin(orderId)).payment!.id;
  await act("4000000000009995");
  expect(await statusOf(declined)).toEqual([State.DECLINED, PaymentStatus.FAILED, "Your card has insufficient funds."]);
  const nobody = (await begin(orderId)).payment!.id;
  await act("timeout");
  expect(await statusOf(nobody)).toEqual([
    State.DECLINED,
    PaymentStatus.FAILED,
    "No card was held to the reader, or it was canceled there.",
  ]);
  expect(await captures(orderId)).toEqual([0, 0]);
  const paid = (await begin(orderId)).payment!.id;
  await act("4242424242424242");
  expect((await statusOf(paid))[0]).toBe(State.APPROVED);
  expect(await harness.chargesOf(orderId)).toBe(3_000);
});

test("canceled at the counter, the reader asks no more, and a card held to it afterwards is not charged", async () => {
  const orderId = await sale();
  const paymentId = (await begin(orderId)).payment!.id;
  const { state, payment } = await readers().cancelReaderPayment({ paymentId });
  expect([state, payment?.status]).toEqual([State.CANCELED, PaymentStatus.FAILED]);
  expect(await act("4242424242424242")).toBe(409);
  expect([await harness.chargesOf(orderId), await captures(orderId)]).toEqual([0, [0, 0]]);
});

test("a card that was charged before the cancel came stays charged", async () => {
  const orderId = await sale();
  const paymentId = (await begin(orderId)).payment!.id;
  await act("4242424242424242");
  expect((await readers().cancelReaderPayment({ paymentId })).state).toBe(State.APPROVED);
  expect([await harness.chargesOf(orderId), await captures(orderId)]).toEqual([3_000, [3_000, 0]]);
});

test("a reader that is offline, busy or another location's takes nothing", async () => {
  const orderId = await sale();
  await act("offline");
  const refusal = await refusalOf(begin(orderId));
  expect([refusal.code, refusal.message]).toEqual([
    ErrorCode.PAYMENT_DECLINED,
    "The card reader is offline. Check that it is on and connected, then try again.",
  ]);
  await act("online");
  const other = await sale();
  const waiting = (await begin(other)).payment!.id;
  expect((await refusalOf(begin(orderId))).message).toContain("busy");
  await readers().cancelReaderPayment({ paymentId: waiting });
  expect([await captures(orderId), await captures(other)]).toEqual([
    [0, 0],
    [0, 0],
  ]);
  const stranger = readers("", { companyId: "2" }).processOnReader({ stripeReaderId, orderId, amount: usd(100) });
  expect((await refusalOf(stranger)).code).toBe(ErrorCode.PAYMENT_DATA_INVALID);
  const theirs = readers("", { companyId: "2" }).getReaderAction({ stripeReaderId });
  expect((await refusalOf(theirs)).code).toBe(ErrorCode.NOT_FOUND);
  expect((await refusalOf(begin(orderId, 3_001))).code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
});

test("a payment given up while the reader was offline keeps it from nothing: back again, it asks for the next card, once", async () => {
  const orderId = await sale();
  const paymentId = (await begin(orderId)).payment!.id;
  await act("offline");
  expect((await readers().cancelReaderPayment({ paymentId })).state).toBe(State.CANCELED);
  await act("online");
  const next = (await begin(orderId, 3_000, "back")).payment!.id;
  expect([(await begin(orderId, 3_000, "back")).payment?.id, (await statusOf(next))[0]]).toEqual([next, State.WAITING]);
  await act("4242424242424242");
  expect(await statusOf(next)).toEqual([State.APPROVED, PaymentStatus.COMPLETED, ""]);
  expect([await harness.chargesOf(orderId), await captures(orderId)]).toEqual([3_000, [3_000, 0]]);
});

const together = (key = "") => harness.servers.client(TransactionService, {}, key ? { idempotencyKey: key } : {});
const some = async (...prices: number[]) => {
  const orderIds: string[] = [];
  for (const price of prices) orderIds.push((await harness.book(price)).orderId);
  return orderIds;
};
const allCaptures = (orderIds: readonly string[]) => Promise.all(orderIds.map(captures));
const noDifference = async () => expect((await harness.servers.client(LedgerService).runSweep({})).differences).toEqual([]);

describe("several bills at one reader", () => {
  const settings = () => harness.servers.client(PaymentSettingService);
  const payer = async (processingFeePaidBy: string) =>
    await settings().updatePaymentSetting({ setting: { processingFeePaidBy }, updateMask: { paths: ["processing_fee_paid_by"] } });

  test("one tap pays them all in one charge, whose parts sum to it; each goes back for itself, and the books agree with the provider", async () => {
    await payer("client");
    const orderIds = await some(1_001, 2_002, 3_003);
    const asked = { orderIds, stripeReaderId, amount: usd(5_000) };
    expect((await refusalOf(together().combinedPayOrders({ ...asked, convenienceFee: usd(0) }))).code).toBe(ErrorCode.STATE_CONFLICT);
    const [one, two] = [await together("tap").combinedPayOrders(asked), await together("tap").combinedPayOrders(asked)];
    const ids = one.payments.map(({ id }) => id);
    expect([two.payments.map(({ id }) => id), one.payments.map(({ amount }) => cents(amount))]).toEqual([ids, [1_001, 2_002, 1_997]]);
    expect(one.payments.map(({ status }) => status)).toEqual(Array(3).fill(PaymentStatus.PROCESSING));
    const fees = one.payments.reduce((sum, { convenienceFee }) => sum + cents(convenienceFee), 0);
    expect([fees > 0, one.payments.map(({ chargedTogether }) => cents(chargedTogether))]).toEqual([true, Array(3).fill(5_000 + fees)]);
    expect((await refusalOf(begin(orderIds[1]!, 5))).code).toBe(ErrorCode.STATE_CONFLICT);
    expect((await statusOf(ids[2]!))[0]).toBe(State.WAITING);
    await act("4242424242424242");
    expect(await statusOf(ids[2]!)).toEqual([State.APPROVED, PaymentStatus.COMPLETED, ""]);
    const { payments } = await together().listTransactionPayments({ transactionId: ids[0]! });
    expect(new Set(payments.map(({ intentId }) => intentId)).size).toBe(1);
    expect(await harness.chargesOf(orderIds[0]!)).toBe(5_000 + fees);
    const kept = payments.reduce((sum, { processingFee }) => sum + cents(processingFee), 0);
    const { transactionView } = await together().getTransaction({ transactionId: ids[1]! });
    expect([cents(transactionView?.amount), cents(transactionView?.processingFee), transactionView?.orderIds]).toEqual([
      5_000,
      kept,
      orderIds,
    ]);
    expect(kept).toBe(Math.round((5_000 + fees) * 0.029) + 30);
    expect(await allCaptures(orderIds)).toEqual([
      [1_001, 0],
      [2_002, 0],
      [1_997, 0],
    ]);
    for (const orderId of orderIds) await harness.agreed(orderId);
    await noDifference();
    const { payment } = await harness.payments().refundPayment({ paymentId: ids[1]!, amount: usd(2_002) });
    expect(cents(payment?.refunded)).toBe(2_002);
    expect((await refusalOf(harness.payments().refundPayment({ paymentId: ids[1]!, amount: usd(1) }))).code).toBe(
      ErrorCode.PAYMENT_REFUND_AMOUNT_INVALID,
    );
    await harness.agreed(orderIds[1]!);
    await noDifference();
    await payer("business");
  });

  test("a declined card, nobody coming, a reader that is offline and a cancel at the counter take nothing of any; then one card pays all", async () => {
    const orderIds = await some(1_000, 2_000);
    const start = async () => (await together().combinedPayOrders({ orderIds, stripeReaderId })).payments.map(({ id }) => id);
    const nothing = [
      [0, 0],
      [0, 0],
    ];
    for (const [outcome, said] of [
      ["4000000000009995", "Your card has insufficient funds."],
      ["timeout", "No card was held to the reader, or it was canceled there."],
    ] as const) {
      const ids = await start();
      await act(outcome);
      for (const id of ids.toReversed()) expect(await statusOf(id)).toEqual([State.DECLINED, PaymentStatus.FAILED, said]);
      expect(await allCaptures(orderIds)).toEqual(nothing);
    }
    await act("offline");
    const refusal = await refusalOf(start());
    expect([refusal.code, refusal.message]).toEqual([
      ErrorCode.PAYMENT_DECLINED,
      "The card reader is offline. Check that it is on and connected, then try again.",
    ]);
    await act("online");
    const [, last] = await start();
    expect((await readers().cancelReaderPayment({ paymentId: last! })).state).toBe(State.CANCELED);
    expect([await act("4242424242424242"), await allCaptures(orderIds)]).toEqual([409, nothing]);
    const [first] = await start();
    await act("4242424242424242");
    expect((await statusOf(first!))[0]).toBe(State.APPROVED);
    expect([await harness.chargesOf(orderIds[0]!), await allCaptures(orderIds)]).toEqual([
      3_000,
      [
        [1_000, 0],
        [2_000, 0],
      ],
    ]);
    for (const orderId of orderIds) await harness.agreed(orderId);
    await noDifference();
  });

  test("begun and never asked, it is asked for once when somebody looks at any of its bills; what was charged comes in by itself", async () => {
    const orderIds = await some(1_000, 2_000);
    harness.sandbox.switches.set("stripe", { mode: "down" });
    const { payments } = await together("cut").combinedPayOrders({ orderIds, stripeReaderId });
    harness.sandbox.switches.set("stripe", { mode: "ok" });
    expect((await statusOf(payments[1]!.id))[0]).toBe(State.WAITING);
    await together("cut").combinedPayOrders({ orderIds, stripeReaderId });
    await act("4242424242424242");
    await harness.makeDue();
    await vi.waitFor(
      async () =>
        expect(await allCaptures(orderIds)).toEqual([
          [1_000, 0],
          [2_000, 0],
        ]),
      { timeout: 20_000 },
    );
    expect(await harness.chargesOf(orderIds[0]!)).toBe(3_000);
  });

  test("a card on file, store credit, another method or both kinds of reader beside a reader are refused, as is a reader of another location", async () => {
    const orderIds = await some(1_000, 2_000);
    const refused = async (change: object) => (await refusalOf(together().combinedPayOrders({ orderIds, stripeReaderId, ...change }))).code;
    for (const change of [{ storeCredit: true }, { cardId: "5" }, { squareDeviceId: "device" }])
      expect(await refused(change)).toBe(ErrorCode.PAYMENT_METHOD_INVALID);
    expect(await refused({ stripeReaderId: "tmr_none" })).toBe(ErrorCode.NOT_FOUND);
    for (const [field, change] of [
      ["method", { method: "cash" }],
      ["methodId", { methodId: "1" }],
    ] as const) {
      const { code, options } = await refusalOf(together().combinedPayOrders({ orderIds, stripeReaderId, ...change }));
      expect([code, options.fields?.[0]?.field]).toEqual([ErrorCode.PAYMENT_METHOD_INVALID, field]);
    }
  });

  test("bills whose payment is on its way are not paid a second time, and the refusal says why and of which", async () => {
    const orderIds = await some(1_000, 2_000);
    const { payments } = await together().combinedPayOrders({ orderIds: [orderIds[1]!], stripeReaderId });
    const again = async (change: object) => {
      const { code, message, options } = await refusalOf(together().combinedPayOrders({ orderIds, stripeReaderId, ...change }));
      return [code, message, options.fields?.[0]?.field, options.facts?.orderId];
    };
    const words = "Another payment for this bill is on its way. Please look at the bill again in a moment.";
    const busy = [ErrorCode.STATE_CONFLICT, words, "orderIds.1", orderIds[1]];
    expect(await again({ amount: usd(3_000) })).toEqual(busy);
    expect(await again({ orderIds: [orderIds[1]] })).toEqual([...busy.slice(0, 2), "orderIds.0", orderIds[1]]);
    expect((await again({ orderIds: [orderIds[0], "999999"] })).slice(2)).toEqual(["orderIds.1", "999999"]);
    await readers().cancelReaderPayment({ paymentId: payments[0]!.id });
  });

  test("one bill at a reader is a charge of its own", async () => {
    const orderIds = await some(1_000);
    const { payments } = await together().combinedPayOrders({ orderIds, stripeReaderId });
    expect(payments.map(({ chargedTogether }) => chargedTogether)).toEqual([undefined]);
    await readers().cancelReaderPayment({ paymentId: payments[0]!.id });
  });
});

test("without an answer the payment waits, and asking how it stands has the reader ask for the card: once", async () => {
  const orderId = await sale();
  harness.sandbox.switches.set("stripe", { mode: "down" });
  const { payment, state } = await begin(orderId);
  expect(state).toBe(State.WAITING);
  expect((await statusOf(payment!.id))[0]).toBe(State.WAITING);
  harness.sandbox.switches.set("stripe", { mode: "ok" });
  expect((await statusOf(payment!.id))[0]).toBe(State.WAITING);
  await harness.makeDue();
  expect((await statusOf(payment!.id))[0]).toBe(State.WAITING);
  await act("4242424242424242");
  expect((await statusOf(payment!.id))[0]).toBe(State.APPROVED);
  expect([await harness.chargesOf(orderId), await captures(orderId)]).toEqual([3_000, [3_000, 0]]);
});
