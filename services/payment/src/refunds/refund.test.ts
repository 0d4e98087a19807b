import { refusalOf } from "@leashline/kit/test";
import { AppointmentCancelledSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { RefundEffect, RefundStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});
afterEach(() => harness?.sandbox.switches.set("stripe", { mode: "ok", latencyMs: 0 }));
afterAll(async () => harness?.stop());

describe("giving money back", () => {
  test("in parts and whole, in cash and to the card, never more than came in", async () => {
    const { orderId } = await harness.book(5_000);
    const cash = (await harness.payments().createPayment({ orderId, amount: usd(2_000), method: "cash" })).payment!;
    const card = (await harness.payments().createPayment(byCard(orderId, 3_000))).payment!;
    const { refund } = await harness.payments().refundPayment({ paymentId: card.id, amount: usd(1_000), reason: "shampoo" });
    expect([refund?.status, cents(refund?.amount)]).toEqual([RefundStatus.CREATED, 1_000]);
    for (const amount of [2_001, 0, -5]) {
      const refusal = await refusalOf(harness.payments().refundPayment({ paymentId: card.id, amount: usd(amount) }));
      expect(refusal.code).toBe(ErrorCode.PAYMENT_REFUND_AMOUNT_INVALID);
    }
    const { refunds } = await harness.payments().refundOrder({ orderId });
    expect(refunds.map((r) => [r.paymentId, cents(r.amount), r.status])).toEqual([
      [card.id, 2_000, RefundStatus.CREATED],
      [cash.id, 2_000, RefundStatus.CREATED],
    ]);
    await harness.agreed(orderId);
    const order = await harness.order(orderId);
    expect([order.paymentStatus, cents(order.refunded), cents(order.remain), cents(order.total)]).toEqual(["paid", 5_000, 0, 0]);
    const refusal = await refusalOf(harness.payments().refundPayment({ paymentId: card.id }));
    expect(refusal.code).toBe(ErrorCode.PAYMENT_REFUND_AMOUNT_INVALID);
  });

  test("as a kindness lowers the bill, through several payments: nothing is owed or can be charged again", async () => {
    const { orderId } = await harness.book(8_000);
    await harness.payments().createPayment({ orderId, amount: usd(6_000), method: "cash" });
    await harness.payments().createPayment({ ...byCard(orderId, 3_000), tips: usd(1_000) });
    const { refunds } = await harness.payments().refundOrder({ orderId, amount: usd(4_000), reason: "Clipped too short" });
    expect(refunds.map((r) => [cents(r.amount), r.effect])).toEqual([
      [3_000, RefundEffect.LOWER_BILL],
      [1_000, RefundEffect.LOWER_BILL],
    ]);
    await harness.agreed(orderId);
    const order = await harness.order(orderId);
    expect([cents(order.total), cents(order.tips), cents(order.refundAdjustment), cents(order.remain)]).toEqual([5_000, 1_000, 4_000, 0]);
    expect(order.paymentSummary?.refunds.map((r) => [cents(r.loweredBill), r.reason])).toEqual([
      [3_000, "Clipped too short"],
      [1_000, "Clipped too short"],
    ]);
    const refusal = await refusalOf(harness.payments().createPayment({ orderId, amount: usd(1), method: "cash" }));
    expect(refusal.code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
    expect((await harness.servers.client(LedgerService).runSweep({})).differences.filter((d) => d.orderId === orderId)).toEqual([]);
  });

  test("of one payment only leaves the bill owed, and it can be paid another way", async () => {
    const { orderId } = await harness.book(3_000);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 3_000));
    await harness.payments().refundPayment({ paymentId: payment!.id, effect: RefundEffect.STILL_OWED });
    await harness.agreed(orderId);
    expect(cents((await harness.order(orderId)).remain)).toBe(3_000);
    await harness.payments().createPayment({ orderId, amount: usd(3_000), method: "cash" });
    await harness.agreed(orderId);
    expect(cents((await harness.order(orderId)).remain)).toBe(0);
  });

  test("for one line: all it comes to, at most that, and only of that order", async () => {
    const { orderId } = await harness.book(3_000);
    const orders = harness.servers.client(OrderService);
    await orders.addServiceCharge({ orderId, name: "Matted coat", unitPrice: usd(700) });
    const { payment } = await harness.payments().createPayment({ orderId, amount: usd(3_700), method: "cash" });
    const orderLineItemId = (await harness.order(orderId)).items[1]!.orderLineItemId;
    const asked = { paymentId: payment!.id, orderLineItemId };
    const codes = [
      { ...asked, amount: usd(701) },
      { ...asked, orderLineItemId: "999999" },
    ].map(async (wrong) => {
      const refusal = await refusalOf(harness.payments().refundPayment(wrong));
      return refusal.code;
    });
    expect(await Promise.all(codes)).toEqual([ErrorCode.PAYMENT_REFUND_AMOUNT_INVALID, ErrorCode.PAYMENT_DATA_INVALID]);
    expect(cents((await harness.payments().refundPayment(asked)).refund?.amount)).toBe(700);
    await harness.agreed(orderId);
    const order = await harness.order(orderId);
    expect(order.items.map((item) => cents(item.discount))).toEqual([0, 700]);
    expect([cents(order.total), cents(order.remain)]).toEqual([3_000, 0]);
  });

  test("only in the currency that was paid, and to the coin: anything else gives nothing back", async () => {
    const { orderId } = await harness.book(6_000);
    const { payment } = await harness.payments().createPayment({ orderId, amount: usd(6_000), method: "cash" });
    const wrong = [
      { currencyCode: "JPY", units: 3_000n },
      { currencyCode: "KWD", units: 1n, nanos: 500_000_000 },
      { currencyCode: "USD", units: 10n, nanos: -500_000_000 },
      { currencyCode: "USD", units: 10n, nanos: 5_000_000 },
      { currencyCode: "USD", units: 10n, nanos: 1_000_000_000 },
    ];
    for (const amount of wrong) {
      const each = [
        harness.payments().refundPayment({ paymentId: payment!.id, amount }),
        harness.payments().refundOrder({ orderId, amount }),
      ];
      for (const refusal of await Promise.all(each.map(refusalOf))) expect(refusal.code).toBe(ErrorCode.PAYMENT_REFUND_AMOUNT_INVALID);
    }
    const { payment: now } = await harness.payments().getPayment({ paymentId: payment!.id });
    expect([now?.refunds, cents(now?.refundable)]).toEqual([[], 6_000]);
    const whole = await harness.payments().refundPayment({ paymentId: payment!.id, amount: { units: 10n } });
    expect(whole.refund?.amount).toMatchObject({ currencyCode: "USD", units: 10n });
  });

  test("invoice-permission-group: refund needs its permission", async () => {
    const { orderId } = await harness.book(1_000);
    const { payment } = await harness.payments().createPayment({ orderId, amount: usd(1_000), method: "cash" });
    const clerk = harness.servers.client(PaymentService, { permissions: [Permission.TAKE_PAYMENT, Permission.VIEW_INVOICE] });
    expect((await refusalOf(clerk.refundPayment({ paymentId: payment!.id }))).code).toBe(ErrorCode.NO_PERMISSION);
  });

  test("the same refund asked twice goes out once", async () => {
    const { orderId } = await harness.book(3_000);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 3_000));
    const once = harness.payments(`refund-${orderId}`);
    const asked = { paymentId: payment!.id, amount: usd(700) };
    const [a, b] = await Promise.all([once.refundPayment(asked), once.refundPayment(asked)]);
    expect(b.refund).toEqual(a.refund);
    expect((await harness.stripe.refunds.list({ payment_intent: payment!.intentId })).data.map((r) => r.amount)).toEqual([700]);
  });

  test("a refund whose answer got lost is found at the provider, not sent again", async () => {
    const { orderId } = await harness.book(3_000);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 3_000));
    harness.sandbox.switches.set("stripe", { mode: "lost", remaining: 2 });
    const { refund } = await harness.payments().refundPayment({ paymentId: payment!.id, amount: usd(700) });
    harness.sandbox.switches.set("stripe", { mode: "ok" });
    if (refund?.status === RefundStatus.PROCESSING) await harness.makeDue();
    const now = (await harness.payments().getPayment({ paymentId: payment!.id })).payment;
    expect(now?.refunds.map((r) => [r.status, cents(r.amount)])).toEqual([[RefundStatus.CREATED, 700]]);
    expect((await harness.stripe.refunds.list({ payment_intent: payment!.intentId })).data).toHaveLength(1);
  });

  test("refund-failed-code, refund-status-list: one that went out is created, one that the provider refuses is failed", async () => {
    const { orderId } = await harness.book(3_000);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 3_000));
    await harness.payments().refundPayment({ paymentId: payment!.id, amount: usd(400) });
    await harness.stripe.refunds.create({ payment_intent: payment!.intentId });
    const refusal = await refusalOf(harness.payments().refundPayment({ paymentId: payment!.id, amount: usd(700) }));
    expect(refusal.code).toBe(ErrorCode.REFUND_FAILED);
    const now = (await harness.payments().getPayment({ paymentId: payment!.id })).payment;
    expect(cents(now?.refunded)).toBe(400);
    expect(now?.refunds.map(({ status }) => status).toSorted()).toEqual([RefundStatus.CREATED, RefundStatus.FAILED]);
  });

  test("an appointment cancelled with refund gives everything back", async () => {
    const { orderId, appointmentId } = await harness.book(4_000);
    await harness.payments().createPayment({ orderId, amount: usd(1_000), method: "cash" });
    await harness.payments().createPayment(byCard(orderId, 3_000));
    await harness.agreed(orderId);
    const appointment = { appointmentId, businessId: "1", customerId: "20", date: "2026-11-20", status: 4, version: 2 };
    const event = { appointment, autoRefundOrder: true };
    await Promise.all(["order", "payment"].map((name) => harness.emit(name, AppointmentCancelledSchema, event)));
    await harness.makeDue();
    await harness.agreed(orderId);
    const order = await harness.order(orderId);
    expect([cents(order.refunded), cents(order.remain), cents(order.overpaid)]).toEqual([4_000, 0, 0]);
  });
});
