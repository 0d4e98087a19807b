import { text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import { balance } from "./charges.ts";
import { emit, known, load, newId, now, required, type StripeCall, save } from "./context.ts";
import { invalid } from "./errors.ts";
import { page } from "./lists.ts";

// Stripe Capital for platforms: offers to connected accounts, which are taken on a page of the sandbox's own, paid out, and paid back with a part of each charge.

type Terms = { advance_amount: number; fee_amount: number; withhold_rate: number; currency: string };
export type Offer = Doc & {
  account: string;
  status: string;
  offered_terms: Terms & { campaign_type: string };
  accepted_terms: Terms | null;
  expires_after: number;
};
type Movement = Doc & {
  type: "payout" | "payment" | "reversal";
  financing_offer: string;
  details: { total_amount: number; advance_amount: number; fee_amount: number; currency: string; reason?: string };
};

const OFFER = "capital.financing_offer";
const MOVEMENT = "capital.financing_transaction";
const MONTH = 30 * 86_400;

/** Where what an offer's account has is kept; the offers themselves are the platform's. */
const at = (call: StripeCall, account: string): StripeCall => ({ ...call, account });
const platform = (call: StripeCall): StripeCall => at(call, "");

const offersOf = (call: StripeCall, account: string): Offer[] =>
  call.store.list<Offer>({ kinds: [OFFER], account: "", equals: { account }, limit: 1_000 }).map(({ doc }) => doc);

const movementsOf = (call: StripeCall, offer: Offer): Movement[] =>
  call.store
    .list<Movement>({ kinds: [MOVEMENT], account: offer.account, equals: { financing_offer: offer.id }, limit: 100_000 })
    .map(({ doc }) => doc);

function become(call: StripeCall, offer: Offer, change: Partial<Offer>, event = change.status): Offer {
  const next = { ...offer, ...change } as Offer;
  save(platform(call), OFFER, next);
  if (event) emit(platform(call), `capital.financing_offer.${event}`, next);
  return next;
}

/** As the dashboard makes one in test mode. */
export function makeOffer(call: StripeCall, account: string, advance: number, more: Partial<Offer> = {}): Offer {
  load(platform(call), "account", account, "account");
  const offer: Offer = {
    id: newId("financingoffer"),
    object: OFFER,
    accepted_terms: null,
    account,
    charged_off_at: null,
    created: now(),
    expires_after: now() + MONTH,
    financing_type: "flex_loan",
    livemode: false,
    metadata: {},
    offered_terms: {
      advance_amount: advance,
      campaign_type: "newly_eligible_user",
      currency: "usd",
      fee_amount: Math.round(advance / 10),
      previous_financing_fee_discount_rate: null,
      withhold_rate: 0.1,
    } as Offer["offered_terms"],
    product_type: "standard",
    replacement: null,
    replacement_for: null,
    status: "undelivered",
    type: "flex_loan",
    ...more,
  };
  save(platform(call), OFFER, offer);
  emit(platform(call), more.replacement_for ? "capital.financing_offer.replacement_created" : "capital.financing_offer.created", offer);
  return offer;
}

function replaceOffer(call: StripeCall, offer: Offer): Offer {
  const next = makeOffer(call, offer.account, Math.round(offer.offered_terms.advance_amount / 2), {
    replacement_for: offer.id,
  } as Partial<Offer>);
  save(platform(call), OFFER, { ...offer, status: "replaced", replacement: next.id });
  return next;
}

export function listOffers(call: StripeCall): Doc {
  const { form } = call;
  known(form, "connected_account created ending_before limit starting_after status");
  const equals = { account: text(form, "connected_account"), status: text(form, "status") };
  return page(platform(call), { kind: OFFER, url: "/v1/capital/financing_offers", equals });
}

export const retrieveOffer = (call: StripeCall): Doc => load(platform(call), OFFER, call.params.id ?? "");

export function markDelivered(call: StripeCall): Doc {
  const offer = retrieveOffer(call) as Offer;
  return offer.status === "undelivered" ? become(call, offer, { status: "delivered" }, "") : offer;
}

/** Of the offer that was taken last, while its money is out. */
export function retrieveSummary(call: StripeCall): Doc {
  const offer = offersOf(call, call.account).find(({ status }) => ["delivered", "accepted", "paid_out"].includes(status));
  const status = !offer ? "none" : offer.status === "delivered" ? "delivered" : "accepted";
  const details = offer?.status === "paid_out" ? detailsOf(call, offer) : null;
  return { id: "", object: "capital.financing_summary", details, financing_offer: offer?.id ?? null, status };
}

function detailsOf(call: StripeCall, offer: Offer): Record<string, unknown> {
  const terms = offer.accepted_terms ?? offer.offered_terms;
  const paid = terms.advance_amount + terms.fee_amount - owed(call, offer).total;
  const least = Math.min(owed(call, offer).total, Math.round((terms.advance_amount + terms.fee_amount) / 9));
  return {
    advance_amount: terms.advance_amount,
    advance_paid_out_at: movementsOf(call, offer).find(({ type }) => type === "payout")?.created_at ?? null,
    currency: terms.currency,
    current_repayment_interval: {
      due_at: Number(offer.created) + 60 * 86_400,
      paid_amount: paid,
      remaining_amount: Math.max(0, least - paid),
    },
    fee_amount: terms.fee_amount,
    paid_amount: paid,
    remaining_amount: owed(call, offer).total,
    repayments_begin_at: Number(offer.created),
    withhold_rate: terms.withhold_rate,
  };
}

export function listMovements(call: StripeCall): Doc {
  known(call.form, "charge ending_before financing_offer limit reversed_transaction starting_after treasury_transaction");
  const equals = { financing_offer: text(call.form, "financing_offer") };
  return page(call, { kind: MOVEMENT, url: "/v1/capital/financing_transactions", equals });
}

export const retrieveMovement = (call: StripeCall): Doc => load(call, MOVEMENT, call.params.id ?? "");

type Moving = {
  type: Movement["type"];
  advance: number;
  fee: number;
  reason?: string;
  charge?: string;
  reversed?: string;
  description: string;
};

/** Money that moves through the account's balance. */
function move(call: StripeCall, offer: Offer, of: Moving): Movement {
  const on = at(call, offer.account);
  const { currency } = offer.offered_terms;
  const total = of.advance + of.fee;
  const source = newId("cptxn");
  const back = of.type === "reversal";
  // The fee of what is lent never comes: it is owed only.
  const amount = of.type === "payout" ? of.advance : back ? total : -total;
  const kind = of.type === "payout" ? "financing_payout" : back ? "financing_paydown_reversal" : "financing_paydown";
  const entry = balance(on, { type: kind, category: kind, amount, fee: 0, currency, source });
  const movement: Movement = {
    id: source,
    object: MOVEMENT,
    account: offer.account,
    created_at: now(),
    details: {
      advance_amount: of.advance,
      currency,
      fee_amount: of.fee,
      ...(of.charge ? { linked_payment: of.charge, transaction: { charge: of.charge } } : {}),
      ...(of.reason ? { reason: of.reason } : {}),
      ...(of.reversed ? { reversed_transaction: of.reversed } : {}),
      total_amount: total,
    },
    financing_offer: offer.id,
    legacy_balance_transaction_source: entry,
    livemode: false,
    type: of.type,
    user_facing_description: of.description,
  };
  save(on, MOVEMENT, movement);
  emit(platform(call), "capital.financing_transaction.created", movement);
  return movement;
}

/** What is still to be paid back, the fee by its part of it. */
function owed(call: StripeCall, offer: Offer): { total: number; fee: number } {
  const terms = offer.accepted_terms ?? offer.offered_terms;
  const sign = (one: Movement): number => (one.type === "payment" ? 1 : one.type === "reversal" ? -1 : 0);
  const paid = (of: "total_amount" | "fee_amount") => movementsOf(call, offer).reduce((sum, one) => sum + sign(one) * one.details[of], 0);
  return { total: terms.advance_amount + terms.fee_amount - paid("total_amount"), fee: terms.fee_amount - paid("fee_amount") };
}

/** Takes the offer on the page that an account link led to, for all of it or less. */
function acceptOffer(call: StripeCall, offer: Offer): Offer {
  const { advance_amount, fee_amount, withhold_rate, currency } = offer.offered_terms;
  const accepted = { advance_amount, currency, fee_amount, previous_financing_fee_discount_amount: null, withhold_rate };
  return become(call, offer, { status: "accepted", accepted_terms: accepted } as Partial<Offer>);
}

function payOutOffer(call: StripeCall, offer: Offer): Offer {
  const { advance_amount: advance, fee_amount: fee } = offer.accepted_terms ?? offer.offered_terms;
  move(call, offer, { type: "payout", advance, fee, description: "Financing payout" });
  return become(call, offer, { status: "paid_out" });
}

function payBack(
  call: StripeCall,
  offer: Offer,
  wanted: number,
  more: Pick<Moving, "reason" | "charge" | "description">,
): Movement | undefined {
  const left = owed(call, offer);
  const total = Math.min(wanted, left.total);
  if (total <= 0) return undefined;
  const fee = total === left.total ? left.fee : Math.round((total * left.fee) / left.total);
  const movement = move(call, offer, { type: "payment", advance: total - fee, fee, ...more });
  if (total === left.total) become(call, offer, { status: "fully_repaid" });
  return movement;
}

function payAll(call: StripeCall, offer: Offer): void {
  payBack(call, offer, Number.MAX_SAFE_INTEGER, { reason: "user_initiated", description: "Manual payment" });
}

/** A part of every charge is withheld while something is to be paid back. */
export function withhold(call: StripeCall, charge: { id: string; amount: number; currency: string }): void {
  if (!call.account) return;
  const offer = offersOf(call, call.account).find(({ status }) => status === "paid_out");
  if (!offer || charge.currency !== offer.offered_terms.currency) return;
  const part = Math.round(charge.amount * (offer.accepted_terms ?? offer.offered_terms).withhold_rate);
  payBack(call, offer, part, { reason: "automatic_withholding", charge: charge.id, description: "Financing withholding" });
}

/** A payment that did not hold, because its charge was refunded. */
function reverseLast(call: StripeCall, offer: Offer): void {
  const last = movementsOf(call, offer).find(({ type }) => type === "payment");
  if (!last) throw invalid("Nothing was paid back yet.", "financing_offer");
  const { advance_amount: advance, fee_amount: fee } = last.details;
  move(call, offer, {
    type: "reversal",
    advance,
    fee,
    reason: "automatic_withholding_refund",
    reversed: last.id,
    description: "Withholding given back",
  });
}

/** What becomes of offers by Stripe's hand, or by somebody's at its page: from which statuses, and how. */
const acts = {
  accept: [["undelivered", "delivered"], acceptOffer],
  pay_out: [["accepted"], payOutOffer],
  reject: [["accepted"], (call: StripeCall, offer: Offer) => become(call, offer, { status: "rejected" })],
  cancel: [["undelivered", "delivered", "accepted"], (call: StripeCall, offer: Offer) => become(call, offer, { status: "canceled" })],
  expire: [["undelivered", "delivered"], (call: StripeCall, offer: Offer) => become(call, offer, { status: "expired" })],
  replace: [["undelivered", "delivered", "accepted"], replaceOffer],
  pay_all: [["paid_out"], payAll],
  reverse: [["paid_out"], reverseLast],
} satisfies Record<string, [string[], (call: StripeCall, offer: Offer) => unknown]>;

export type OfferAct = keyof typeof acts;
export const OFFER_ACTS = Object.keys(acts) as OfferAct[];

export function actOnOffer(call: StripeCall, id: string, act: OfferAct): void {
  const offer = load(platform(call), OFFER, id) as Offer;
  const [statuses, run] = acts[act];
  if (!statuses.includes(offer.status)) throw invalid(`This financing offer is ${offer.status}.`, "financing_offer");
  run(call, offer);
}

/** What can be done about an offer as it is. */
export const actsOf = ({ status }: Offer): OfferAct[] => OFFER_ACTS.filter((act) => acts[act][0].includes(status));

export const allOffers = (call: StripeCall): Offer[] => call.store.list<Offer>({ kinds: [OFFER], limit: 1_000 }).map(({ doc }) => doc);
/** What an account link of type `capital_financing_offer` is about. */
export const openOffer = (call: StripeCall, account: string): Offer | undefined =>
  offersOf(call, account).find(({ status }) => status === "undelivered" || status === "delivered");
/** Of type `capital_financing_reporting`. */
export const takenOffer = (call: StripeCall, account: string): Offer | undefined =>
  offersOf(call, account).find(({ status }) => ["accepted", "paid_out", "fully_repaid"].includes(status));
export const needsOffer = (call: StripeCall, type: string): void => {
  const account = required(call.form, "account");
  const found = type === "capital_financing_offer" ? openOffer(call, account) : takenOffer(call, account);
  if (!found) throw invalid("This account has no financing offer that fits this type of link.", "type");
};
