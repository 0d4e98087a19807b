import { SANDBOX_KEYS } from "@leashline/deploy/sandbox/main.ts";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PayoutItemKind, PayoutService, PayoutStatus } from "@leashline/proto/leashline/payment/v1/payout_service_pb.js";
import { ProviderAccountService } from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import { WebhookService } from "@leashline/proto/leashline/payment/v1/webhook_pb.js";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";

// Payouts of a location's own account, from the moment they leave the provider's balance.

const CONNECT_SECRET = "whsec_of_payouts_under_way";

let harness: Harness;
let own = "";
beforeAll(async () => {
  process.env.LEASHLINE_STRIPE_CONNECT_WEBHOOK_SECRET = CONNECT_SECRET;
  harness = await startHarness();
  own = await connected();
});
afterAll(async () => {
  delete process.env.LEASHLINE_STRIPE_CONNECT_WEBHOOK_SECRET;
  await harness?.stop();
});

async function connected(): Promise<string> {
  const accounts = harness.servers.client(ProviderAccountService);
  const { account } = await accounts.createStripeAccount({});
  const { url } = await accounts.createAccountLinks({});
  await fetch(url, { method: "POST", body: "outcome=complete", redirect: "manual" });
  await accounts.getAccount({});
  return account!.id;
}

const control = async <T>(path: string): Promise<T> => {
  const { url, token } = harness.sandbox;
  const answer = await fetch(`${url}/sandbox/api/stripe/payouts${path}`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as T;
};
const payOut = async (how: string): Promise<Stripe.Payout> => (await control<{ payouts: Stripe.Payout[] }>(how)).payouts[0]!;
const step = async (id: string, to: string) => await control<Stripe.Payout>(`/${id}/${to}`);

let heard = 0;
/** An event as the provider sends it; what became of its object since is not in it. */
const hook = async (type: string, object: object, account = own) => {
  const event = { id: `evt_way_${++heard}`, type, data: { object }, ...(account && { account }) };
  const payload = JSON.stringify({ object: "event", api_version: "2026-10-28.endive", created: 1, livemode: false, ...event });
  const secret = account ? CONNECT_SECRET : SANDBOX_KEYS.stripeWebhookSecret;
  const signature = harness.stripe.webhooks.generateTestHeaderString({ payload, secret });
  const gateway = { via: "gateway", companyId: "0", businessId: "0", kind: "anonymous" as const };
  return await harness.servers.client(WebhookService, gateway).receiveStripeEvent({ body: new TextEncoder().encode(payload), signature });
};

const buy = async (amount: number) => {
  const { orderId } = await harness.book(amount);
  const { payment } = await harness.payments().createPayment(byCard(orderId, amount));
  await harness.agreed(orderId);
  return payment!.id;
};

/** What changed in the ledger's accounts since. */
async function sinceNow(): Promise<() => Promise<Record<string, number>>> {
  const sums = async () => {
    const { balances } = await harness.servers.client(LedgerService).listAccountBalances({});
    return new Map(balances.map(({ account, amount }) => [account, cents(amount)]));
  };
  const before = await sums();
  return async () => {
    const now = [...(await sums())].map(([account, amount]) => [account, amount - (before.get(account) ?? 0)] as const);
    return Object.fromEntries(now.filter(([, amount]) => amount !== 0));
  };
}

const agreed = async () => {
  const differences = async () =>
    (await harness.servers.client(LedgerService).runSweep({})).differences.map((d) => [d.kind, d.providerId, d.ledger, d.other]);
  await expect.poll(differences, { timeout: 10_000 }).toEqual([]);
};
const differing = async () => (await harness.servers.client(LedgerService).runSweep({})).differences.map(({ kind }) => kind);
const shown = async (providerId: string) => {
  const payouts = harness.servers.client(PayoutService);
  const one = (await payouts.listPayouts({})).payouts.find((payout) => payout.providerId === providerId)!;
  const { items } = await payouts.getPayoutDetail({ payoutId: one.id });
  return { ...one, items };
};
/** 5,000 by card cost 175. */
const [net, fee] = [4_825, 175];

test("a payout stands on its way from the moment it leaves, its fees once it is itemized, at the bank when it is there, and not at all when the bank returns it; a later one brings it again", async () => {
  await buy(5_000);
  const since = await sinceNow();
  const made = await payOut("?to=pending&items=later");
  expect(await differing()).toEqual(["transit_unknown", "balance_unknown"]);
  await hook("payout.created", made);
  expect(await since()).toEqual({ payouts_in_transit: net, card_clearing: -net });
  expect(await shown(made.id)).toMatchObject({ status: PayoutStatus.PENDING, itemizing: true, items: [] });
  await agreed();

  await hook("payout.reconciliation_completed", await step(made.id, "itemize"));
  const underWay = { payouts_in_transit: net, processing_fees: fee, card_clearing: -5_000 };
  expect(await since()).toEqual(underWay);
  await hook("payout.updated", await step(made.id, "in_transit"));
  await hook("payout.created", made);
  expect(await since()).toEqual(underWay);
  const moving = await shown(made.id);
  expect(moving).toMatchObject({ status: PayoutStatus.IN_TRANSIT, itemizing: false, items: [{ kind: PayoutItemKind.CHARGE }] });
  expect([moving.arrivalDate === undefined, cents(moving.amount), cents(moving.fees)]).toEqual([false, net, fee]);
  await agreed();

  const paid = await step(made.id, "paid");
  expect(await differing()).toEqual(["payout_amount", "transit_missing"]);
  for (let times = 0; times < 3; times++) await hook("payout.paid", paid);
  expect(await since()).toEqual({ bank: net, processing_fees: fee, card_clearing: -5_000 });
  await agreed();

  await hook("payout.failed", await step(made.id, "failed"));
  for (const late of [paid, made]) await hook("payout.updated", late);
  expect(await since()).toEqual({});
  expect(await shown(made.id)).toMatchObject({ status: PayoutStatus.FAILED, failureMessage: "The bank account has been closed." });
  await agreed();

  await buy(5_000);
  const sold = await sinceNow();
  const again = await payOut("");
  await hook("payout.paid", again);
  expect([again.amount, await sold()]).toEqual([2 * net, { bank: 2 * net, processing_fees: 2 * fee, card_clearing: -10_000 }]);
  expect((await shown(again.id)).items.map(({ kind, amount }) => [kind, cents(amount)]).toSorted()).toEqual([
    [PayoutItemKind.CHARGE, 5_000],
    [PayoutItemKind.EARLIER_PAYOUT, 5_000],
  ]);
  await agreed();
});

test("a payout by hand that is canceled is as if it had never been; one whose events were lost is told as what it has become", async () => {
  const since = await sinceNow();
  await buy(5_000);
  const sold = await since();
  const made = await payOut("?by=hand&to=pending");
  await hook("payout.created", made);
  expect(await since()).toEqual({ ...sold, payouts_in_transit: net, card_clearing: fee });
  await agreed();
  await hook("payout.canceled", await step(made.id, "canceled"));
  expect(await since()).toEqual(sold);
  expect((await shown(made.id)).status).toBe(PayoutStatus.CANCELED);
  await agreed();
  const lost = await payOut("?by=hand&to=in_transit");
  const failed = await step(lost.id, "failed");
  await hook("payout.failed", failed);
  for (const late of ["payout.created", "payout.updated"]) await hook(late, lost);
  expect(await since()).toEqual(sold);
  expect((await shown(lost.id)).status).toBe(PayoutStatus.FAILED);
  await agreed();
});

test("a payout that takes money back from the bank stands the other way round, and is put back where the bank refuses", async () => {
  const paymentId = await buy(5_000);
  await hook("payout.paid", await payOut(""));
  await harness.payments().refundPayment({ paymentId, amount: usd(2_000) });
  await agreed();
  const since = await sinceNow();
  const debit = await payOut("?to=in_transit&debit=1");
  await hook("payout.created", debit);
  expect([debit.amount, await since()]).toEqual([-2_000, { payouts_in_transit: -2_000, card_clearing: 2_000 }]);
  expect(cents((await shown(debit.id)).amount)).toBe(-2_000);
  await agreed();
  await hook("payout.paid", await step(debit.id, "paid"));
  expect(await since()).toEqual({ bank: -2_000, card_clearing: 2_000 });
  await agreed();
  await hook("payout.failed", await step(debit.id, "failed"));
  expect(await since()).toEqual({});
  await agreed();
});

test("a payout of the installation's account, which is of several, is on its way once it is known whose it is, and put back where it fails", async () => {
  const { env } = harness.servers.runtime("payment").config;
  env.LEASHLINE_STRIPE_ONE_ACCOUNT = "1";
  await buy(5_000);
  delete env.LEASHLINE_STRIPE_ONE_ACCOUNT;
  const since = await sinceNow();
  const made = await payOut("?to=pending&items=later");
  expect((await hook("payout.created", made, "")).ignored).toBe(true);
  await agreed();
  await hook("payout.reconciliation_completed", await step(made.id, "itemize"), "");
  expect(await since()).toEqual({ payouts_in_transit: net, processing_fees: fee, card_clearing: -5_000 });
  await agreed();
  await hook("payout.failed", await step(made.id, "failed"), "");
  expect(await since()).toEqual({});
  await agreed();
  const again = await payOut("");
  await hook("payout.paid", again, "");
  expect(await since()).toEqual({ bank: net, processing_fees: fee, card_clearing: -5_000 });
  expect((await shown(again.id)).items.map(({ kind }) => kind)).toEqual([PayoutItemKind.EARLIER_PAYOUT]);
  await agreed();
});
