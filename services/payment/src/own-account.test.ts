import { SANDBOX_KEYS } from "@leashline/deploy/sandbox/main.ts";
import { nobody } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { DisputeService, DisputeStatus } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { RefundStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { PayoutService } from "@leashline/proto/leashline/payment/v1/payout_service_pb.js";
import { PreAuthorisationService, PreAuthStatus } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import { ProviderAccountService } from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import { ReaderPaymentService, ReaderPaymentState } from "@leashline/proto/leashline/payment/v1/reader_payment_service_pb.js";
import { TerminalService } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import { WebhookService } from "@leashline/proto/leashline/payment/v1/webhook_pb.js";
import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../test/harness.ts";

// A location that has an account of its own at the card provider, and a past on the installation's.

const CONNECT_SECRET = "whsec_of_the_accounts_of_businesses";

let harness: Harness;
let own = "";
let before: { paymentId: string; intentId: string; cardId: string };
const cards = () => harness.servers.client(CardService);
const cardsOf = async (customerId: string) => (await cards().listCards({ customerId })).cards;
const env = () => harness.servers.runtime("payment").config.env;
const buy = async (amount: number, more: object = {}, customerId = "20") => {
  const { orderId, appointmentId } = await harness.book(amount, { customerId });
  const { payment } = await harness.payments().createPayment({ ...byCard(orderId, amount), ...more });
  return { orderId, appointmentId, payment: payment! };
};
const onCard = (cardId: string) => ({ paymentMethodToken: "", cardId });
const on = (stripeAccount = "") => (stripeAccount ? { stripeAccount } : {});
const takenOn = async (intentId: string, account = "") =>
  await harness.stripe.paymentIntents.retrieve(intentId, {}, on(account)).then(
    ({ amount_received }) => amount_received,
    ({ code }) => code,
  );
const differences = async () =>
  (await harness.servers.client(LedgerService).runSweep({})).differences.map((d) => [d.kind, d.providerId, d.ledger, d.other]);

/** Order and ledger hear of each other after the call. */
const soon = { timeout: 10_000 };

const hook = async (event: object, secret = CONNECT_SECRET) => {
  const payload = JSON.stringify({ object: "event", api_version: "2026-10-28.endive", created: 1, livemode: false, ...event });
  const signature = harness.stripe.webhooks.generateTestHeaderString({ payload, secret });
  const gateway = { via: "gateway", companyId: "0", businessId: "0", kind: "anonymous" as const };
  return await harness.servers.client(WebhookService, gateway).receiveStripeEvent({ body: new TextEncoder().encode(payload), signature });
};

const payOut = async (how = ""): Promise<Stripe.Payout[]> => {
  const headers = { authorization: `Bearer ${harness.sandbox.token}` };
  const answer = await fetch(`${harness.sandbox.url}/sandbox/api/stripe/payouts${how}`, { method: "POST", headers });
  return ((await answer.json()) as { payouts: Stripe.Payout[] }).payouts;
};

const connected = async (companyId: string): Promise<string> => {
  const accounts = harness.servers.client(ProviderAccountService, { companyId });
  const { account } = await accounts.createStripeAccount({});
  const { url } = await accounts.createAccountLinks({});
  await fetch(url, { method: "POST", body: "outcome=complete", redirect: "manual" });
  await accounts.getAccount({});
  return account!.id;
};

beforeAll(async () => {
  process.env.LEASHLINE_STRIPE_CONNECT_WEBHOOK_SECRET = CONNECT_SECRET;
  harness = await startHarness();
  const { payment } = await buy(4_000, { saveCard: true }, "31");
  before = { paymentId: payment.id, intentId: payment.intentId, cardId: (await cardsOf("31"))[0]!.cardId };
  own = await connected("1");
});
afterAll(async () => {
  delete process.env.LEASHLINE_STRIPE_CONNECT_WEBHOOK_SECRET;
  await harness?.stop();
});
afterEach(() => {
  delete env().LEASHLINE_STRIPE_ONE_ACCOUNT;
});

test("new cards are charged and kept on the location's own account, and nowhere else", async () => {
  const { payment } = await buy(5_000, { saveCard: true }, "32");
  expect([await takenOn(payment.intentId, own), await takenOn(payment.intentId)]).toEqual([5_000, "resource_missing"]);
  const [card] = await cardsOf("32");
  const again = await buy(1_500, onCard(card!.cardId), "32");
  expect(await takenOn(again.payment.intentId, own)).toBe(1_500);
  const { payment: back } = await harness.payments().refundPayment({ paymentId: payment.id, amount: usd(2_000) });
  expect(cents(back?.refunded)).toBe(2_000);
  expect((await harness.stripe.refunds.list({ payment_intent: payment.intentId }, on(own))).data.map(({ amount }) => amount)).toEqual([
    2_000,
  ]);
  expect((await harness.stripe.customers.list({}, on(own))).data.map(({ metadata }) => metadata.customer_id)).toEqual(["32"]);
  await expect.poll(differences, soon).toEqual([]);
});

test("the field for a new card is opened for the account that charges it, at the counter and by a link", async () => {
  const { setting } = await harness.servers.client(PaymentSettingService).getPaymentSetting({});
  expect(setting?.cardAccount).toBe(own);
  const { url } = await harness.servers.client(PayLinkService).createCardLink({ customerId: "33" });
  const token = url.split("/").at(-1) ?? "";
  const page = harness.servers.client(PayLinkService, { ...nobody, kind: "anonymous", ip: "198.51.100.7" });
  expect((await page.getLinkedCardForm({ token })).cardKeys?.cardAccount).toBe(own);
  const typed = await harness.stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" } }, on(own));
  expect(await page.saveLinkedCard({ token, paymentMethodToken: typed.id })).toMatchObject({ cardBrand: "visa" });
  const elsewhere = await harness.stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" } });
  expect((await refusalOf(page.saveLinkedCard({ token, paymentMethodToken: elsewhere.id }))).code).toBe(ErrorCode.PAYMENT_DECLINED);
});

test("what was taken before is given back where it was taken; a card of then is lent to the own account", async () => {
  const { payment } = await harness.payments().refundPayment({ paymentId: before.paymentId, amount: usd(1_000) });
  expect(cents(payment?.refunded)).toBe(1_000);
  expect((await harness.stripe.refunds.list({ payment_intent: before.intentId })).data).toHaveLength(1);
  const again = await buy(2_500, onCard(before.cardId), "31");
  expect([await takenOn(again.payment.intentId, own), again.payment.cardLast4]).toEqual([2_500, "4242"]);
  await expect.poll(differences, soon).toEqual([]);
});

test("a card of another location's account is refused, and nothing is taken", async () => {
  const [card] = await cardsOf("32");
  const move = (account: string) =>
    harness.servers.admin.query("update payment.card set provider_account = $2 where card_id = $1", [card!.cardId, account]);
  await move("acct_of_another");
  expect([...(await cardsOf("32")), ...(await cardsOf("31"))].map(({ elsewhere }) => elsewhere)).toEqual([true, false]);
  const { orderId } = await harness.book(1_000, { customerId: "32" });
  const pay = () => harness.payments().createPayment({ ...byCard(orderId, 1_000), ...onCard(card!.cardId) });
  const refusal = await refusalOf(pay());
  expect([refusal.code, refusal.message]).toEqual([
    ErrorCode.PAYMENT_METHOD_INVALID,
    "This card was left with another location. Please ask the client for it.",
  ]);
  await move(own);
  expect(cents((await pay()).payment?.amount)).toBe(1_000);
});

test("a hold, its capture and its release are on the account of its location", async () => {
  const [card] = await cardsOf("32");
  const holds = harness.servers.client(PreAuthorisationService);
  const held = async (cardId: string, customerId: string) => {
    const { orderId, appointmentId } = await harness.book(3_000, { customerId });
    const { preAuthInfo } = await holds.createPreAuth({ ticketId: appointmentId, cardId });
    expect(preAuthInfo?.preAuthStatus).toBe(PreAuthStatus.SUCCEED);
    return { orderId, ticketId: appointmentId };
  };
  const waiting = async () =>
    (await harness.stripe.paymentIntents.list({}, on(own))).data.filter(({ status }) => status === "requires_capture").length;
  const lent = await held(before.cardId, "31");
  expect(await waiting()).toBe(1);
  await holds.releasePreAuth({ ticketId: lent.ticketId });
  await harness.makeDue();
  expect(await waiting()).toBe(0);
  const { orderId } = await held(card!.cardId, "32");
  const { payment } = await holds.payPreAuth({ invoiceId: orderId });
  expect(await takenOn(payment!.intentId, own)).toBe(3_000);
  await expect.poll(differences, soon).toEqual([]);
});

test("a card reader stands on the account of its location; one of before takes nothing until it is added again", async () => {
  const terminals = harness.servers.client(TerminalService);
  const address = { line1: "12 Bark St", city: "Seattle", country: "US" };
  const { location } = await terminals.createTerminalLocation({ displayName: "Desk", address });
  const { reader } = await terminals.createReader({ locationId: location!.id, registrationCode: "simulated-s700" });
  const stripeReaderId = reader!.id;
  const readers = harness.servers.client(ReaderPaymentService);
  const { orderId } = await harness.book(3_000);
  const begin = () => readers.processOnReader({ stripeReaderId, orderId, amount: usd(3_000) });
  const stands = (account: string) => harness.servers.admin.query("update payment.terminal_reader set provider_account = $1", [account]);
  const elsewhere = async () => (await terminals.listReaders({})).readers.map((one) => one.elsewhere);
  await stands("");
  expect((await refusalOf(begin())).code).toBe(ErrorCode.STATE_CONFLICT);
  expect(await elsewhere()).toEqual([true]);
  await stands(own);
  expect(await elsewhere()).toEqual([false]);
  expect((await terminals.listTerminalLocations({})).locations.map((one) => one.elsewhere)).toEqual([false]);
  const { payment } = await begin();
  await fetch(`${harness.sandbox.url}/sandbox/stripe/readers/${stripeReaderId}`, {
    method: "POST",
    body: "outcome=4242424242424242",
    redirect: "manual",
  });
  const now = await readers.getReaderStatus({ paymentId: payment!.id });
  expect(now.state).toBe(ReaderPaymentState.APPROVED);
  expect(await takenOn(now.payment!.intentId, own)).toBe(3_000);
  expect(await harness.servers.client(TerminalService).createConnectionToken({ locationId: location!.id })).toBeDefined();
});

test("a dispute is heard of, answered and booked on the account of its charge", async () => {
  const { payment } = await buy(6_000, { paymentMethodToken: "pm_card_createDispute" });
  const [there] = (await harness.stripe.disputes.list({ payment_intent: payment.intentId }, on(own))).data;
  await hook({ id: "evt_d", type: "charge.dispute.funds_withdrawn", account: own, data: { object: there! } });
  const disputes = harness.servers.client(DisputeService);
  const [dispute] = (await disputes.listDisputes({ filter: { statuses: [DisputeStatus.OPEN] } })).disputes;
  expect((await disputes.acceptDispute({ disputeId: dispute!.id })).dispute?.status).toBe(DisputeStatus.LOST);
  await expect.poll(differences, soon).toEqual([]);
});

test("a payout of the own account is the location's with all that is in it, and one of the installation's beside it", async () => {
  const payouts = await payOut();
  const mine = (await harness.stripe.payouts.list({}, on(own))).data[0]!;
  const shared = payouts.find(({ id }) => id !== mine.id)!;
  await expect
    .poll(async () => (await differences()).map(([kind]) => kind), soon)
    .toEqual(["payout_unknown", "payout_unknown", "balance_unknown", "balance_unknown"]);
  await hook({ id: "evt_p1", type: "payout.paid", account: own, data: { object: mine } });
  await hook({ id: "evt_p2", type: "payout.paid", data: { object: shared } }, SANDBOX_KEYS.stripeWebhookSecret);
  const { payouts: shown } = await harness.servers.client(PayoutService).listPayouts({});
  expect(new Map(shown.map(({ providerId, amount }) => [providerId, cents(amount)]))).toEqual(
    new Map([mine, shared].map(({ id, amount }) => [id, amount])),
  );
  await expect.poll(differences, soon).toEqual([]);
});

test("a payout by hand, which the provider does not itemize, is the location's as a whole: in the ledger once, and back when the bank returns it", async () => {
  await buy(7_000, {}, "36");
  const [made] = await payOut("?by=hand");
  const mine = (await harness.stripe.payouts.retrieve(made!.id, {}, on(own)))!;
  expect(mine).toMatchObject({ automatic: false, reconciliation_status: "not_applicable", status: "paid" });
  await expect.poll(differences, soon).toEqual([
    ["payout_unknown", mine.id, "0", String(mine.amount)],
    ["balance_unknown", mine.id, "0", String(-mine.amount)],
  ]);
  const posted = async () => {
    const { rows } = await harness.servers.admin.query<{ kind: string; account: string; amount: string }>(
      `select e.kind, p.account, p.amount::text from payment.ledger_entry e join payment.ledger_posting p using (company_id, entry_id)
       where e.provider_id = $1 order by e.entry_id, p.account`,
      [mine.id],
    );
    return rows.map(({ kind, account, amount }) => [kind, account, Number(amount)]);
  };
  for (const id of ["evt_m1", "evt_m2", "evt_m2"]) await hook({ id, type: "payout.paid", account: own, data: { object: mine } });
  const there = [
    ["payout", "bank", mine.amount],
    ["payout", "card_clearing", -mine.amount],
  ];
  expect(await posted()).toEqual(there);
  await expect.poll(differences, soon).toEqual([]);
  const payoutsHere = harness.servers.client(PayoutService);
  const [shown] = (await payoutsHere.listPayouts({})).payouts;
  expect([shown?.providerId, cents(shown?.amount), cents(shown?.fees)]).toEqual([mine.id, mine.amount, 0]);
  expect((await payoutsHere.getPayoutDetail({ payoutId: shown!.id })).items).toEqual([]);
  const headers = { authorization: `Bearer ${harness.sandbox.token}` };
  await fetch(`${harness.sandbox.url}/sandbox/api/stripe/payouts/${mine.id}/failed`, { method: "POST", headers });
  const returned = await harness.stripe.payouts.retrieve(mine.id, {}, on(own));
  await hook({ id: "evt_m3", type: "payout.failed", account: own, data: { object: returned } });
  const back = [
    ["payout_reversal", "bank", -mine.amount],
    ["payout_reversal", "card_clearing", mine.amount],
  ];
  expect(await posted()).toEqual([...there, ...back]);
  await expect.poll(differences, soon).toEqual([]);
});

test("a payout by hand of the installation's account, which is of several, is nobody's and stands in no entry", async () => {
  env().LEASHLINE_STRIPE_ONE_ACCOUNT = "1";
  await buy(2_200, {}, "37");
  delete env().LEASHLINE_STRIPE_ONE_ACCOUNT;
  const [shared, again] = await payOut("?by=hand");
  await hook({ id: "evt_m6", type: "payout.paid", account: own, data: { object: again } });
  const event = { id: "evt_m4", type: "payout.paid", data: { object: shared! } };
  expect((await hook(event, SANDBOX_KEYS.stripeWebhookSecret)).ignored).toBe(true);
  const failed = { id: "evt_m5", type: "payout.failed", data: { object: { ...shared!, status: "failed" } } };
  expect((await hook(failed, SANDBOX_KEYS.stripeWebhookSecret)).ignored).toBe(true);
  await expect.poll(differences, soon).toEqual([]);
});

test("an event of another account than its business's is refused, whatever is noted on it, and moves nothing", async () => {
  const strange = await connected("2");
  const { orderId } = await harness.book(9_000);
  const waiting = await harness.payments().createPayment(byCard(orderId, 9_000, "pm_card_authenticationRequired"));
  const { paymentId, metadata } = await harness.stripe.paymentIntents
    .retrieve(waiting.payment!.intentId, {}, on(own))
    .then((intent) => ({ paymentId: waiting.payment!.id, metadata: intent.metadata }));
  const forged = await harness.stripe.paymentIntents.create(
    { amount: 9_000, currency: "usd", payment_method: "pm_card_visa", confirm: true, return_url: "https://x.test", metadata },
    on(strange),
  );
  const refusedAs = async (event: object) => {
    const { code, options } = await refusalOf(hook(event));
    return [code, options.fields?.[0]?.field];
  };
  const about = { type: "payment_intent.succeeded", data: { object: forged } };
  const no = [ErrorCode.PARAMS_INVALID, "account"];
  expect(await refusedAs({ id: "evt_f1", account: strange, ...about })).toEqual(no);
  expect(await refusedAs({ id: "evt_f2", account: "acct_nobody", ...about })).toEqual(no);
  const refund = await harness.stripe.refunds.create({ payment_intent: forged.id, metadata }, on(strange));
  expect(await refusedAs({ id: "evt_f3", account: strange, type: "refund.created", data: { object: refund } })).toEqual(no);
  const { id } = (await harness.servers.client(ProviderAccountService).getAccount({})).account!;
  expect(await refusedAs({ id: "evt_f4", account: strange, type: "account.updated", data: { object: { id } } })).toEqual(no);
  expect((await harness.payments().getPayment({ paymentId })).payment?.recordedAt).toBeUndefined();
  const { rows } = await harness.servers.admin.query("select event_id from payment.provider_event where event_id like 'evt_f%'");
  expect(rows).toEqual([]);
  await harness.payments().syncPayment({ paymentId, giveUp: true });
});

test("in an installation of one account all cards are charged on that one", async () => {
  env().LEASHLINE_STRIPE_ONE_ACCOUNT = "1";
  const { payment } = await buy(1_200, {}, "34");
  expect([await takenOn(payment.intentId), await takenOn(payment.intentId, own)]).toEqual([1_200, "resource_missing"]);
  expect((await harness.servers.client(PaymentSettingService).getPaymentSetting({})).setting?.cardAccount).toBe("");
  expect((await refusalOf(harness.servers.client(ProviderAccountService, { companyId: "3" }).createStripeAccount({}))).code).toBe(
    ErrorCode.STATE_CONFLICT,
  );
  await expect.poll(differences, soon).toEqual([]);
});

test("an account that is closed to us declines, keeps what is open unknown, and shows in the sweep", async () => {
  const begun = await buy(1_500);
  await harness.stripe.accounts.del(own);
  const { orderId } = await harness.book(1_000);
  expect((await refusalOf(harness.payments().createPayment(byCard(orderId, 1_000)))).code).toBe(ErrorCode.PAYMENT_DECLINED);
  const attached = cards().attachCard({ customerId: "35", chargeToken: "pm_card_visa" });
  expect((await refusalOf(attached)).code).toBe(ErrorCode.BANK_ACCOUNT_MISSING);
  const refund = await harness.payments().refundPayment({ paymentId: begun.payment.id, amount: usd(500) });
  expect(refund.refund?.status).toBe(RefundStatus.PROCESSING);
  expect((await differences()).some(([kind, , , other]) => kind === "provider_missing" && other === "0")).toBe(true);
});
