import { createHmac } from "node:crypto";
import { SANDBOX_KEYS, type Sandbox } from "@leashline/deploy/sandbox/main.ts";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { PayoutItemKind, PayoutService, PayoutStatus } from "@leashline/proto/leashline/payment/v1/payout_service_pb.js";
import { SquareTerminalService } from "@leashline/proto/leashline/payment/v1/square_terminal_service_pb.js";
import { WebhookService } from "@leashline/proto/leashline/payment/v1/webhook_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents, type Harness, startHarness, usd } from "../../test/harness.ts";
import { connectSquare, startSquare } from "../../test/square.ts";

// What a Square account brings to the bank, as far as it is payments of ours.

let harness: Harness;
let sandbox: Sandbox;
let stop: () => Promise<void>;
let at: Awaited<ReturnType<typeof connectSquare>>;
beforeAll(async () => {
  ({ sandbox, stop } = await startSquare());
  harness = await startHarness({ at: sandbox });
  at = await connectSquare(harness.servers, sandbox);
  const settings = harness.servers.client(PaymentSettingService);
  await settings.updatePaymentSetting({ setting: { primaryPayType: 2 }, updateMask: { paths: ["primary_pay_type"] } });
});
afterAll(async () => {
  await harness?.stop();
  await stop?.();
});

const gateway = { via: "gateway", companyId: "0", businessId: "0", kind: "anonymous" as const };

/** As the gateway hands on what Square posts. */
async function hand(payload: string): Promise<boolean> {
  const url = `${harness.servers.runtime("payment").config.publicUrl}/webhooks/square`;
  const signature = createHmac("sha256", SANDBOX_KEYS.squareWebhookKey)
    .update(url + payload)
    .digest("base64");
  const body = new TextEncoder().encode(payload);
  return (await harness.servers.client(WebhookService, gateway).receiveSquareEvent({ body, signature })).ignored;
}

/** The event about a payout that the sandbox would post. */
function told(type: "sent" | "paid" | "failed", id: string): string {
  const all = sandbox.deliveries.list(500).map(({ body }) => body);
  return all.find((body) => body.includes(`"payout.${type}"`) && body.includes(`"${id}"`)) ?? expect.fail(`payout.${type} was not posted`);
}

async function charged(amount: number): Promise<{ orderId: string; paymentId: string }> {
  const { orderId } = await harness.book(amount);
  await harness.agreed(orderId);
  const terminals = harness.servers.client(SquareTerminalService);
  const { payment } = await terminals.chargeAtSquareTerminal({ deviceId: at.deviceId, orderId, amount: usd(amount) });
  sandbox.square.act(at.merchantId, at.deviceId, "tap");
  await terminals.getSquareCheckoutStatus({ paymentId: payment!.id });
  await harness.agreed(orderId);
  return { orderId, paymentId: payment!.id };
}

/** The shop takes a card by other means than Leashline. */
const elsewhere = (amount: number): void => sandbox.square.take(at.merchantId, at.placeId, amount, "USD");

const stands = async () => {
  const { balances } = await harness.servers.client(LedgerService).listAccountBalances({});
  const of = (name: string) => cents(balances.find(({ account }) => account === name)?.amount);
  return {
    transit: of("payouts_in_transit"),
    bank: of("bank"),
    fees: of("processing_fees"),
    clearing: of("card_clearing"),
    all: balances.reduce((sum, { amount }) => sum + cents(amount), 0),
  };
};
const differences = async () => (await harness.servers.client(LedgerService).runSweep({})).differences.map(({ kind }) => kind);
const shown = async (providerId: string) => {
  const payouts = harness.servers.client(PayoutService);
  const one = (await payouts.listPayouts({})).payouts.find((payout) => payout.providerId === providerId)!;
  return await payouts.getPayoutDetail({ payoutId: one.id });
};

test("a payout stands on its way when it is sent and at the bank when it is there, with the fees of our payments and nothing of others'; told twice it is entered once", async () => {
  const { orderId, paymentId } = await charged(3_000);
  await charged(2_000);
  elsewhere(5_000);
  await harness.payments().refundPayment({ paymentId, amount: usd(1_000) });
  await harness.agreed(orderId);
  // 3,000 cost 93 and 2,000 cost 67.
  const id = sandbox.square.payOut(at.merchantId, at.placeId);
  expect(await differences()).toEqual(["transit_unknown", "balance_unknown"]);
  const sent = told("sent", id);
  expect([await hand(sent), await hand(sent)]).toEqual([false, true]);
  expect(await stands()).toEqual({ transit: 3_840, bank: 0, fees: 160, clearing: 0, all: 0 });
  const { payout, items, payoutSummary } = await shown(id);
  expect([payout?.status, cents(payout?.amount), cents(payout?.fees)]).toEqual([PayoutStatus.IN_TRANSIT, 3_840, 160]);
  expect(payoutSummary.map(({ kind, amount }) => [kind, cents(amount)])).toEqual([
    [PayoutItemKind.CHARGE, 5_000],
    [PayoutItemKind.REFUND, -1_000],
  ]);
  expect(items.filter((item) => item.orderId === orderId)).toHaveLength(2);
  expect(await differences()).toEqual([]);
  sandbox.square.endPayout(at.merchantId, id, "PAID");
  expect(await differences()).toEqual(["payout_amount", "transit_missing"]);
  await hand(told("paid", id));
  await hand(JSON.stringify({ ...JSON.parse(sent), event_id: "late" }));
  expect(await stands()).toEqual({ transit: 0, bank: 3_840, fees: 160, clearing: 0, all: 0 });
  expect([(await shown(id)).payout?.status, await differences()]).toEqual([PayoutStatus.PAID, []]);
});

test("one that the bank does not take stands no more, says so, and is brought again by the next one with its fees", async () => {
  const before = await stands();
  await charged(4_000);
  const lost = sandbox.square.payOut(at.merchantId, at.placeId);
  await hand(told("sent", lost));
  sandbox.square.endPayout(at.merchantId, lost, "FAILED");
  await hand(told("failed", lost));
  expect(await stands()).toEqual({ ...before, clearing: before.clearing + 4_000 });
  expect((await shown(lost)).payout).toMatchObject({
    status: PayoutStatus.FAILED,
    failureMessage: "Square could not bring the money to the bank.",
  });
  expect(await differences()).toEqual([]);
  await charged(1_000);
  const next = sandbox.square.payOut(at.merchantId, at.placeId);
  await hand(told("sent", next));
  sandbox.square.endPayout(at.merchantId, next, "PAID");
  await hand(told("paid", next));
  // 4,000 cost 119 and 1,000 cost 41.
  expect(await stands()).toEqual({ ...before, bank: before.bank + 4_840, fees: before.fees + 160 });
  expect((await shown(next)).items.map(({ kind }) => kind).toSorted()).toEqual([PayoutItemKind.CHARGE, PayoutItemKind.EARLIER_PAYOUT]);
  expect(await differences()).toEqual([]);
});

test("a payout of others' money alone, or one that Square does not know, is none of ours", async () => {
  const before = await stands();
  elsewhere(7_000);
  const id = sandbox.square.payOut(at.merchantId, at.placeId);
  const sent = told("sent", id);
  expect(await hand(sent)).toBe(true);
  expect(await hand(sent.replaceAll(id, "po_made_up").replace(/"event_id":"[^"]+"/, '"event_id":"made-up"'))).toBe(true);
  expect([await stands(), await differences()]).toEqual([before, []]);
});
