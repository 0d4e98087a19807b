import { refusalOf } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});
afterEach(() => harness?.sandbox.switches.set("stripe", { mode: "ok", latencyMs: 0 }));
afterAll(async () => harness?.stop());

describe("when the provider does not answer", () => {
  test("the answer got lost after the charge: asking finds it, nothing is charged twice", async () => {
    const { orderId } = await harness.book(3_000);
    harness.sandbox.switches.set("stripe", { mode: "lost", remaining: 4 });
    const { payment } = await harness.payments().createPayment(byCard(orderId, 3_000));
    const early = payment?.status;
    harness.sandbox.switches.set("stripe", { mode: "ok" });
    if (early === PaymentStatus.CREATED) {
      const busy = await refusalOf(harness.payments().createPayment({ orderId, amount: usd(3_000), method: "cash" }));
      expect(busy.code).toBe(ErrorCode.PAYMENT_OUTCOME_UNKNOWN);
      await harness.makeDue();
    }
    const now = (await harness.payments().getPayment({ paymentId: payment!.id })).payment;
    expect([PaymentStatus.COMPLETED, PaymentStatus.FAILED]).toContain(now?.status);
    expect(await harness.chargesOf(orderId)).toBe(now?.status === PaymentStatus.COMPLETED ? 3_000 : 0);
  });

  test("it was down the whole time: the payment is given up and the money can be taken again", async () => {
    const { orderId } = await harness.book(3_000);
    harness.sandbox.switches.set("stripe", { mode: "down" });
    const { payment } = await harness.payments().createPayment(byCard(orderId, 3_000));
    expect(payment?.status).toBe(PaymentStatus.CREATED);
    await harness.makeDue();
    expect((await harness.payments().getPayment({ paymentId: payment!.id })).payment?.status).toBe(PaymentStatus.CREATED);
    harness.sandbox.switches.set("stripe", { mode: "ok" });
    await harness.makeDue();
    expect((await harness.payments().getPayment({ paymentId: payment!.id })).payment?.status).toBe(PaymentStatus.FAILED);
    expect((await harness.payments().createPayment(byCard(orderId, 3_000))).payment?.status).toBe(PaymentStatus.COMPLETED);
    expect(await harness.chargesOf(orderId)).toBe(3_000);
  });

  test("a holder who must consent: the browser gets the secret, and the webhook or asking settles it", async () => {
    const { orderId } = await harness.book(3_000);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 3_000, "pm_card_authenticationRequired"));
    expect(payment?.status).toBe(PaymentStatus.PROCESSING);
    expect(payment?.clientSecret).toMatch(/_secret_/);
    const given = (await harness.payments().syncPayment({ paymentId: payment!.id, giveUp: true })).payment;
    expect(given?.status).toBe(PaymentStatus.FAILED);
    expect(await harness.chargesOf(orderId)).toBe(0);
  });

  test("ten ask at once what became of a payment: it is entered once", async () => {
    const { orderId } = await harness.book(3_000);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 3_000, "pm_card_authenticationRequired"));
    await fetch(payment!.consentUrl, { method: "POST", body: "outcome=pass", redirect: "manual" });
    harness.sandbox.switches.set("stripe", { mode: "ok", latencyMs: 200 });
    const asked = await Promise.all(Array.from({ length: 10 }, () => harness.payments().syncPayment({ paymentId: payment!.id })));
    expect(new Set(asked.map((answer) => answer.payment?.status))).toEqual(new Set([PaymentStatus.COMPLETED]));
    await harness.agreed(orderId);
    const order = await harness.order(orderId);
    expect([cents(order.paid), cents(order.overpaid)]).toEqual([3_000, 0]);
  });

  test.each([
    ["another amount", "amount = amount - 1"],
    ["another currency", "currency = 'CAD'"],
  ])("%s than the provider took is not entered", async (_, change) => {
    const { orderId } = await harness.book(3_000);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 3_000, "pm_card_authenticationRequired"));
    await fetch(payment!.consentUrl, { method: "POST", body: "outcome=pass", redirect: "manual" });
    const paymentId = payment!.id;
    const { admin } = harness.servers;
    const stored = async () => (await admin.query("select * from payment.payment where payment_id = $1", [paymentId])).rows[0];
    const before = await stored();
    await admin.query(`update payment.payment set ${change} where payment_id = $1`, [paymentId]);
    expect((await refusalOf(harness.payments().syncPayment({ paymentId }))).code).toBe(ErrorCode.PAYMENT_DATA_INVALID);
    expect((await stored()).state).toBe(before.state);
    expect(cents((await harness.order(orderId)).paid)).toBe(0);
    const back = "update payment.payment set amount = $2, currency = $3 where payment_id = $1";
    await admin.query(back, [paymentId, before.amount, before.currency]);
    expect((await harness.payments().syncPayment({ paymentId })).payment?.status).toBe(PaymentStatus.COMPLETED);
  });

  test("payment-errors-7001-7010: a payment that its provider does not know is 7006, one that is taken cannot be given up, 7009", async () => {
    const { orderId } = await harness.book(3_000);
    const waiting = (await harness.payments().createPayment(byCard(orderId, 3_000, "pm_card_authenticationRequired"))).payment;
    const told = "update payment.payment set intent_id = $2 where payment_id = $1";
    await harness.servers.admin.query(told, [waiting!.id, "pi_of_another_account"]);
    const unknown = await refusalOf(harness.payments().syncPayment({ paymentId: waiting!.id, giveUp: true }));
    expect([unknown.code, unknown.message]).toEqual([ErrorCode.PAYMENT_INTENT_NOT_FOUND, "Payment intent not found."]);
    const other = await harness.book(2_000);
    const { payment } = await harness.payments().createPayment(byCard(other.orderId, 2_000));
    const settled = await refusalOf(harness.payments().syncPayment({ paymentId: payment!.id, giveUp: true }));
    expect(settled.code).toBe(ErrorCode.PAYMENT_ALREADY_SETTLED);
    expect((await harness.payments().syncPayment({ paymentId: payment!.id })).payment?.status).toBe(PaymentStatus.COMPLETED);
  });
});
