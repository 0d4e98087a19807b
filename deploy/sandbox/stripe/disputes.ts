import { flag, group, text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import { balance, type Charge } from "./charges.ts";
import { emit, known, load, metadata, newId, now, type StripeCall, save } from "./context.ts";
import { invalid } from "./errors.ts";
import { mustHaveFiles } from "./files.ts";
import { page } from "./lists.ts";

/** What a dispute costs, as on Stripe's price page for the United States. */
const FEE = 1_500;
const OPEN = ["needs_response", "under_review", "warning_needs_response", "warning_under_review"];

/** The holder contests a charge: the money is taken back at once, or, for an inquiry, only asked about. */
export function dispute(call: StripeCall, charge: Charge, kind: "fraudulent" | "inquiry"): Doc {
  const id = newId("dp");
  const inquiry = kind === "inquiry";
  const made: Doc = {
    id,
    object: "dispute",
    amount: charge.amount_captured,
    balance_transactions: inquiry ? [] : [moved(call, id, charge, -charge.amount_captured, FEE)],
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { uncategorized_text: null },
    evidence_details: { due_by: now() + 7 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: inquiry ? "warning_needs_response" : "needs_response",
  };
  save(call, "dispute", made);
  save(call, "charge", { ...charge, disputed: true });
  emit(call, "charge.dispute.created", made);
  if (!inquiry) emit(call, "charge.dispute.funds_withdrawn", made);
  return made;
}

/** A movement of the balance that a dispute makes, whole as disputes show it. */
function moved(call: StripeCall, source: string, { currency }: Pick<Charge, "currency">, amount: number, fee: number): Doc {
  const category = amount < 0 ? "dispute" : "dispute_reversal";
  return load(call, "balance_transaction", balance(call, { type: "adjustment", category, amount, fee, currency, source }));
}

export function retrieveDispute(call: StripeCall): Doc {
  return load(call, "dispute", call.params.id ?? "", "dispute");
}

export function listDisputes(call: StripeCall): Doc {
  const equals = { charge: text(call.form, "charge"), payment_intent: text(call.form, "payment_intent") };
  return page(call, { kind: "dispute", url: "/v1/disputes", equals });
}

/** As on Stripe's testing page: the text "winning_evidence" wins, "losing_evidence" loses. */
export function updateDispute(call: StripeCall): Doc {
  known(call.form, "evidence submit");
  const stored = retrieveDispute(call);
  if (!OPEN.includes(String(stored.status))) throw invalid("This dispute is already closed.", "dispute");
  const evidence = { ...(stored.evidence as object), ...group(call.form, "evidence") } as { uncategorized_text?: string | null };
  mustHaveFiles(call, evidence);
  const before = stored.evidence_details as { submission_count: number };
  const evidence_details = {
    ...before,
    has_evidence: true,
    submission_count: before.submission_count + (flag(call.form, "submit") ? 1 : 0),
  };
  const next = save(call, "dispute", {
    ...stored,
    evidence,
    evidence_details,
    metadata: metadata(call.form, stored.metadata as Record<string, string>),
  });
  if (flag(call.form, "submit") && evidence.uncategorized_text === "winning_evidence") return won(call, next);
  if (flag(call.form, "submit") && evidence.uncategorized_text === "losing_evidence") return closed(call, next, "lost");
  emit(call, "charge.dispute.updated", next);
  return next;
}

/** Accepts a dispute: the money stays with the holder. */
export function closeDispute(call: StripeCall): Doc {
  return closed(call, retrieveDispute(call), "lost");
}

function won(call: StripeCall, stored: Doc): Doc {
  const back = moved(call, stored.id, { currency: String(stored.currency) }, Number(stored.amount), 0);
  const next = save(call, "dispute", { ...stored, balance_transactions: [...(stored.balance_transactions as Doc[]), back] });
  emit(call, "charge.dispute.funds_reinstated", next);
  return closed(call, next, "won");
}

function closed(call: StripeCall, stored: Doc, status: string): Doc {
  if (!OPEN.includes(String(stored.status))) throw invalid("This dispute is already closed.", "dispute");
  const next = save(call, "dispute", { ...stored, status });
  emit(call, "charge.dispute.closed", next);
  return next;
}
