import { SANDBOX_KEYS } from "@leashline/deploy/sandbox/main.ts";
import { refusalOf } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { DisputeService, DisputeStatus } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentStatus, RefundStatus, RefundWay } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PayoutItemKind, PayoutService, PayoutStatus } from "@leashline/proto/leashline/payment/v1/payout_service_pb.js";
import { WebhookService } from "@leashline/proto/leashline/payment/v1/webhook_pb.js";
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

describe("events of the provider", () => {
  const hook = (event: object, secret = SANDBOX_KEYS.stripeWebhookSecret) => {
    const payload = JSON.stringify({ object: "event", api_version: "2026-10-28.endive", created: 1, livemode: false, ...event });
    const signature = harness.stripe.webhooks.generateTestHeaderString({ payload, secret });
    const body = new TextEncoder().encode(payload);
    const gateway = { via: "gateway", companyId: "0", businessId: "0", kind: "anonymous" as const };
    return harness.servers.client(WebhookService, gateway).receiveStripeEvent({ body, signature });
  };

  test("an event settles a payment once; a wrong signature is refused", async () => {
    const { orderId } = await harness.book(3_000);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 3_000, "pm_card_authenticationRequired"));
    await fetch(payment!.consentUrl, { method: "POST", body: "outcome=pass", redirect: "manual" });
    const intent = await harness.stripe.paymentIntents.retrieve(payment!.intentId);
    const event = { id: "evt_1", type: "payment_intent.succeeded", data: { object: intent } };
    expect((await refusalOf(hook(event, "whsec_wrong"))).code).toBe(ErrorCode.PARAMS_INVALID);
    const first = await hook(event);
    const second = await hook(event);
    expect([first.ignored, second.ignored]).toEqual([false, true]);
    await hook({ ...event, id: "evt_1_again" });
    await harness.agreed(orderId);
    expect(cents((await harness.order(orderId)).paid)).toBe(3_000);
    const now = (await harness.payments().getPayment({ paymentId: payment!.id })).payment;
    expect(now?.status).toBe(PaymentStatus.COMPLETED);
  });

  const refunded = async (token: string) => {
    const { orderId } = await harness.book(4_000);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 4_000, token));
    const { refund } = await harness.payments().refundPayment({ paymentId: payment!.id });
    expect(refund?.status).toBe(RefundStatus.CREATED);
    await harness.agreed(orderId);
    const [there] = (await harness.stripe.refunds.list({ payment_intent: payment!.intentId })).data;
    return { orderId, payment: payment!, there: there! };
  };
  const differences = async () =>
    (await harness.servers.client(LedgerService).runSweep({})).differences.map((d) => [d.kind, d.providerId, d.ledger, d.other]);

  test("a recorded refund that fails later is taken back", async () => {
    const { orderId, there } = await refunded("pm_card_refundFail");
    const failed = async () => await harness.stripe.refunds.retrieve(there.id);
    await expect.poll(async () => (await failed()).status, { timeout: 5_000 }).toBe("failed");
    await hook({ id: "evt_2", type: "refund.failed", data: { object: await failed() } });
    await harness.agreed(orderId);
    const order = await harness.order(orderId);
    expect([cents(order.refunded), order.paymentStatus]).toEqual([0, "paid"]);
    expect(await differences()).toEqual([]);
  });

  test("a signed event that the provider does not confirm changes nothing, and shows as a difference", async () => {
    const { orderId, there } = await refunded("pm_card_visa");
    await hook({ id: "evt_lie", type: "refund.failed", data: { object: { ...there, status: "failed" } } });
    await hook({ id: "evt_ghost", type: "refund.failed", data: { object: { ...there, id: "re_ghost", status: "failed" } } });
    await harness.agreed(orderId);
    expect(cents((await harness.order(orderId)).refunded)).toBe(4_000);
    expect(await differences()).toEqual([
      ["event_untrue", "evt_lie", "refund.failed", "accepted"],
      ["event_untrue", "evt_ghost", "refund.failed", "no refund re_ghost"],
    ]);
    await harness.servers.admin.query("update payment.provider_event set denied = null");
  });

  test("a refund that books and provider see differently shows, whichever of them has it", async () => {
    const { there } = await refunded("pm_card_visa");
    await harness.servers.admin.query("update payment.refund set provider_refund_id = 're_gone' where provider_refund_id = $1", [there.id]);
    const found = await differences();
    expect(found).toContainEqual(["refund_missing", "re_gone", "4000", "0"]);
    expect(found).toContainEqual(["refund_unknown", there.id, "0", "4000"]);
    await harness.servers.admin.query("update payment.refund set provider_refund_id = $1 where provider_refund_id = 're_gone'", [there.id]);
    expect(await differences()).toEqual([]);
  });

  test("a refund made at the provider itself is a difference until the books know of it", async () => {
    const { orderId } = await harness.book(7_200);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 7_200));
    await harness.agreed(orderId);
    const there = await harness.stripe.refunds.create({ payment_intent: payment!.intentId, amount: 4_000 });
    expect(await differences()).toEqual([["refund_unknown", there.id, "0", "4000"]]);
    for (const id of ["evt_5", "evt_6"]) await hook({ id, type: "refund.created", data: { object: there } });
    await harness.agreed(orderId);
    expect(cents((await harness.order(orderId)).refunded)).toBe(4_000);
    expect(await differences()).toEqual([]);
  });

  test("a contested charge is a loss until it is won, and the client owes nothing for it", async () => {
    const { orderId } = await harness.book(5_000);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 5_000, "pm_card_createDispute"));
    await harness.agreed(orderId);
    const [dispute] = (await harness.stripe.disputes.list({ payment_intent: payment!.intentId })).data;
    expect(await differences()).toEqual([["dispute_unknown", dispute!.id, "0", "5000"]]);
    const losses = async () => {
      const { balances } = await harness.servers.client(LedgerService).listAccountBalances({});
      return cents(balances.find((b) => b.account === "dispute_losses")?.amount);
    };
    for (const id of ["evt_7", "evt_8"]) await hook({ id, type: "charge.dispute.funds_withdrawn", data: { object: dispute! } });
    expect([await losses(), await differences()]).toEqual([5_000, []]);
    expect((await harness.order(orderId)).paymentStatus).toBe("paid");
    for (const way of [RefundWay.CASH, RefundWay.STORE_CREDIT]) {
      const otherwise = harness.payments().refundPayment({ paymentId: payment!.id, parts: [{ way, amount: usd(5_000) }] });
      expect((await refusalOf(otherwise)).code).toBe(ErrorCode.PAYMENT_DATA_INVALID);
    }
    const won = await harness.stripe.disputes.update(dispute!.id, { evidence: { uncategorized_text: "winning_evidence" }, submit: true });
    expect(await differences()).toEqual([["dispute_missing", dispute!.id, "5000", "0"]]);
    await hook({ id: "evt_9", type: "charge.dispute.closed", data: { object: won } });
    expect([await losses(), await differences()]).toEqual([0, []]);
  });

  test("a dispute is unread until it is looked at, is answered once and in time, and comes out as the bank decides", async () => {
    const { orderId } = await harness.book(6_000);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 6_000, "pm_card_createDispute"));
    await harness.agreed(orderId);
    const [there] = (await harness.stripe.disputes.list({ payment_intent: payment!.intentId })).data;
    await hook({ id: "evt_20", type: "charge.dispute.funds_withdrawn", data: { object: there! } });
    const disputes = harness.servers.client(DisputeService);
    const open = { filter: { statuses: [DisputeStatus.OPEN] } };
    const [dispute] = (await disputes.listDisputes(open)).disputes;
    expect(dispute).toMatchObject({ paymentId: payment!.id, orderId, reason: "fraudulent", read: false, cardLast4: payment!.cardLast4 });
    expect([cents(dispute!.amount), cents(dispute!.withdrawn)]).toEqual([6_000, 6_000]);
    expect(dispute!.dueTime).toBeDefined();
    expect((await disputes.getDisputeReadStatus({})).unread).toBeGreaterThan(0);
    await disputes.markDisputesRead({ businessId: "1" });
    expect((await disputes.getDisputeReadStatus({})).unread).toBe(0);

    const answer = { disputeId: dispute!.id, response: "winning_evidence" };
    const { dispute: won } = await disputes.submitDisputeEvidence(answer);
    expect(won).toMatchObject({ status: DisputeStatus.WON, response: "winning_evidence", read: false });
    expect((await refusalOf(disputes.submitDisputeEvidence(answer))).code).toBe(ErrorCode.STATE_CONFLICT);
    expect((await refusalOf(disputes.acceptDispute({ disputeId: dispute!.id }))).code).toBe(ErrorCode.STATE_CONFLICT);
    expect((await disputes.listDisputes(open)).disputes).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  test("a dispute that is told before its charge was heard of is not taken as heard, so the provider tells it again", async () => {
    const { orderId } = await harness.book(2_000);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 2_000, "pm_card_createDispute"));
    await harness.agreed(orderId);
    const [there] = (await harness.stripe.disputes.list({ payment_intent: payment!.intentId })).data;
    const event = { id: "evt_25", type: "charge.dispute.funds_withdrawn", data: { object: there! } };
    const heardOf = (intentId: string) =>
      harness.servers.admin.query("update payment.payment set intent_id = $2 where payment_id = $1", [payment!.id, intentId]);
    await heardOf("");
    expect((await refusalOf(hook(event))).code).toBe(ErrorCode.PAYMENT_OUTCOME_UNKNOWN);
    await heardOf(payment!.intentId);
    expect((await hook(event)).ignored).toBe(false);
    const { disputes } = await harness.servers.client(DisputeService).listDisputes({ filter: { statuses: [DisputeStatus.OPEN] } });
    expect(disputes.map(({ paymentId }) => paymentId)).toContain(payment!.id);
    expect(await differences()).toEqual([]);
  });

  test("a dispute that the business gives up is lost", async () => {
    const { orderId } = await harness.book(3_000);
    const { payment } = await harness.payments().createPayment(byCard(orderId, 3_000, "pm_card_createDispute"));
    await harness.agreed(orderId);
    const [there] = (await harness.stripe.disputes.list({ payment_intent: payment!.intentId })).data;
    await hook({ id: "evt_21", type: "charge.dispute.funds_withdrawn", data: { object: there! } });
    const disputes = harness.servers.client(DisputeService);
    const [dispute] = (await disputes.listDisputes({ filter: { statuses: [DisputeStatus.OPEN] } })).disputes;
    expect((await disputes.acceptDispute({ disputeId: dispute!.id })).dispute?.status).toBe(DisputeStatus.LOST);
    expect(await differences()).toEqual([]);
  });

  test("a payout stands in the books as what came to the bank, once, and not at all when the bank returns it", async () => {
    const pay = async <T>(path = ""): Promise<T> => {
      const { url, token } = harness.sandbox;
      const headers = { authorization: `Bearer ${token}` };
      return (await (await fetch(`${url}/sandbox/api/stripe/payouts${path}`, { method: "POST", headers })).json()) as T;
    };
    const { payouts } = await pay<{ payouts: Stripe.Payout[] }>();
    const [payout] = payouts;
    const atBank = async () => {
      const { balances } = await harness.servers.client(LedgerService).listAccountBalances({});
      const of = (account: string) => cents(balances.find((b) => b.account === account)?.amount);
      return [of("bank"), of("card_clearing")];
    };
    expect(await differences()).toEqual([
      ["payout_unknown", payout!.id, "0", String(payout!.amount)],
      ["balance_unknown", payout!.id, "0", expect.stringMatching(/^-\d+$/)],
    ]);
    for (const id of ["evt_10", "evt_11"]) await hook({ id, type: "payout.paid", data: { object: payout! } });
    expect([await atBank(), await differences()]).toEqual([[payout!.amount, 0], []]);
    const payoutsHere = harness.servers.client(PayoutService);
    const { payouts: listed, total } = await payoutsHere.listPayouts({});
    expect([listed.map(({ providerId, status, amount }) => [providerId, status, cents(amount)]), total]).toEqual([
      [[payout!.id, PayoutStatus.PAID, payout!.amount]],
      1,
    ]);
    const detail = await payoutsHere.getPayoutDetail({ payoutId: listed[0]!.id, pageSize: 2 });
    const net = detail.payoutSummary.reduce((sum, { amount, fee }) => sum + cents(amount) - cents(fee), 0);
    expect([net, detail.items.length, detail.hasMore]).toEqual([payout!.amount, 2, true]);
    expect(detail.payoutSummary.map(({ kind }) => kind)).toEqual([PayoutItemKind.CHARGE, PayoutItemKind.REFUND, PayoutItemKind.DISPUTE]);
    const seen = [...detail.items];
    for (let pageToken = detail.nextPageToken; pageToken; ) {
      const page = await payoutsHere.getPayoutDetail({ payoutId: listed[0]!.id, pageSize: 2, pageToken });
      seen.push(...page.items);
      pageToken = page.nextPageToken;
    }
    expect([seen.length, new Set(seen.map(({ id }) => id)).size]).toEqual([detail.size, detail.size]);
    expect(seen.filter(({ kind }) => kind === PayoutItemKind.CHARGE).every(({ paymentId }) => paymentId !== "0")).toBe(true);
    const returned = await pay<Stripe.Payout>(`/${payout!.id}/failed`);
    expect(await differences()).toEqual([
      ["payout_missing", payout!.id, String(payout!.amount), "0"],
      ["balance_missing", payout!.id, expect.stringMatching(/^-\d+$/), "0"],
    ]);
    await hook({ id: "evt_12", type: "payout.failed", data: { object: returned } });
    expect([(await atBank())[0], await differences()]).toEqual([0, []]);
  });

  test("events about nothing of ours are left alone, and one that cannot be read is refused", async () => {
    expect((await hook({ id: "evt_3", type: "balance.available", data: { object: {} } })).ignored).toBe(true);
    expect((await refusalOf(hook({ id: "evt_4", type: "refund.failed", data: { object: { id: "re_1" } } }))).code).toBe(
      ErrorCode.PARAMS_INVALID,
    );
  });
});
