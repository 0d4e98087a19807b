import { createHmac } from "node:crypto";
import { SANDBOX_KEYS, type Sandbox } from "@leashline/deploy/sandbox/main.ts";
import { ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { DisputeService, DisputeStatus } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentStatus, RefundStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { SquareAccountService } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { SquareTerminalService } from "@leashline/proto/leashline/payment/v1/square_terminal_service_pb.js";
import { WebhookService } from "@leashline/proto/leashline/payment/v1/webhook_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents, type Harness, startHarness, usd } from "../../test/harness.ts";
import { connectSquare, startSquare } from "../../test/square.ts";

let harness: Harness;
let sandbox: Sandbox;
let stop: () => Promise<void>;
let merchantId = "";
let deviceId = "";
beforeAll(async () => {
  ({ sandbox, stop } = await startSquare());
  harness = await startHarness({ at: sandbox });
  ({ merchantId, deviceId } = await connectSquare(harness.servers, sandbox));
  const settings = harness.servers.client(PaymentSettingService);
  await settings.updatePaymentSetting({ setting: { primaryPayType: 2 }, updateMask: { paths: ["primary_pay_type"] } });
});
afterAll(async () => {
  await harness?.stop();
  await stop?.();
});

const gateway = { via: "gateway", companyId: "0", businessId: "0", kind: "anonymous" as const };

/** As the gateway hands on what Square posts. */
async function hand(payload: string, key = SANDBOX_KEYS.squareWebhookKey) {
  const url = `${harness.servers.runtime("payment").config.publicUrl}/webhooks/square`;
  const signature = createHmac("sha256", key)
    .update(url + payload)
    .digest("base64");
  return await harness.servers.client(WebhookService, gateway).receiveSquareEvent({ body: new TextEncoder().encode(payload), signature });
}

type Sent = { type: string; event_id: string; data: { id: string; object: Record<string, Record<string, unknown>> } };
/** What the sandbox would post, the oldest first. */
const outbox = (type: string): Sent[] =>
  sandbox.deliveries
    .list(500)
    .filter(({ provider }) => provider === "square")
    .map(({ body }) => JSON.parse(body) as Sent)
    .filter((event) => event.type === type)
    .reverse();

const charged = async (amount = 3_000) => {
  const { orderId } = await harness.book(amount);
  await harness.agreed(orderId);
  const { payment } = await harness.servers
    .client(SquareTerminalService)
    .chargeAtSquareTerminal({ deviceId, orderId, amount: usd(amount) });
  sandbox.square.act(merchantId, deviceId, "tap");
  return { orderId, paymentId: payment!.id };
};
const paymentNow = async (paymentId: string) => (await harness.payments().getPayment({ paymentId })).payment!;
const paymentEvent = (paymentId: string, ref: string) =>
  outbox("payment.created").find(({ data }) => data.object.payment?.reference_id === ref) ?? expect.fail(`no event of ${paymentId}`);
const refOf = async (paymentId: string): Promise<string> =>
  (await harness.servers.admin.query("select provider_ref from payment.payment where payment_id = $1", [paymentId])).rows[0].provider_ref;
const refundedOf = async (orderId: string) => {
  await harness.agreed(orderId);
  return cents((await harness.order(orderId)).refunded);
};
const differences = async () =>
  (await harness.servers.client(LedgerService).runSweep({})).differences.map((one) => [one.kind, one.ledger, one.other]);

test("an event settles a payment once, also when nobody asks; a wrong signature, or one for another address, is refused", async () => {
  const { orderId, paymentId } = await charged();
  const event = paymentEvent(paymentId, await refOf(paymentId));
  const payload = JSON.stringify(event);
  expect((await refusalOf(hand(payload, "another key"))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect((await refusalOf(hand("{}"))).code).toBe(ErrorCode.PARAMS_INVALID);
  const [first, second] = [await hand(payload), await hand(payload)];
  expect([first.ignored, second.ignored]).toEqual([false, true]);
  await hand(JSON.stringify({ ...event, event_id: "again" }));
  expect((await paymentNow(paymentId)).status).toBe(PaymentStatus.COMPLETED);
  await harness.agreed(orderId);
  expect([cents((await harness.order(orderId)).paid), await differences()]).toEqual([3_000, []]);
});

test("what an event claims is not believed: Square is asked", async () => {
  const { paymentId } = await charged();
  const event = paymentEvent(paymentId, await refOf(paymentId));
  const lie = { ...event.data.object.payment, status: "CANCELED" };
  await hand(JSON.stringify({ ...event, event_id: "lie", data: { ...event.data, object: { payment: lie } } }));
  expect((await paymentNow(paymentId)).status).toBe(PaymentStatus.COMPLETED);
  const { rows } = await harness.servers.admin.query("select denied from payment.provider_event where event_id = 'lie'");
  expect(rows).toEqual([{ denied: "succeeded" }]);
  await harness.servers.admin.query("update payment.provider_event set denied = null");
});

test("an event of another account, or of what the shop took there by other means, is ignored", async () => {
  const { paymentId } = await charged();
  const event = paymentEvent(paymentId, await refOf(paymentId));
  expect((await hand(JSON.stringify({ ...event, event_id: "x1", merchant_id: "MLSOMEBODY" }))).ignored).toBe(true);
  const foreign = { ...event.data.object.payment, id: "someOtherPayment", reference_id: "till 3" };
  expect((await hand(JSON.stringify({ ...event, event_id: "x2", data: { ...event.data, object: { payment: foreign } } }))).ignored).toBe(
    true,
  );
  expect((await paymentNow(paymentId)).status).toBe(PaymentStatus.PROCESSING);
  await hand(JSON.stringify(event));
});

test("a refund that the bank refuses later is taken back; one that was made on Square's own pages goes into the books once", async () => {
  const { orderId, paymentId } = await charged(5_000);
  await hand(JSON.stringify(paymentEvent(paymentId, await refOf(paymentId))));
  const { refund } = await harness.payments().refundPayment({ paymentId, amount: usd(2_000) });
  expect([refund?.status, await refundedOf(orderId)]).toEqual([RefundStatus.CREATED, 2_000]);
  const [ours] = outbox("refund.created").reverse();
  await hand(JSON.stringify(ours));
  expect(await refundedOf(orderId)).toBe(2_000);
  sandbox.square.endRefund(merchantId, ours!.data.id, "FAILED");
  const [failed] = outbox("refund.updated").reverse();
  for (const event_id of ["r1", "r2"]) await hand(JSON.stringify({ ...failed, event_id }));
  expect([await refundedOf(orderId), await differences()]).toEqual([0, []]);
  const { intentId } = await paymentNow(paymentId);
  const made = sandbox.square.refund(merchantId, intentId, 1_500, "USD");
  expect(await differences()).toEqual([["refund_unknown", "0", "1500"]]);
  const [theirs] = outbox("refund.created").reverse();
  expect(theirs?.data.id).toBe(made);
  for (const event_id of ["r3", "r4"]) await hand(JSON.stringify({ ...theirs, event_id }));
  expect([await refundedOf(orderId), await differences()]).toEqual([1_500, []]);
});

test("a contested charge goes into the books when Square tells of it, is answered here, and is won or lost as the bank decides", async () => {
  const { orderId, paymentId } = await charged(8_804);
  await hand(JSON.stringify(paymentEvent(paymentId, await refOf(paymentId))));
  await harness.agreed(orderId);
  const [told] = outbox("dispute.created").reverse();
  for (const event_id of ["d1", "d2"]) await hand(JSON.stringify({ ...told, event_id }));
  const disputes = harness.servers.client(DisputeService);
  const [shown] = (await disputes.listDisputes({})).disputes;
  expect(shown).toMatchObject({ paymentId, status: DisputeStatus.OPEN, amount: usd(8_804), withdrawn: usd(8_804), reason: "no_knowledge" });
  expect(await differences()).toEqual([]);
  const response = `Robin signed for the groom. ${"It took an hour. ".repeat(40)}`.trim();
  const { dispute } = await disputes.submitDisputeEvidence({ disputeId: shown!.id, response });
  expect(dispute).toMatchObject({ response, status: DisputeStatus.OPEN });
  const pieces = sandbox.store.list<{ evidence_text: string }>({ kinds: ["sq_evidence"], equals: { dispute_id: told!.data.id } }).reverse();
  expect(
    pieces.map(({ doc }) => doc.evidence_text.length),
    "as much as one has room for",
  ).toEqual([500, response.length - 500]);
  expect(pieces.map(({ doc }) => doc.evidence_text).join("")).toBe(response);
  expect((await refusalOf(disputes.acceptDispute({ disputeId: shown!.id }))).code).toBe(ErrorCode.STATE_CONFLICT);
  sandbox.square.endDispute(merchantId, told!.data.id, "WON");
  const [won] = outbox("dispute.state.updated").reverse();
  await hand(JSON.stringify(won));
  expect((await disputes.listDisputes({})).disputes).toMatchObject([{ status: DisputeStatus.WON, withdrawn: usd(0) }]);
  expect(await differences()).toEqual([]);
});

test("what Square keeps for itself, told later than the charge, is written down then", async () => {
  const { paymentId } = await charged();
  const event = paymentEvent(paymentId, await refOf(paymentId));
  await hand(JSON.stringify(event));
  await harness.servers.admin.query("update payment.payment set processing_fee = 0 where payment_id = $1", [paymentId]);
  await hand(JSON.stringify({ ...event, event_id: "fee", type: "payment.updated" }));
  expect(cents((await paymentNow(paymentId)).processingFee)).toBe(93);
});

test("an event that the permission was taken back is believed once Square says so, too", async () => {
  const square = harness.servers.client(SquareAccountService);
  const connected = async () => (await square.getSquareAccount({})).account?.connected;
  const told = {
    merchant_id: merchantId,
    type: "oauth.authorization.revoked",
    data: { type: "revocation", id: merchantId, object: { revocation: {} } },
  };
  await hand(JSON.stringify({ ...told, event_id: "v1" }));
  expect(await connected()).toBe(true);
  sandbox.square.grants.end(merchantId);
  await hand(JSON.stringify({ ...told, event_id: "v2" }));
  expect(await connected()).toBe(false);
});
