import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SANDBOX_KEYS } from "../main.ts";
import { type Box, CARD, startBox, stripeFor } from "../test/box.ts";
import { SANDBOX_PUBLISHABLE_KEY } from "./publishable-key.ts";

let box: Box;
beforeAll(async () => {
  box = await startBox();
});
beforeEach(() => box.reset());
afterAll(() => box.stop());

test("charges a card, tells the signed webhook, and expands what is asked", async () => {
  const intent = await box.stripe.paymentIntents.create({
    ...CARD,
    amount: 14_764,
    payment_method: "pm_card_visa",
    metadata: { orderId: "7" },
    expand: ["latest_charge.balance_transaction"],
  });
  expect(intent).toMatchObject({ status: "succeeded", amount_received: 14_764 });
  const charge = intent.latest_charge as Stripe.Charge;
  expect(charge).toMatchObject({ captured: true, paid: true, payment_method_details: { card: { brand: "visa", last4: "4242" } } });
  expect(charge.balance_transaction).toMatchObject({ fee: 458, net: 14_764 - 458 });
  const seen = await box.stripeHook("payment_intent.succeeded");
  const event = box.stripe.webhooks.constructEvent(seen.body, String(seen.headers["stripe-signature"]), SANDBOX_KEYS.stripeWebhookSecret);
  expect(event.data.object).toMatchObject({ id: intent.id, metadata: { orderId: "7" } });
  expect(() =>
    box.stripe.webhooks.constructEvent(`${seen.body} `, String(seen.headers["stripe-signature"]), SANDBOX_KEYS.stripeWebhookSecret),
  ).toThrow();
  const found = await box.stripe.paymentIntents.search({ query: "metadata['orderId']:'7' AND status:'succeeded'" });
  expect(found.data.map((one) => one.id)).toEqual([intent.id]);
});

test.each([
  ["pm_card_visa_chargeDeclined", "4000000000000002", "card_declined", "generic_decline"],
  ["pm_card_chargeDeclinedInsufficientFunds", "4000000000009995", "card_declined", "insufficient_funds"],
  ["pm_card_chargeDeclinedLostCard", "4000000000009987", "card_declined", "lost_card"],
  ["pm_card_chargeDeclinedExpiredCard", "4000000000000069", "expired_card", ""],
  ["pm_card_chargeDeclinedIncorrectCvc", "4000000000000127", "incorrect_cvc", ""],
  ["pm_card_chargeDeclinedProcessingError", "4000000000000119", "processing_error", ""],
])("declines %s and %s with %s %s", async (id, number, code, decline) => {
  const raw = await box.stripe.paymentMethods.create({ type: "card", card: { number, exp_month: 12, exp_year: 2040, cvc: "123" } });
  for (const payment_method of [id, raw.id]) {
    const error = await box.stripe.paymentIntents.create({ ...CARD, amount: 5000, payment_method }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({ code, decline_code: decline, payment_intent: { status: "requires_payment_method" } });
  }
  const customer = await box.stripe.customers.create({ name: "Ann" });
  await expect(box.stripe.paymentMethods.attach(id, { customer: customer.id })).rejects.toMatchObject({ code });
});

test("refuses numbers that are not test cards, wrong dates and unknown parameters as Stripe does", async () => {
  const make = (card: Partial<Stripe.PaymentMethodCreateParams.Card>) =>
    box.stripe.paymentMethods.create({ type: "card", card: { number: "4242424242424242", exp_month: 12, exp_year: 2040, ...card } });
  await expect(make({ number: "4242424242424241" })).rejects.toMatchObject({ code: "incorrect_number" });
  await expect(make({ number: "4111111111111111" })).rejects.toMatchObject({ decline_code: "test_mode_live_card" });
  await expect(make({ exp_year: 2020 })).rejects.toMatchObject({ code: "invalid_expiry_year" });
  await expect(make({ exp_month: 13 })).rejects.toMatchObject({ code: "invalid_expiry_month" });
  await expect(box.stripe.paymentIntents.create({ amount: 500, currency: "usd", amonut: 1 } as never)).rejects.toMatchObject({
    code: "parameter_unknown",
  });
  await expect(box.stripe.paymentIntents.create({ ...CARD, amount: 49 })).rejects.toMatchObject({ code: "amount_too_small" });
  await expect(box.stripe.paymentIntents.retrieve("pi_missing")).rejects.toMatchObject({ code: "resource_missing", statusCode: 404 });
  await expect(
    box.stripe.paymentIntents.create({ amount: 500, currency: "usd", confirm: true, payment_method: "pm_card_visa" }),
  ).rejects.toMatchObject({ param: "return_url" });
});

test.each(["4000002500003155", "4000000000003220"])("asks for authentication with %s", async (number) => {
  const method = await box.stripe.paymentMethods.create({ type: "card", card: { number, exp_month: 12, exp_year: 2040, cvc: "123" } });
  const create = () =>
    box.stripe.paymentIntents.create({ ...CARD, amount: 2000, payment_method: method.id, return_url: "https://shop.test/done" });
  const passed = await create();
  expect(passed.status).toBe("requires_action");
  const page = passed.next_action?.redirect_to_url?.url ?? "";
  expect(await (await fetch(page)).text()).toContain("$20.00");
  const back = await fetch(page, { method: "POST", body: "outcome=pass", redirect: "manual" });
  expect(back.headers.get("location")).toContain(`payment_intent=${passed.id}&redirect_status=succeeded`);
  expect((await box.stripe.paymentIntents.retrieve(passed.id)).status).toBe("succeeded");
  const refused = await create();
  await box.api(`/stripe/authenticate/${refused.id}`, "POST", { outcome: "fail" });
  expect(await box.stripe.paymentIntents.retrieve(refused.id)).toMatchObject({
    status: "requires_payment_method",
    last_payment_error: { code: "payment_intent_authentication_failure" },
  });
  const silent = box.stripe.paymentIntents.create({ ...CARD, amount: 2000, payment_method: method.id, off_session: true });
  await expect(silent).rejects.toMatchObject({ code: "authentication_required" });
});

test("keeps cards on file: set up, list, charge off session, detach", async () => {
  const customer = await box.stripe.customers.create({ name: "Ann Lee", email: "ann@example.test", metadata: { customerId: "12" } });
  const setup = await box.stripe.setupIntents.create({
    customer: customer.id,
    payment_method: "pm_card_authenticationRequiredOnSetup",
    confirm: true,
    allowed_payment_method_types: ["card" as const],
  });
  expect(setup.status).toBe("requires_action");
  await box.api(`/stripe/authenticate/${setup.id}`, "POST", { outcome: "pass" });
  const cards = await box.stripe.customers.listPaymentMethods(customer.id);
  expect(cards.data).toHaveLength(1);
  const id = cards.data[0]?.id ?? "";
  const paid = await box.stripe.paymentIntents.create({
    ...CARD,
    amount: 900,
    customer: customer.id,
    payment_method: id,
    off_session: true,
  });
  expect(paid.status).toBe("succeeded");
  await box.stripe.paymentMethods.detach(id);
  expect((await box.stripe.customers.listPaymentMethods(customer.id)).data).toEqual([]);
  expect((await box.stripe.customers.list({ email: "ann@example.test" })).data.map((one) => one.id)).toEqual([customer.id]);
});

test("contests the charges of its disputing cards, gives the money back to who wins and keeps it from who loses", async () => {
  const charge = async (payment_method: string) =>
    await box.stripe.paymentIntents.create({ ...CARD, amount: 5_000, payment_method, expand: ["latest_charge"] });
  const paid = await charge("pm_card_createDispute");
  expect((await box.stripe.charges.retrieve((paid.latest_charge as Stripe.Charge).id)).disputed).toBe(true);
  await box.stripeHook("charge.dispute.funds_withdrawn");
  const [made] = (await box.stripe.disputes.list({ payment_intent: paid.id })).data;
  expect(made).toMatchObject({ status: "needs_response", amount: 5_000, balance_transactions: [{ amount: -5_000, fee: 1_500 }] });
  const won = await box.stripe.disputes.update(made!.id, { evidence: { uncategorized_text: "winning_evidence" }, submit: true });
  expect(won).toMatchObject({ status: "won", balance_transactions: [{ amount: -5_000 }, { amount: 5_000, fee: 0 }] });
  await expect(box.stripe.disputes.close(made!.id)).rejects.toMatchObject({ param: "dispute" });
  const asked = await charge("pm_card_createDisputeInquiry");
  const [inquiry] = (await box.stripe.disputes.list({ payment_intent: asked.id })).data;
  expect(inquiry).toMatchObject({ status: "warning_needs_response", balance_transactions: [] });
});

test("brings the balance to the bank, says which movements a payout holds, and takes one back that the bank returns", async () => {
  const intent = await box.stripe.paymentIntents.create({ ...CARD, amount: 5_000, payment_method: "pm_card_visa" });
  const refund = await box.stripe.refunds.create({ payment_intent: intent.id, amount: 1_000 });
  const { payouts } = await box.api<{ payouts: Stripe.Payout[] }>("/stripe/payouts", "POST");
  expect(payouts).toMatchObject([{ amount: 5_000 - 175 - 1_000, status: "paid", automatic: true, reconciliation_status: "completed" }]);
  expect((await box.api<{ payouts: Stripe.Payout[] }>("/stripe/payouts", "POST")).payouts).toEqual([]);
  const [payout] = (await box.stripe.payouts.list({ status: "paid" })).data;
  const held = await box.stripe.balanceTransactions.list({ payout: payout!.id, expand: ["data.source"] });
  expect(held.data.map((entry) => [entry.type, (entry.source as { id: string }).id])).toEqual([
    ["payout", payout!.id],
    ["refund", refund.id],
    ["charge", intent.latest_charge],
  ]);
  await box.api(`/stripe/payouts/${payout!.id}/failed`, "POST");
  expect(await box.stripe.payouts.retrieve(payout!.id)).toMatchObject({ status: "failed", failure_code: "account_closed" });
});

test("brings the balance to the bank by hand too, and does not say then which movements that holds", async () => {
  await box.stripe.paymentIntents.create({ ...CARD, amount: 5_000, payment_method: "pm_card_visa" });
  const { payouts } = await box.api<{ payouts: Stripe.Payout[] }>("/stripe/payouts?by=hand", "POST");
  expect(payouts).toMatchObject([{ status: "paid", automatic: false, reconciliation_status: "not_applicable" }]);
  await expect(box.stripe.balanceTransactions.list({ payout: payouts[0]!.id })).rejects.toMatchObject({ param: "payout" });
  expect((await box.api<{ payouts: Stripe.Payout[] }>("/stripe/payouts", "POST")).payouts).toEqual([]);
});

test("takes a payout step by step, each told by its event, and has what came back in the balance again", async () => {
  type Payout = Stripe.Payout;
  const payOut = async (how: string) => (await box.api<{ payouts: Payout[] }>(`/stripe/payouts${how}`, "POST")).payouts;
  const step = async (id: string, to: string) => await box.api<Payout>(`/stripe/payouts/${id}/${to}`, "POST");
  const intent = await box.stripe.paymentIntents.create({ ...CARD, amount: 5_000, payment_method: "pm_card_visa" });
  const [made] = await payOut("?to=pending&items=later");
  expect(made).toMatchObject({ amount: 4_825, status: "pending", reconciliation_status: "in_progress" });
  expect(await step(made!.id, "canceled")).toEqual({ error: "Automatic payouts cannot be canceled." });
  expect(await step(made!.id, "itemize")).toMatchObject({ status: "pending", reconciliation_status: "completed" });
  expect((await step(made!.id, "in_transit")).status).toBe("in_transit");
  expect((await step(made!.id, "failed")).status).toBe("failed");
  expect(await step(made!.id, "paid")).toHaveProperty("error");
  for (const type of ["payout.created", "payout.reconciliation_completed", "payout.updated", "payout.failed"]) await box.stripeHook(type);
  const [byHand] = await payOut("?by=hand&to=pending");
  expect([byHand!.amount, (await step(byHand!.id, "canceled")).status]).toEqual([4_825, "canceled"]);
  await box.stripe.refunds.create({ payment_intent: intent.id });
  expect(await payOut("")).toEqual([]);
  expect(await payOut("?debit=1")).toMatchObject([{ amount: -175, status: "paid" }]);
});

test("captures later, in part, and lets an authorisation go", async () => {
  const held = await box.stripe.paymentIntents.create({
    ...CARD,
    amount: 10_000,
    capture_method: "manual",
    payment_method: "pm_card_visa",
  });
  expect(held).toMatchObject({ status: "requires_capture", amount_capturable: 10_000 });
  await expect(box.stripe.paymentIntents.capture(held.id, { amount_to_capture: 10_001 })).rejects.toMatchObject({
    code: "amount_too_large",
  });
  expect(await box.stripe.paymentIntents.capture(held.id, { amount_to_capture: 6000 })).toMatchObject({
    status: "succeeded",
    amount_received: 6000,
  });
  await expect(box.stripe.paymentIntents.cancel(held.id)).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
  const other = await box.stripe.paymentIntents.create({
    ...CARD,
    amount: 10_000,
    capture_method: "manual",
    payment_method: "pm_card_visa",
  });
  expect((await box.stripe.paymentIntents.cancel(other.id)).status).toBe("canceled");
  await expect(box.stripe.refunds.create({ payment_intent: held.id, amount: 6001 })).rejects.toThrow(
    "greater than unrefunded amount on charge ($60.00)",
  );
});

test("refunds in parts and never more than was captured", async () => {
  const paid = await box.stripe.paymentIntents.create({ ...CARD, amount: 5000, payment_method: "pm_card_visa" });
  const first = await box.stripe.refunds.create({ payment_intent: paid.id, amount: 2000, metadata: { refundId: "3" } });
  expect(first).toMatchObject({ status: "succeeded", amount: 2000 });
  await expect(box.stripe.refunds.create({ payment_intent: paid.id, amount: 3001 })).rejects.toThrow(
    "Refund amount ($30.01) is greater than unrefunded amount on charge ($30.00)",
  );
  await box.stripe.refunds.create({ payment_intent: paid.id });
  await expect(box.stripe.refunds.create({ payment_intent: paid.id })).rejects.toMatchObject({ code: "charge_already_refunded" });
  expect((await box.stripe.refunds.list({ payment_intent: paid.id })).data.map((one) => one.amount)).toEqual([3000, 2000]);
  const event = JSON.parse((await box.stripeHook("charge.refunded")).body) as Stripe.Event;
  expect(event.data.object).toMatchObject({ payment_intent: paid.id });
});

test("an idempotency key answers the same once and refuses another body", async () => {
  const create = (amount: number, key: string) =>
    box.stripe.paymentIntents.create({ ...CARD, amount, payment_method: "pm_card_visa" }, { idempotencyKey: key });
  const all = await Promise.all(Array.from({ length: 5 }, () => create(700, "k1")));
  expect(new Set(all.map((one) => one.id)).size).toBe(1);
  await expect(create(800, "k1")).rejects.toMatchObject({ type: "StripeIdempotencyError" });
  const decline = () =>
    box.stripe.paymentIntents
      .create({ ...CARD, amount: 700, payment_method: "pm_card_chargeDeclined" }, { idempotencyKey: "k2" })
      .catch((error: Stripe.errors.StripeCardError) => error.payment_intent?.id);
  expect(await decline()).toBe(await decline());
  expect((await box.stripe.paymentIntents.list()).data).toHaveLength(2);
});

test("a lost answer leaves the charge made, and asking again with the key finds it", async () => {
  await box.api("/switches/stripe", "PUT", { mode: "lost", remaining: 1 });
  const params = { ...CARD, amount: 700, payment_method: "pm_card_visa" };
  const intent = await stripeFor(box.sandbox, 2).paymentIntents.create(params, { idempotencyKey: "k3" });
  expect(intent.status).toBe("succeeded");
  expect((await box.stripe.charges.list()).data).toHaveLength(1);
});

test("switches: error, timeout, decline and down, for the next N", async () => {
  const params = { ...CARD, amount: 700, payment_method: "pm_card_visa" };
  const cases: [string, object][] = [
    ["error", { statusCode: 500 }],
    ["decline", { code: "card_declined" }],
    ["timeout", { type: "StripeConnectionError" }],
    ["down", { statusCode: 503 }],
  ];
  for (const [mode, expected] of cases) {
    await box.api("/switches/stripe", "PUT", { mode, remaining: 1 });
    await expect(box.stripe.paymentIntents.create(params)).rejects.toMatchObject(expected);
    expect((await box.stripe.paymentIntents.create(params)).status).toBe("succeeded");
  }
});

test("a webhook that is refused is tried again", async () => {
  box.answer({ status: 500, body: "" });
  await box.stripe.customers.create({ name: "Ann" });
  await box.stripeHook("customer.created");
  box.forgetHooks();
  box.answer({ status: 200, body: "" });
  await box.stripeHook("customer.created");
});

test("connected accounts do not see each other, and a key is needed", async () => {
  const [one, two] = [await box.stripe.accounts.create({ type: "express" }), await box.stripe.accounts.create({ type: "express" })];
  const customer = await box.stripe.customers.create({ name: "Ann" }, { stripeAccount: one.id });
  const gone = { code: "resource_missing", statusCode: 404 };
  await expect(box.stripe.customers.retrieve(customer.id)).rejects.toMatchObject(gone);
  await expect(box.stripe.customers.retrieve(customer.id, {}, { stripeAccount: two.id })).rejects.toMatchObject(gone);
  expect((await box.stripe.customers.retrieve(customer.id, {}, { stripeAccount: one.id })).id).toBe(customer.id);
  const closed = { type: "StripePermissionError", code: "account_invalid", statusCode: 403 };
  await expect(box.stripe.customers.list({}, { stripeAccount: "acct_nobody" })).rejects.toMatchObject(closed);
  await box.stripe.accounts.del(two.id);
  await expect(box.stripe.customers.list({}, { stripeAccount: two.id })).rejects.toMatchObject(closed);
  const stranger = new Stripe("sk_live_nope", { host: "127.0.0.1", port: box.sandbox.port, protocol: "http" });
  await expect(stranger.customers.list()).rejects.toMatchObject({ statusCode: 401 });
});

test("a card of the platform's customer is made anew on a connected account, by naming both", async () => {
  const { id: stripeAccount } = await box.stripe.accounts.create({ type: "express" });
  const customer = (await box.stripe.customers.create({ name: "Ann" })).id;
  const kept = (await box.stripe.paymentMethods.attach("pm_card_visa", { customer })).id;
  await expect(box.stripe.paymentMethods.create({ payment_method: kept }, { stripeAccount })).rejects.toMatchObject({ param: "customer" });
  const lent = await box.stripe.paymentMethods.create({ customer, payment_method: kept }, { stripeAccount });
  expect([lent.id === kept, lent.customer, lent.card?.last4]).toEqual([false, null, "4242"]);
  const card = { payment_method: lent.id, payment_method_types: ["card"] };
  const asked = { amount: 500, currency: "usd", ...card, confirm: true, off_session: true };
  expect((await box.stripe.paymentIntents.create(asked, { stripeAccount })).status).toBe("succeeded");
  await expect(box.stripe.paymentIntents.create(asked)).rejects.toMatchObject({ code: "resource_missing" });
});

test("the card field's public key makes payment methods, and nothing else", async () => {
  const { url } = box.sandbox;
  const call = (path: string, body: Record<string, string>) =>
    fetch(url + path, { method: "POST", headers: { authorization: `Bearer ${SANDBOX_PUBLISHABLE_KEY}` }, body: new URLSearchParams(body) });
  const typed = { type: "card", "card[number]": "4242424242424242", "card[exp_month]": "12", "card[exp_year]": "40", "card[cvc]": "123" };
  const made = (await (await call("/v1/payment_methods", typed)).json()) as { id: string };
  expect((await box.stripe.paymentMethods.retrieve(made.id)).card?.last4).toBe("4242");
  expect((await call("/v1/payment_methods", { ...typed, "card[number]": "4242424242424241" })).status).toBe(402);
  expect((await call("/v1/payment_intents", { amount: "100", currency: "usd", payment_method: made.id })).status).toBe(401);
  expect(
    (await fetch(`${url}/v1/payment_methods/${made.id}`, { headers: { authorization: `Bearer ${SANDBOX_PUBLISHABLE_KEY}` } })).status,
  ).toBe(401);
  for (const path of ["/v3/", "/v3/card-field", "/v3/card-field.js", "/v3/card-field.css"])
    expect((await fetch(url + path)).status).toBe(200);
});
