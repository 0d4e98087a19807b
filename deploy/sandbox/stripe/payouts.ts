import { text } from "../core/form.ts";
import type { Doc, Store } from "../core/store.ts";
import { balance } from "./charges.ts";
import { emit, load, newId, now, type StripeCall, save } from "./context.ts";
import { invalid } from "./errors.ts";
import { page } from "./lists.ts";

/** Which movements of the balance a payout brings to the bank. Stripe shows it by the filter of the list alone. */
const MEMBER = "payout_member";
type Member = { id: string; payout: string };

export const STATES = ["pending", "in_transit", "paid", "failed", "canceled"] as const;
export type State = (typeof STATES)[number];

/** `to`: how far it goes at once. `itemized`: whether Stripe knows at once what it is made of. `debit`: whether what is below zero is taken from the bank. */
export type Paying = { automatic: boolean; to: State; itemized: boolean; debit: boolean };

/**
 * The automatic payout that comes overnight: one for each currency, of everything that no payout has brought yet. What was lent comes by itself.
 * By hand it brings the same sum, and Stripe says of it neither now nor later what it is made of.
 */
export function payOut(call: StripeCall, paying: Paying): Doc[] {
  const waiting = movements(call).filter((entry) => entry.type !== "payout" && !call.store.get(MEMBER, memberId(entry.id)));
  const together = Map.groupBy(waiting, ({ currency, type }) => `${currency} ${type === "financing_payout"}`);
  return [...together.values()].flatMap((its) => {
    const amount = its.reduce((sum, entry) => sum + Number(entry.net), 0);
    const brings = amount > 0 || (paying.debit && amount < 0);
    return brings ? [bring(call, its, { ...paying, amount, currency: String(its[0]?.currency) })] : [];
  });
}

const memberId = (entryId: string): string => `in_${entryId}`;

const movements = (call: StripeCall): Doc[] =>
  call.store.list({ kinds: ["balance_transaction"], account: call.account, limit: 1_000_000 }).map((row) => row.doc);

type Brought = Paying & { amount: number; currency: string };

function bring(call: StripeCall, entries: readonly Doc[], { amount, currency, automatic, to, itemized }: Brought): Doc {
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
    reconciliation_status: automatic ? "in_progress" : "not_applicable",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "pending",
    trace_id: null,
    type: "bank_account",
  };
  save(call, "payout", payout);
  emit(call, "payout.created", payout);
  if (to !== "pending") movePayout(call, id, to);
  return automatic && itemized ? itemize(call, id) : load(call, "payout", id);
}

/** From which states a payout comes there, as Stripe documents it: one that is shown as paid may fail yet. */
const moves: Record<Exclude<State, "pending">, { from: readonly State[]; event: string }> = {
  in_transit: { from: ["pending"], event: "payout.updated" },
  paid: { from: ["pending", "in_transit"], event: "payout.paid" },
  failed: { from: ["pending", "in_transit", "paid"], event: "payout.failed" },
  canceled: { from: ["pending"], event: "payout.canceled" },
};
const closed = { failure_code: "account_closed", failure_message: "The bank account has been closed." };

/** A step of a payout. What failed or was canceled is in the balance again, and comes with a later one. */
export function movePayout(call: StripeCall, id: string, to: State): Doc {
  const payout = load(call, "payout", id);
  const move = to === "pending" ? undefined : moves[to];
  if (!move?.from.includes(payout.status as State)) throw invalid(`A payout that is ${payout.status} does not become ${to}.`, "payout");
  if (to === "canceled" && payout.automatic) throw invalid("Automatic payouts cannot be canceled.", "payout");
  const change = { status: to, ...(to === "failed" || to === "canceled" ? putBack(call, payout, to) : {}) };
  const next = save(call, "payout", { ...payout, ...change });
  emit(call, move.event, next, { status: payout.status });
  return next;
}

function putBack(call: StripeCall, { id, amount, currency }: Doc, to: "failed" | "canceled"): Partial<Doc> {
  const type = to === "failed" ? "payout_failure" : "payout_cancel";
  const of = { type, category: "payout_reversal", amount: Number(amount), fee: 0, currency: String(currency), source: id };
  return { ...(to === "failed" ? closed : {}), failure_balance_transaction: balance(call, of) };
}

/** Stripe has found out what an automatic payout is made of. */
export function itemize(call: StripeCall, id: string): Doc {
  const payout = load(call, "payout", id);
  if (payout.reconciliation_status !== "in_progress") throw invalid("There is nothing to find out about this payout.", "payout");
  const next = save(call, "payout", { ...payout, reconciliation_status: "completed" });
  emit(call, "payout.reconciliation_completed", next);
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
