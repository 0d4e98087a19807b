import { SANDBOX_KEYS } from "@leashline/deploy/sandbox/main.ts";
import { ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import {
  ProviderAccountService,
  ProviderAccountStatus as Status,
} from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import { WebhookService } from "@leashline/proto/leashline/payment/v1/webhook_pb.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { byCard, type Harness, startHarness } from "../../test/harness.ts";
import { statusOf } from "./account-status.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());
const env = () => harness.servers.runtime("payment").config.env;
afterEach(() => {
  env().LEASHLINE_STRIPE_SECRET_KEY = SANDBOX_KEYS.stripeSecretKey;
  delete env().LEASHLINE_STRIPE_IDENTITY;
  delete env().LEASHLINE_STRIPE_ONE_ACCOUNT;
});

const accounts = (key = "", who = {}) => harness.servers.client(ProviderAccountService, who, key ? { idempotencyKey: key } : {});
const now = async () => (await accounts().getAccount({})).account!;
/** What the business says on the provider's own pages. */
const onboarded = async (outcome: string) => {
  const { url } = await accounts().createAccountLinks({});
  const answer = await fetch(url, { method: "POST", body: `outcome=${outcome}`, redirect: "manual" });
  expect(answer.headers.get("location")).toContain("/creditCard/integration");
};
const hook = async (id: string, type: string, object: object) => {
  const payload = JSON.stringify({
    id,
    object: "event",
    type,
    api_version: "2026-10-28.endive",
    created: 1,
    livemode: false,
    data: { object },
  });
  const signature = harness.stripe.webhooks.generateTestHeaderString({ payload, secret: SANDBOX_KEYS.stripeWebhookSecret });
  const gateway = { via: "gateway", companyId: "0", businessId: "0", kind: "anonymous" as const };
  const body = new TextEncoder().encode(payload);
  return await harness.servers.client(WebhookService, gateway).receiveStripeEvent({ body, signature });
};

test("provider-identity-needed: at Initial only, and only where it is asked for; proven, the account is made", async () => {
  expect((await now()).needIdentity).toBe(false);
  expect((await refusalOf(accounts().getIdentitySession({}))).code).toBe(ErrorCode.STATE_CONFLICT);
  env().LEASHLINE_STRIPE_IDENTITY = "1";
  expect(await now()).toMatchObject({ status: Status.INITIAL, needIdentity: true, identitySessionStatus: "" });
  expect((await refusalOf(accounts().createStripeAccount({}))).code).toBe(ErrorCode.STATE_CONFLICT);
  const session = await accounts().getIdentitySession({});
  expect((await accounts().getIdentitySession({})).sessionId).toBe(session.sessionId);
  expect((await accounts().getIdentityStatus({})).status).toBe("requires_input");
  await fetch(session.identificationUrl, { method: "POST", body: "outcome=pass", redirect: "manual" });
  expect(await accounts().getIdentityStatus({})).toMatchObject({ needIdentity: false, status: "verified" });
  await accounts().createStripeAccount({ email: "pay@muddy.test", businessName: "Muddy Paws", businessType: "company" });
  expect((await now()).needIdentity).toBe(false);
});

test("provider-status-derivation: the account is made once, and what it may do follows what is missing", async () => {
  const [one, two] = await Promise.all([accounts("a").createStripeAccount({}), accounts("b").createStripeAccount({})]);
  expect(one.account?.id).toBe(two.account?.id);
  expect(one.account).toMatchObject({ status: Status.RESTRICTED, available: false, country: "US", businessName: "Muddy Paws" });
  const seen = [];
  for (const outcome of ["missing", "soon", "pending", "later", "complete"]) {
    await onboarded(outcome);
    const { status, available, detailsSubmitted } = await now();
    seen.push([status, available, detailsSubmitted]);
  }
  expect(seen).toEqual([
    [Status.RESTRICTED, false, true],
    [Status.RESTRICTED_SOON, true, true],
    [Status.PENDING, false, true],
    [Status.ENABLED, true, true],
    [Status.COMPLETED, true, true],
  ]);
});

const asked = { currentlyDue: [], eventuallyDue: [], pastDue: [], pendingVerification: [], errors: [], deadline: null };
const both = { id: "acct_1", chargesEnabled: true, payoutsEnabled: true };
const deadline = new Date("2026-12-01T00:00:00Z");
test.each([
  [null, 0],
  [{ ...both, payoutsEnabled: false, requirements: asked }, 3],
  [{ ...both, requirements: { ...asked, deadline, currentlyDue: ["tax_id"], pendingVerification: ["x"] } }, 4],
  [{ ...both, requirements: { ...asked, currentlyDue: ["x"], pendingVerification: ["y"] } }, 1],
  [{ ...both, requirements: { ...asked, currentlyDue: ["x"] } }, 2],
  [{ ...both, requirements: { ...asked, deadline } }, 5],
])("provider-status-values: %j", (account, status) => expect(statusOf(account)).toBe(status));

test("provider-setup-status: finished by itself when all is handed in, and changed by hand; provider-metadata-status: finished is ready", async () => {
  expect(await accounts().getConnectedInfo({})).toMatchObject({ connected: true, setupStatus: "finished", ready: true, available: true });
  const { account } = await accounts().changeAccount({ status: "inProgress" });
  expect([account?.setupStatus, account?.metadata?.status]).toEqual(["inProgress", "init"]);
  expect((await harness.stripe.accounts.retrieve(account!.id)).metadata).toMatchObject({ status: "init", company_id: "1" });
  expect((await refusalOf(accounts().changeAccount({ status: "notSetup" }))).code).toBe(ErrorCode.STATE_CONFLICT);
  await accounts().changeAccount({ status: "finished" });
  expect(await accounts().getConnectedInfo({})).toMatchObject({ setupStatus: "finished", ready: true });
});

test("a bank account comes by its token and goes again; the one that payouts go to stays", async () => {
  const [first] = (await now()).externalAccounts;
  expect((await refusalOf(accounts().addBankAccount({ token: "btok_nobody" }))).code).toBe(ErrorCode.PAYMENT_DATA_INVALID);
  const { account } = await accounts("bank").addBankAccount({ token: "btok_us_verified", isDefault: true });
  await accounts("bank").addBankAccount({ token: "btok_us_verified", isDefault: true });
  expect((await now()).externalAccounts.map(({ isDefault }) => isDefault)).toEqual([false, true]);
  const kept = account!.externalAccounts[1]!.id;
  expect((await refusalOf(accounts().deleteExternalAccount({ externalAccountId: kept }))).code).toBe(ErrorCode.STATE_CONFLICT);
  const left = await accounts().deleteExternalAccount({ externalAccountId: first!.id });
  expect(left.account?.externalAccounts.map(({ id }) => id)).toEqual([kept]);
  expect((await refusalOf(accounts().deleteExternalAccount({ externalAccountId: first!.id }))).code).toBe(ErrorCode.PAYMENT_DATA_INVALID);
});

test("an event only has the provider asked: a forged state is not believed, twice is once, another's account is not ours", async () => {
  const { id } = await now();
  const lie = { id, object: "account", charges_enabled: false, payouts_enabled: false, metadata: { company_id: "1", business_id: "1" } };
  expect((await hook("evt_a", "account.updated", lie)).ignored).toBe(false);
  expect((await hook("evt_a", "account.updated", lie)).ignored).toBe(true);
  expect((await now()).status).toBe(Status.COMPLETED);
  const other = await harness.stripe.accounts.create({ type: "express", country: "US", metadata: { company_id: "1", business_id: "1" } });
  await hook("evt_b", "account.updated", other);
  expect((await now()).id).toBe(id);
  expect((await hook("evt_c", "account.updated", { ...lie, id: "acct_none" })).ignored).toBe(true);
});

test("provider-status-available: real cards are offered and taken only while the account can charge; test cards always", async () => {
  const offered = async () => (await harness.servers.client(PaymentSettingService).getPaymentSetting({})).setting!;
  const { orderId } = await harness.book(1_000);
  const pay = () => harness.payments().createPayment(byCard(orderId, 500));
  await onboarded("missing");
  await now();
  expect(await offered()).toMatchObject({ cardsNeedAccount: false, testMode: true });
  env().LEASHLINE_STRIPE_SECRET_KEY = "sk_live_of_a_shop";
  expect(await offered()).toMatchObject({ cardsNeedAccount: true, cardsLive: false, publishableKey: "" });
  const refusal = await refusalOf(pay());
  expect([refusal.code, refusal.message]).toEqual([ErrorCode.BANK_ACCOUNT_MISSING, "Please setup your bank account first."]);
  env().LEASHLINE_STRIPE_SECRET_KEY = SANDBOX_KEYS.stripeSecretKey;
  await onboarded("later");
  await now();
  env().LEASHLINE_STRIPE_SECRET_KEY = "sk_live_of_a_shop";
  expect(await offered()).toMatchObject({ cardsNeedAccount: false, cardsLive: true });
  await pay();
});

test("real cards are not taken for a location without an account of its own, unless all are charged on one", async () => {
  const row = "insert into payment.provider_account (company_id, business_id, identity_session_id) values (7, 1, 'vs_begun')";
  const offered = async () => (await harness.servers.client(PaymentSettingService, { companyId: "7" }).getPaymentSetting({})).setting;
  env().LEASHLINE_STRIPE_SECRET_KEY = "sk_live_of_a_shop";
  const needed = { cardsNeedAccount: true, cardsLive: false, publishableKey: "" };
  expect(await offered()).toMatchObject(needed);
  await harness.servers.admin.query(row);
  expect(await offered()).toMatchObject(needed);
  env().LEASHLINE_STRIPE_ONE_ACCOUNT = "1";
  expect(await offered()).toMatchObject({ cardsNeedAccount: false, cardsLive: true, cardAccount: "" });
  delete env().LEASHLINE_STRIPE_ONE_ACCOUNT;
  env().LEASHLINE_STRIPE_SECRET_KEY = SANDBOX_KEYS.stripeSecretKey;
});

test("without an account there is no page for it, no bank, and nothing of another company's", async () => {
  const other = accounts("", { companyId: "2" });
  expect((await refusalOf(other.createAccountLinks({}))).code).toBe(ErrorCode.BANK_ACCOUNT_MISSING);
  expect((await refusalOf(other.addBankAccount({ token: "btok_us" }))).code).toBe(ErrorCode.BANK_ACCOUNT_MISSING);
  expect((await refusalOf(other.changeAccount({ status: "finished" }))).code).toBe(ErrorCode.STATE_CONFLICT);
  expect((await other.getAccount({})).account).toMatchObject({ id: "", status: Status.INITIAL, setupStatus: "notSetup" });
  expect((await refusalOf(accounts().getAccount({ businessId: "77" }))).code).toBe(ErrorCode.NO_PERMISSION);
});

test("while the provider does not answer, the account is shown as it was told last", async () => {
  harness.sandbox.switches.set("stripe", { mode: "down" });
  expect((await now()).status).toBe(Status.ENABLED);
  harness.sandbox.switches.set("stripe", { mode: "ok" });
});
