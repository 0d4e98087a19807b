import type Stripe from "stripe";
import {
  type CardAccount,
  type CardProvider,
  type Confirming,
  type NewBankAccount,
  type NewIntent,
  type NewRefund,
  type NewSetup,
  Refused,
  STRIPE,
} from "./provider.ts";
import { accounts } from "./stripe-accounts.ts";
import { stripeStep, toStripe } from "./stripe-amount.ts";
import { expandIntent as expand, lookUp, readEvent } from "./stripe-facts.ts";
import { disputeOf, intentOf, movementOf, payoutOf, refundOf, savedOf, setupOf } from "./stripe-objects.ts";
import { asking, listed, type StripeSettings, stripeClient } from "./stripe-sdk.ts";
import { terminals } from "./terminals.ts";

const mostOnPage = 100;
const since = (time: Date) => ({ created: { gte: Math.floor(time.getTime() / 1000) }, limit: mostOnPage });

// Clients of so many accounts are kept open.
const mostClients = 200;

export function stripeProvider(settings: StripeSettings): CardProvider {
  const stripe = stripeClient(settings);
  const open = new Map([["", cardAccount(stripe)]]);
  return {
    vendor: STRIPE,
    stepOf: stripeStep,
    ...accounts(stripe),
    readEvent: (body, signature) => readEvent(stripe, settings, body, signature),
    at: (account) => {
      const known = open.get(account) ?? cardAccount(stripeClient(settings, account));
      if (open.size >= mostClients && !open.has(account)) open.delete([...open.keys()][1] ?? "");
      open.set(account, known);
      return known;
    },
  };
}

const cardAccount = (stripe: Stripe): CardAccount => ({
  ...intents(stripe),
  refund: (input) => asking(async () => refundOf(await stripe.refunds.create(refundParams(input), { idempotencyKey: input.key }))),
  refundsOf: (intentId) =>
    asking(async () => (await stripe.refunds.list({ payment_intent: intentId, limit: mostOnPage })).data.map((refund) => refundOf(refund))),
  ...cards(stripe),
  ...disputes(stripe),
  ...terminals(stripe),
  lookUp: (fact) => lookUp(stripe, fact),
  intentsSince: (time) => listed(stripe.paymentIntents.list(since(time)), intentOf),
  refundsSince: (time) => listed(stripe.refunds.list(since(time)), refundOf),
  disputesSince: (time) => listed(stripe.disputes.list(since(time)), disputeOf),
  payoutsSince: (time) => listed(stripe.payouts.list(since(time)), payoutOf),
  movementsOf: (payout) => listed(stripe.balanceTransactions.list({ payout, limit: mostOnPage, expand: ["data.source"] }), movementOf),
});

function intents(
  stripe: Stripe,
): Pick<CardAccount, "createIntent" | "confirmIntent" | "getIntent" | "captureIntent" | "cancelIntent" | "nameBankAccount"> {
  const getIntent = (id: string) => asking(async () => intentOf(await stripe.paymentIntents.retrieve(id, { expand })));
  return {
    getIntent,
    createIntent: (input) =>
      asking(async () => intentOf(await stripe.paymentIntents.create(intentParams(input), { idempotencyKey: input.key }))),
    confirmIntent: (id, { key, ...how }) =>
      asking(async () => intentOf(await stripe.paymentIntents.confirm(id, { expand, ...howConfirmed(how) }, { idempotencyKey: key }))),
    nameBankAccount: (account) => asking(async () => (await stripe.paymentMethods.create(bankParams(account))).id),
    captureIntent: (id, { key, amount, currency, metadata }) =>
      asking(async () => {
        const taken = { amount_to_capture: toStripe(amount, currency), metadata, expand };
        return intentOf(await stripe.paymentIntents.capture(id, taken, { idempotencyKey: key }));
      }),
    cancelIntent: async (id) => {
      try {
        return await asking(async () => intentOf(await stripe.paymentIntents.cancel(id)));
      } catch (error) {
        if (error instanceof Refused) return await getIntent(id);
        throw error;
      }
    },
  };
}

function cards(
  stripe: Stripe,
): Pick<CardAccount, "createCustomer" | "attachCard" | "borrowCard" | "setUpCard" | "getSetup" | "detachCard"> {
  return {
    setUpCard: (input) => asking(async () => setupOf(await stripe.setupIntents.create(setupParams(input), { idempotencyKey: input.key }))),
    getSetup: (id) => asking(async () => setupOf(await stripe.setupIntents.retrieve(id, { expand: ["payment_method"] }))),
    createCustomer: ({ key, metadata }) => asking(async () => (await stripe.customers.create({ metadata }, { idempotencyKey: key })).id),
    attachCard: (customer, paymentMethod, key) =>
      asking(async () => savedOf(await stripe.paymentMethods.attach(paymentMethod, { customer }, { idempotencyKey: key }))),
    borrowCard: ({ key, customer, paymentMethod }) =>
      asking(async () => (await stripe.paymentMethods.create({ customer, payment_method: paymentMethod }, { idempotencyKey: key })).id),
    detachCard: async (paymentMethod) => {
      await asking(() => stripe.paymentMethods.detach(paymentMethod)).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      });
    },
  };
}

function disputes(stripe: Stripe): Pick<CardAccount, "keepEvidence" | "answerDispute" | "acceptDispute"> {
  return {
    keepEvidence: (_, { key, fileName: name, contentType: type, content }) =>
      asking(async () => {
        const file = { data: Buffer.from(content), name, type };
        return (await stripe.files.create({ purpose: "dispute_evidence", file }, { idempotencyKey: key })).id;
      }),
    answerDispute: (id, { key, text, files: { uncategorized: uncategorized_file, ...files } }) =>
      asking(async () => {
        const evidence = { uncategorized_text: text, ...files, ...(uncategorized_file && { uncategorized_file }) };
        const answer = { evidence, submit: true };
        return disputeOf(await stripe.disputes.update(id, answer, { idempotencyKey: key }));
      }),
    acceptDispute: (id, { key }) => asking(async () => disputeOf(await stripe.disputes.close(id, {}, { idempotencyKey: key }))),
  };
}

function howConfirmed({ offSession, returnUrl, mandateAt }: Omit<Confirming, "key">): Stripe.PaymentIntentConfirmParams {
  if (!mandateAt) return offSession ? { off_session: true } : { return_url: returnUrl };
  const acceptance = { type: "offline" as const, accepted_at: Math.floor(mandateAt.getTime() / 1000), offline: {} };
  return { mandate_data: { customer_acceptance: acceptance } };
}

const bankParams = ({ holderName, email, company, savings, routingNumber, accountNumber }: NewBankAccount) => ({
  type: "us_bank_account" as const,
  billing_details: { name: holderName, ...(email && { email }) },
  us_bank_account: {
    account_holder_type: company ? ("company" as const) : ("individual" as const),
    account_type: savings ? ("savings" as const) : ("checking" as const),
    routing_number: routingNumber,
    account_number: accountNumber,
  },
});

const typeOf = ({ readerId, bank }: NewIntent) => (bank ? "us_bank_account" : readerId ? "card_present" : "card");

const intentParams = (input: NewIntent): Stripe.PaymentIntentCreateParams => ({
  amount: toStripe(input.amount, input.currency),
  currency: input.currency.toLowerCase(),
  ...(input.readerId ? {} : { payment_method: input.paymentMethod }),
  allowed_payment_method_types: [typeOf(input)],
  description: input.description,
  metadata: input.metadata,
  ...(input.customer ? { customer: input.customer } : {}),
  ...(input.saveCard ? { setup_future_usage: "off_session" as const } : {}),
  ...(input.hold ? { capture_method: "manual" as const } : {}),
});

const setupParams = (input: NewSetup): Stripe.SetupIntentCreateParams => ({
  confirm: true,
  customer: input.customer,
  payment_method: input.paymentMethod,
  allowed_payment_method_types: ["card"],
  usage: "off_session",
  return_url: input.returnUrl,
  metadata: input.metadata,
  expand: ["payment_method"],
});

const refundParams = (input: NewRefund): Stripe.RefundCreateParams => ({
  payment_intent: input.intentId,
  amount: toStripe(input.amount, input.currency),
  metadata: input.metadata,
});
