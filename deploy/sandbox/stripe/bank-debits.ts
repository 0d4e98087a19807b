import { type Form, group, text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import type { Behaviour, Decline } from "./cards.ts";
import { balance, bankFee, type Charge, chargeOf, makeCharge } from "./charges.ts";
import { emit, load, metadata, newId, now, oneOf, required, type StripeCall, save } from "./context.ts";
import { invalid, missing } from "./errors.ts";

type TestAccount = { number: string; token: string; fails?: Decline; stays?: boolean };

const refused = (code: string, message: string): Decline => ({ code, message });

/** Test accounts of Stripe's ACH pages; any other number is no test account. What a token names is verified already. */
const ACCOUNTS: TestAccount[] = [
  { number: "000123456789", token: "success" },
  {
    number: "000111111113",
    token: "accountClosed",
    fails: refused("account_closed", "The customer's bank account has been closed."),
  },
  { number: "000111111116", token: "noAccount", fails: refused("no_account", "The customer's bank account could not be located.") },
  {
    number: "000222222227",
    token: "insufficientFunds",
    fails: refused("insufficient_funds", "The customer's account has insufficient funds to cover this payment."),
  },
  {
    number: "000333333335",
    token: "debitNotAuthorized",
    fails: refused("debit_not_authorized", "The customer has notified their bank that this payment was unauthorized."),
  },
  { number: "000000000009", token: "processing", stays: true },
];
const ROUTING = "110000000";
const unverified = refused("payment_method_microdeposit_verification_attempts_exceeded", "The bank account could not be verified.");

const tokenPrefix = "pm_usBankAccount_";
const behaviourOf = ({ fails, stays = false }: TestAccount, verified: boolean): Behaviour => ({
  bank: { verified, stays, ...(fails && { fails }) },
});

type Named = { account: TestAccount; routing: string; holderType: string; kind: string; name: string; email: string | undefined };

function method(call: StripeCall, { account, routing, holderType, kind, name, email }: Named, verified: boolean): Doc {
  const id = newId("pm");
  const made: Doc = {
    id,
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: { address: null, email: email ?? null, name, phone: null },
    created: now(),
    customer: null,
    livemode: false,
    metadata: metadata(call.form),
    type: "us_bank_account",
    us_bank_account: {
      account_holder_type: holderType,
      account_type: kind,
      bank_name: "STRIPE TEST BANK",
      financial_connections_account: null,
      fingerprint: `fp${account.number}`,
      last4: account.number.slice(-4),
      networks: { preferred: "ach", supported: ["ach"] },
      routing_number: routing,
      status_details: null,
    },
  };
  call.store.put("secret", { id: `secret_${id}`, behaviour: behaviourOf(account, verified), setUp: false }, call.account);
  return save(call, "payment_method", made);
}

export function bankMethodOf(call: StripeCall, form: Form): Doc {
  const bank = group(form, "us_bank_account");
  if (!bank) throw invalid("Missing required param: us_bank_account.", "us_bank_account", "parameter_missing");
  const billing = group(form, "billing_details") ?? {};
  const name = required(billing, "name");
  const routing = required(bank, "routing_number");
  const number = required(bank, "account_number");
  if (routing !== ROUTING)
    throw invalid(
      "The routing number is not one of the sandbox's: 110000000.",
      "us_bank_account[routing_number]",
      "routing_number_invalid",
    );
  const account = ACCOUNTS.find((one) => one.number === number);
  if (!account) throw invalid("The account number is not a test account.", "us_bank_account[account_number]", "account_number_invalid");
  const holderType = oneOf(bank, "account_holder_type", ["individual", "company"]) ?? "individual";
  const kind = oneOf(bank, "account_type", ["checking", "savings"]) ?? "checking";
  return method(call, { account, routing, holderType, kind, name, email: text(billing, "email") }, false);
}

/** `pm_usBankAccount_success` and the like: accounts that are verified already. */
export function bankMethodNamed(call: StripeCall, token: string): Doc | undefined {
  if (!token.startsWith(tokenPrefix)) return undefined;
  const account = ACCOUNTS.find((one) => `${tokenPrefix}${one.token}` === token);
  if (!account) throw missing("PaymentMethod", token, "payment_method");
  return method(
    call,
    { account, routing: ROUTING, holderType: "individual", kind: "checking", name: "Jenny Rosen", email: undefined },
    true,
  );
}

export const isBank = (of: Doc): boolean => of.type === "us_bank_account";

/** Confirming a debit: the holder verifies the account first, unless that was done; then the banks take days. */
export function debit(call: StripeCall, intent: Doc, from: Doc, bank: NonNullable<Behaviour["bank"]>): Doc {
  if (!group(call.form, "mandate_data") && !text(call.form, "mandate"))
    throw invalid("Missing required param: mandate_data.", "mandate_data", "parameter_missing");
  if (bank.verified) return underWay(call, intent, from, bank);
  const next = save(call, "payment_intent", {
    ...intent,
    status: "requires_action",
    next_action: {
      type: "verify_with_microdeposits",
      verify_with_microdeposits: {
        arrival_date: now() + 2 * 86_400,
        hosted_verification_url: `${call.publicBase}/sandbox/stripe/authenticate/${intent.id}`,
        microdeposit_type: "descriptor_code",
      },
    },
  });
  emit(call, "payment_intent.requires_action", next);
  return next;
}

/** The bank's answer comes with the sandbox's clock. */
export function underWay(call: StripeCall, intent: Doc, from: Doc, bank: NonNullable<Behaviour["bank"]>): Doc {
  const made = makeCharge(call, intent, from, false);
  const charge = save(call, "charge", { ...made, captured: true, paid: false, status: "pending" });
  const next = save(call, "payment_intent", { ...intent, latest_charge: charge.id, next_action: null, status: "processing" });
  emit(call, "charge.pending", charge);
  emit(call, "payment_intent.processing", next);
  if (!bank.stays) call.store.put("settle", { id: `settle_${intent.id}`, debit: intent.id, account: call.account });
  return next;
}

/** The client did not prove that the account is theirs. */
export function unproven(call: StripeCall, intent: Doc, from: Doc): Doc {
  const error = { ...unverified, payment_method: from, type: "invalid_request_error" };
  return fail(call, { ...intent, last_payment_error: error });
}

function fail(call: StripeCall, intent: Doc): Doc {
  const next = save(call, "payment_intent", { ...intent, next_action: null, payment_method: null, status: "requires_payment_method" });
  emit(call, "payment_intent.payment_failed", next);
  return next;
}

/** What the banks say after days, here at the next tick of the clock. One that was canceled meanwhile stays so. */
export function settleDebit(call: StripeCall, intentId: string): void {
  const intent = load(call, "payment_intent", intentId);
  const pending = intent.status === "processing" ? chargeOf(call, intent) : undefined;
  if (!pending) return;
  const { fails } = call.store.get<{ id: string; behaviour: Behaviour }>("secret", `secret_${intent.payment_method}`)?.behaviour.bank ?? {};
  if (fails) {
    const failed = { ...pending, status: "failed", failure_code: fails.code, failure_message: fails.message };
    emit(call, "charge.failed", save(call, "charge", failed));
    const from = load(call, "payment_method", String(intent.payment_method));
    fail(call, { ...intent, last_payment_error: { ...fails, charge: pending.id, payment_method: from, type: "invalid_request_error" } });
    return;
  }
  succeed(call, intent, pending);
}

function succeed(call: StripeCall, intent: Doc, pending: Charge): void {
  const { amount, currency } = pending;
  const entry = balance(call, { type: "payment", category: "charge", amount, fee: bankFee(amount), currency, source: pending.id });
  const paid = { ...pending, amount_captured: amount, balance_transaction: entry, paid: true, status: "succeeded" };
  emit(call, "charge.succeeded", save(call, "charge", paid));
  const next = save(call, "payment_intent", { ...intent, amount_received: amount, last_payment_error: null, status: "succeeded" });
  emit(call, "payment_intent.succeeded", next);
}
