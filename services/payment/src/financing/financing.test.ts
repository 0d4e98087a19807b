import { SANDBOX_KEYS } from "@leashline/deploy/sandbox/main.ts";
import { ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { FinanceUpdateService } from "@leashline/proto/leashline/payment/v1/finance_update_service_pb.js";
import {
  FinancingLinkKind,
  FinancingService,
  FinancingOfferGroup as Group,
  FinancingOnboarding as Onboarding,
  FinancingPayoutState as Payout,
  FinancingOfferStatus as Status,
} from "@leashline/proto/leashline/payment/v1/financing_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PayoutService } from "@leashline/proto/leashline/payment/v1/payout_service_pb.js";
import { ProviderAccountService } from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import { WebhookService } from "@leashline/proto/leashline/payment/v1/webhook_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness } from "../../test/harness.ts";
import { groupsOf, interestRate, offerStatuses, payoutStateOf, remainingOf, withholdRate } from "./financing.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

const financing = (who = {}) => harness.servers.client(FinancingService, who);
const accounts = () => harness.servers.client(ProviderAccountService);
const onboarding = async () => (await financing().getFinancing({})).onboarding;
const offers = async (group = Group.UNSPECIFIED) => (await financing().listFinancingOffers({ group })).offers;
/** The offer that a test is about: the one of so many dollars. */
let about = 0;
const newest = async () => (await offers()).find(({ offeredTerms }) => cents(offeredTerms?.advanceAmount) === about * 100)!;

/** Stripe's part, as its dashboard and its clock play it. */
const desk = async (form: Record<string, string>) => {
  const { url, token } = harness.sandbox;
  const answer = await fetch(`${url}/sandbox/api/stripe/capital`, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { authorization: `Bearer ${token}` },
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
};
const act = async (what: string) => {
  await financing().refreshFinancing({});
  await desk({ offer: (await newest()).offerId, act: what });
  await financing().refreshFinancing({});
  return await newest();
};
const accountId = async () => (await accounts().getAccount({})).account?.id ?? "";
const offered = async (dollars: number) => {
  about = dollars;
  await desk({ account: await accountId(), amount: String(dollars) });
  await financing().refreshFinancing({});
  return await newest();
};
const onboarded = async (outcome: string) => {
  const { url } = await accounts().createAccountLinks({});
  await fetch(url, { method: "POST", body: `outcome=${outcome}`, redirect: "manual" });
  await accounts().getAccount({});
};
const balances = async () => {
  const { balances: all } = await harness.servers.client(LedgerService).listAccountBalances({});
  return Object.fromEntries(all.map(({ account, amount }) => [account, cents(amount)]));
};

test("offer-payout-onboarding: a location without an account is not onboarded, one that is asked for more needs information, and then it is", async () => {
  expect(await onboarding()).toBe(Onboarding.NOT_ONBOARDED);
  await financing().refreshFinancing({});
  expect(await offers()).toEqual([]);
  expect((await refusalOf(financing().createFinancingLink({ kind: FinancingLinkKind.APPLICATION }))).code).toBe(
    ErrorCode.BANK_ACCOUNT_MISSING,
  );
  await accounts().createStripeAccount({});
  await onboarded("missing");
  expect(await onboarding()).toBe(Onboarding.NEED_ADDITIONAL_INFORMATION);
  await onboarded("complete");
  expect(await onboarding()).toBe(Onboarding.ONBOARDED);
  const { runtime } = { runtime: harness.servers.runtime("payment").config.env };
  runtime.LEASHLINE_STRIPE_ONE_ACCOUNT = "1";
  expect(await onboarding()).toBe(Onboarding.NOT_ONBOARDED);
  delete runtime.LEASHLINE_STRIPE_ONE_ACCOUNT;
});

test("offer-status-list: pre-qualified until it was shown, then created; canceled, expired, rejected and replaced as the lender says", async () => {
  about = 900;
  await desk({ account: await accountId(), amount: "900" });
  await hook(await lastEvent());
  expect((await newest()).status).toBe(Status.PRE_QUALIFIED);
  await financing().refreshFinancing({});
  expect((await newest()).status).toBe(Status.CREATED);
  expect((await act("expire")).status).toBe(Status.EXPIRED);
  await offered(800);
  expect((await act("cancel")).status).toBe(Status.CANCELED);
  await offered(700);
  expect((await act("accept")).status).toBe(Status.ACCEPTED);
  expect((await act("reject")).status).toBe(Status.REJECTED);
  await offered(600);
  await act("replace");
  const all = await offers();
  expect(all.map(({ status }) => status).toSorted()).toEqual(
    [Status.CREATED, Status.CANCELED, Status.EXPIRED, Status.REJECTED, Status.REPLACED].toSorted(),
  );
  const { initial, used, history } = await financing().getFinancing({});
  expect([initial, used, history]).toEqual([1, 0, 1]);
  expect(cents((await offers(Group.INITIAL))[0]?.offeredTerms?.advanceAmount)).toBe(30_000);
  about = 300;
  await act("cancel");
});

test("offer-payout-onboarding: taken on the lender's page, paid out, in the ledger, withheld from a card charge, and paid back", async () => {
  const before = await balances();
  const offer = await offered(1_000);
  expect(offer).toMatchObject({ channelName: "stripe", offerType: "flex_loan", productType: "standard", payoutState: Payout.UNSPECIFIED });
  expect(offer.offeredTerms).toMatchObject({
    interestRate: "10",
    withholdRate: "10",
    currency: "USD",
    campaignType: "newly_eligible_user",
  });
  const owner = harness.servers.client(FinanceUpdateService, { employeeCategory: 1, country: "US", staffId: "7" });
  const { updates, redDot } = await owner.getFinanceNotableUpdates({});
  expect([updates.map(({ kind, count }) => [kind, count]), redDot]).toEqual([[["offers", 1]], true]);
  const { url } = await financing().createFinancingLink({ kind: FinancingLinkKind.APPLICATION });
  const taken = await fetch(url, { method: "POST", body: "answer=take", redirect: "manual" });
  expect(taken.headers.get("location")).toContain("/finance/capital");
  await hook(await lastEvent());
  const accepted = await newest();
  expect([accepted.status, accepted.payoutState, accepted.remainingAmount]).toEqual([Status.ACCEPTED, Payout.INIT, undefined]);
  const paid = await act("pay_out");
  expect(paid).toMatchObject({ status: Status.PAID_OUT, payoutState: Payout.TRANSFERRED });
  expect([cents(paid.remainingAmount), cents(paid.remainingPrincipalAmount)]).toEqual([110_000, 100_000]);
  expect(paid.repayment?.dueAmount).toBeDefined();

  const { orderId } = await harness.book(5_000);
  await harness.payments("lent").createPayment(byCard(orderId, 5_000));
  const event = await lastEvent();
  expect(await hook(event)).toEqual({ ignored: false });
  expect(await hook(event)).toEqual({ ignored: true });
  const held = await newest();
  expect([cents(held.remainingAmount), cents(held.repayment?.paidAmount)]).toEqual([109_500, 500]);
  const moved = await balances();
  const change = (account: string) => (moved[account] ?? 0) - (before[account] ?? 0);
  expect([change("financing_owed"), change("financing_fees"), change("card_clearing")]).toEqual([-109_500, 10_000, 100_000 + 5_000 - 500]);

  await fetch(`${harness.sandbox.url}/sandbox/api/stripe/payouts`, {
    method: "POST",
    headers: { authorization: `Bearer ${harness.sandbox.token}` },
  });
  for (const one of await eventsOf("payout.reconciliation_completed")) await hook(one);
  expect((await newest()).payoutState).toBe(Payout.SUCCESS);
  const payouts = harness.servers.client(PayoutService);
  const days = { startDate: { year: 2026, month: 1, day: 1 }, endDate: { year: 2026, month: 12, day: 31 } };
  const { csv } = await payouts.exportPayouts(days);
  expect(
    csv
      .trim()
      .split("\n")
      .slice(1)
      .map((row) => row.split(",").slice(5, 9).join(" "))
      .toSorted(),
  ).toEqual(["USD 1000.00 0.00 1000.00", "USD 45.00 1.75 43.25"]);
  expect((await refusalOf(payouts.exportPayouts({ startDate: days.endDate, endDate: days.startDate }))).code).toBe(
    ErrorCode.PARAMS_INVALID,
  );
  expect((await balances()).card_clearing).toBe(before.card_clearing ?? 0);

  await act("reverse");
  expect(cents((await newest()).remainingAmount)).toBe(110_000);
  const repaid = await act("pay_all");
  expect([repaid.status, cents(repaid.remainingAmount), cents(repaid.remainingPrincipalAmount)]).toEqual([Status.FULLY_REPAID, 0, 0]);
  expect((await balances()).financing_owed).toBe(before.financing_owed ?? 0);
  const { movements } = await financing().listFinancingMovements({ offerId: repaid.offerId });
  expect(movements.map(({ kind, totalAmount }) => `${kind} ${cents(totalAmount)}`).toSorted()).toEqual([
    "payment 110000",
    "payment 500",
    "payout 110000",
    "reversal -500",
  ]);
  const ids = async (group: Group) => (await offers(group)).map(({ offerId }) => offerId);
  expect([await ids(Group.USED), (await ids(Group.HISTORY)).includes(repaid.offerId)]).toEqual([[repaid.offerId], true]);
  expect((await harness.servers.client(LedgerService).runSweep({})).differences).toEqual([]);
});

test("a lender that does not answer or lets nobody in changes nothing, and what belongs to another location is unknown", async () => {
  const { offerId } = await newest();
  harness.sandbox.switches.set("stripe", { mode: "down" });
  expect((await refusalOf(financing().refreshFinancing({}))).code).toBe(ErrorCode.PAYMENT_OUTCOME_UNKNOWN);
  harness.sandbox.switches.set("stripe", { mode: "ok" });
  const stranger = { companyId: "2", businessId: "9" };
  expect((await refusalOf(financing(stranger).getFinancingOffer({ offerId }))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await refusalOf(financing().listFinancingOffers({ businessId: "77" }))).code).toBe(ErrorCode.NO_PERMISSION);
  expect((await refusalOf(financing({ permissions: [Permission.VIEW_INVOICE] }).getFinancing({}))).code).toBe(ErrorCode.NO_PERMISSION);
});

test("offer-groups: used are those paid out, repaid or accepted, open the pre-qualified and created ones, history the repaid and canceled ones", () => {
  const groups = Object.fromEntries(offerStatuses.map((status) => [status, groupsOf(status).join(" ")]));
  expect(groups).toEqual({
    ...{ paid_out: "used", fully_repaid: "used history", accepted: "used", pre_qualified: "initial", created: "initial" },
    ...{ canceled: "history", expired: "", rejected: "", replaced: "" },
  });
});

test("the state of a payout follows what was lent and what the bank did with it", () => {
  const states = [
    payoutStateOf({ advanced: null, bank: null }),
    payoutStateOf({ advanced: 100n, bank: null }),
    payoutStateOf({ advanced: 100n, bank: "paid" }),
    payoutStateOf({ advanced: 100n, bank: "failed" }),
    payoutStateOf({ advanced: 0n, bank: "paid" }),
  ];
  expect(states).toEqual(["init", "transferred", "success", "failed", "failed"]);
});

test("terms in percent, and what remains never falls below zero", () => {
  const terms = { advance: 30_000n, fee: 3_333n, withholdPpm: 125_000 };
  expect([interestRate(terms), withholdRate(terms)]).toEqual(["11.11", "12.5"]);
  const of = (repaid: bigint, repaidAdvance: bigint) => remainingOf(terms, { advanced: 30_000n, repaid, repaidAdvance });
  expect(of(1_000n, 900n)).toEqual({ amount: 32_333n, principal: 29_100n, paid: 1_000n });
  expect(of(40_000n, 36_000n)).toMatchObject({ amount: 0n, principal: 0n });
  expect(remainingOf(terms, { advanced: null, repaid: 0n, repaidAdvance: 0n })).toBeNull();
});

type Event = { id: string; type: string; account?: string; data: { object: Record<string, unknown> } };
const eventsOf = async (type: string): Promise<Event[]> =>
  harness.sandbox.store.list<Event>({ kinds: ["event"], limit: 1_000 }).flatMap(({ doc }) => (doc.type === type ? [doc] : []));
/** The newest event about financing, as it was sent. */
const lastEvent = async (): Promise<Event> => {
  const found = harness.sandbox.store.list<Event>({ kinds: ["event"], limit: 1_000 }).find(({ doc }) => doc.type.startsWith("capital."));
  if (!found) throw new Error("no event about financing");
  return found.doc;
};
async function hook(event: Event): Promise<{ ignored: boolean }> {
  const payload = JSON.stringify(event);
  const signature = harness.stripe.webhooks.generateTestHeaderString({ payload, secret: SANDBOX_KEYS.stripeWebhookSecret });
  const gateway = { via: "gateway", companyId: "0", businessId: "0", kind: "anonymous" as const };
  const { ignored } = await harness.servers
    .client(WebhookService, gateway)
    .receiveStripeEvent({ body: new TextEncoder().encode(payload), signature });
  return { ignored };
}
