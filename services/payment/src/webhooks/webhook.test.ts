import { SANDBOX_KEYS } from "@leashline/deploy/sandbox/main.ts";
import { refusalOf } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { PaymentStatus, RefundStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { WebhookService } from "@leashline/proto/leashline/payment/v1/webhook_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byCard, cents, openShop, type Shop } from "../../test/shop.ts";

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => shop?.stop());

describe("what the provider tells us", () => {
  const hook = (event: object, secret = SANDBOX_KEYS.stripeWebhookSecret) => {
    const payload = JSON.stringify({ object: "event", api_version: "2026-10-28.endive", created: 1, livemode: false, ...event });
    const signature = shop.stripe.webhooks.generateTestHeaderString({ payload, secret });
    const body = new TextEncoder().encode(payload);
    const gateway = { via: "gateway", companyId: "0", businessId: "0", kind: "anonymous" as const };
    return shop.house.client(WebhookService, gateway).receiveStripeEvent({ body, signature });
  };

  test("an event settles a payment once; a wrong signature is refused", async () => {
    const { orderId } = await shop.book(3_000);
    const { payment } = await shop.payments().createPayment(byCard(orderId, 3_000, "pm_card_authenticationRequired"));
    await fetch(payment!.consentUrl, { method: "POST", body: "outcome=pass", redirect: "manual" });
    const intent = await shop.stripe.paymentIntents.retrieve(payment!.intentId);
    const event = { id: "evt_1", type: "payment_intent.succeeded", data: { object: intent } };
    expect((await refusalOf(hook(event, "whsec_wrong"))).code).toBe(ErrorCode.PARAMS_INVALID);
    const first = await hook(event);
    const second = await hook(event);
    expect([first.ignored, second.ignored]).toEqual([false, true]);
    const now = (await shop.payments().getPayment({ paymentId: payment!.id })).payment;
    expect(now?.status).toBe(PaymentStatus.COMPLETED);
  });

  test("a recorded refund that fails later is taken back", async () => {
    const { orderId } = await shop.book(3_000);
    const { payment } = await shop.payments().createPayment(byCard(orderId, 3_000, "pm_card_refundFail"));
    const { refund } = await shop.payments().refundPayment({ paymentId: payment!.id });
    expect(refund?.status).toBe(RefundStatus.CREATED);
    await shop.agreed(orderId);
    const metadata = { company_id: "1", business_id: "1", payment_id: payment!.id, refund_id: refund!.id };
    const object = { id: "re_1", object: "refund", status: "failed", failure_reason: "expired_or_canceled_card", metadata };
    await hook({ id: "evt_2", type: "refund.failed", data: { object } });
    await shop.agreed(orderId);
    const order = await shop.order(orderId);
    expect([cents(order.refunded), order.paymentStatus]).toEqual([0, "paid"]);
  });

  test("events about nothing of ours are left alone", async () => {
    expect((await hook({ id: "evt_3", type: "balance.available", data: { object: {} } })).ignored).toBe(true);
  });
});
