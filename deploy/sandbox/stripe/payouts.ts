import { text } from "../core/form.ts";
import type { Doc, Store } from "../core/store.ts";
import { balance } from "./charges.ts";
import { emit, load, newId, now, type StripeCall, save } from "./context.ts";
import { invalid } from "./errors.ts";
import { page } from "./lists.ts";

/** Which movements of the balance a payout brings to the bank. Stripe shows it by the filter of the list alone. */
const MEMBER = "payout_member";
type Member = { id: string; payout: string };

/**
 * The automatic payout that comes overnight: one for each currency, of everything that no payout has brought yet. What was lent comes by itself.
 * By hand it brings the same sum, and Stripe says of it neither now nor later what it is made of.
 */
export function payOut(call: StripeCall, automatic = true): Doc[] {
  const waiting = movements(call).filter((entry) => entry.type !== "payout" && !call.store.get(MEMBER, memberId(entry.id)));
  const together = Map.groupBy(waiting, ({ currency, type }) => `${currency} ${type === "financing_payout"}`);
  return [...together.values()].flatMap((its) => {
    const amount = its.reduce((sum, entry) => sum + Number(entry.net), 0);
    return amount > 0 ? [bring(call, its, { amount, currency: String(its[0]?.currency), automatic })] : [];
  });
}

const memberId = (entryId: string): string => `in_${entryId}`;

const movements = (call: StripeCall): Doc[] =>
  call.store.list({ kinds: ["balance_transaction"], account: call.account, limit: 1_000_000 }).map((row) => row.doc);

type Brought = { amount: number; currency: string; automatic: boolean };

function bring(call: StripeCall, entries: readonly Doc[], { amount, currency, automatic }: Brought): Doc {
  const id = newId("po");
  const own = balance(call, { type: "payout", amount: -amount, fee: 0, currency, source: id });
  for (const entryId of [own, ...entries.map((entry) => entry.id)]) call.store.put(MEMBER, { id: memberId(entryId), payout: id });
  const payout: Doc = {
    id,
    object: "payout",
    amount,
    application_fee: null,
    arrival_date: now() + 86_400,
    automatic,
    balance_transaction: own,
    created: now(),
    currency,
    description: "STRIPE PAYOUT",
    destination: "ba_sandbox",
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    reconciliation_status: automatic ? "completed" : "not_applicable",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "paid",
    trace_id: null,
    type: "bank_account",
  };
  save(call, "payout", payout);
  emit(call, "payout.created", { ...payout, status: "pending" });
  emit(call, "payout.paid", payout);
  if (automatic) emit(call, "payout.reconciliation_completed", payout);
  return payout;
}

/** The bank sends a payout back, days after it had taken it. */
export function returnPayout(call: StripeCall, id: string): Doc {
  const payout = load(call, "payout", id);
  const amount = Number(payout.amount);
  const back = balance(call, { type: "payout_failure", amount, fee: 0, currency: String(payout.currency), source: id });
  call.store.put(MEMBER, { id: memberId(back), payout: id });
  const failure = { failure_code: "account_closed", failure_message: "The bank account has been closed." };
  const next = save(call, "payout", { ...payout, ...failure, status: "failed", failure_balance_transaction: back });
  emit(call, "payout.failed", next, { status: payout.status });
  return next;
}

export const retrievePayout = (call: StripeCall): Doc => load(call, "payout", call.params.id ?? "", "payout");

export function listPayouts(call: StripeCall): Doc {
  return page(call, { kind: "payout", url: "/v1/payouts", equals: { status: text(call.form, "status") } });
}

/** Whether a movement belongs to a payout. Of one that was made by hand Stripe refuses to say it. */
export function isPaidBy(store: Store, payout: string): (entry: Doc) => boolean {
  if (store.get("payout", payout)?.automatic === false)
    throw invalid("Balance transaction history can only be filtered on automatic transfers, not manual.", "payout");
  return (entry) => store.get<Member>(MEMBER, memberId(entry.id))?.payout === payout;
}
