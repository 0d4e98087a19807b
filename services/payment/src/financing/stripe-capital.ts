import type Stripe from "stripe";
import { Refused } from "../provider/provider.ts";
import { fromStripe } from "../provider/stripe-amount.ts";
import { asking, type StripeSettings, stripeClient } from "../provider/stripe-sdk.ts";
import type { OfferStatus, Terms } from "./financing.ts";
import type { Lender, LentMovement, LentOffer, LinkKind, Repaying } from "./lender.ts";

// Stripe Capital for platforms. It is in preview: the SDK has no methods of its own for it and is asked by path, with the preview of its version.

type StripeTerms = { advance_amount: number; fee_amount: number; withhold_rate: number; currency: string; campaign_type?: string };
type StripeOffer = {
  id: string;
  account: string;
  status: string;
  financing_type?: string;
  type?: string;
  product_type?: string;
  created: number;
  expires_after: number;
  offered_terms?: StripeTerms;
  accepted_terms?: StripeTerms | null;
};
type StripeSummary = {
  financing_offer: string | null;
  details: {
    currency: string;
    repayments_begin_at: number | null;
    current_repayment_interval: { due_at: number; remaining_amount: number } | null;
  } | null;
};
type StripeMovement = {
  id: string;
  type: LentMovement["kind"];
  financing_offer: string | null;
  created_at: number;
  user_facing_description: string | null;
  legacy_balance_transaction_source?: string | null;
  details: { currency: string; advance_amount: number; fee_amount: number; reason?: string | null; reversed_transaction?: string | null };
};
type List<T> = { data: T[]; has_more: boolean };

// "completed" is what Stripe called a loan that is paid back before it had "fully_repaid".
const statuses: Record<string, OfferStatus> = {
  undelivered: "pre_qualified",
  delivered: "created",
  accepted: "accepted",
  canceled: "canceled",
  revoked: "canceled",
  expired: "expired",
  fully_repaid: "fully_repaid",
  completed: "fully_repaid",
  paid_out: "paid_out",
  rejected: "rejected",
  replaced: "replaced",
};

const timeOf = (seconds: number): Date => new Date(seconds * 1000);
const positive = (amount: number, currency: string): bigint => fromStripe(Math.abs(amount), currency);

const termsOf = ({ advance_amount, fee_amount, withhold_rate, currency }: StripeTerms): Terms => ({
  advance: positive(advance_amount, currency),
  fee: positive(fee_amount, currency),
  withholdPpm: Math.round(withhold_rate * 1_000_000),
});

function offerOf(offer: StripeOffer): LentOffer[] {
  const status = statuses[offer.status];
  const terms = offer.offered_terms ?? offer.accepted_terms;
  // A status that is not documented, or an offer without terms, is nothing that could be shown.
  if (!status || !terms) return [];
  return [
    {
      id: offer.id,
      account: offer.account,
      status,
      undelivered: offer.status === "undelivered",
      offerType: offer.financing_type ?? offer.type ?? "",
      productType: offer.product_type ?? "",
      campaignType: terms.campaign_type ?? "",
      currency: terms.currency.toUpperCase(),
      offered: termsOf(terms),
      accepted: offer.accepted_terms ? termsOf(offer.accepted_terms) : null,
      createdAt: timeOf(offer.created),
      expiresAt: timeOf(offer.expires_after),
    },
  ];
}

function repayingOf({ financing_offer, details }: StripeSummary): Repaying | null {
  if (!financing_offer || !details) return null;
  const { repayments_begin_at: begins, current_repayment_interval: now, currency } = details;
  return {
    offerId: financing_offer,
    beginsAt: begins ? timeOf(begins) : null,
    dueAt: now ? timeOf(now.due_at) : null,
    dueAmount: now ? positive(now.remaining_amount, currency) : null,
  };
}

const movementOf = ({ id, type, financing_offer, created_at, details, ...more }: StripeMovement): LentMovement => ({
  id,
  offerId: financing_offer ?? "",
  kind: type,
  reason: details.reason ?? "",
  reversedId: details.reversed_transaction ?? "",
  currency: details.currency.toUpperCase(),
  advance: positive(details.advance_amount, details.currency),
  fee: positive(details.fee_amount, details.currency),
  through: more.legacy_balance_transaction_source ? "balance" : "bank",
  description: more.user_facing_description ?? "",
  at: timeOf(created_at),
});

// An installation that is not let into Capital is told so with a refusal: then nothing is offered.
async function orNothing<T>(asked: Promise<T>, nothing: T): Promise<T> {
  return await asked.catch((error: unknown) => {
    if (error instanceof Refused) return nothing;
    throw error;
  });
}

const linkTypes: Record<LinkKind, string> = { application: "capital_financing_offer", report: "capital_financing_reporting" };
const preview = (stripe: Stripe): string => `${String(stripe.getApiField("version")).split(".")[0]}.preview`;
const most = 100;

export function stripeCapital(settings: StripeSettings): Lender {
  const stripe = stripeClient(settings);
  const ask = async <T>(method: "GET" | "POST", path: string, on = "", body?: Record<string, string>): Promise<T> => {
    const options = { apiVersion: preview(stripe), ...(on && { stripeAccount: on }) };
    return await asking(async () => (await stripe.rawRequest(method, path, body, options)) as T);
  };
  const page = async <T>(path: string, query: Record<string, string>, on = ""): Promise<List<T>> =>
    await ask<List<T>>("GET", `${path}?${new URLSearchParams({ limit: String(most), ...query })}`, on);
  async function* all<T extends { id: string }>(path: string, query: Record<string, string>, on = ""): AsyncIterable<T> {
    let after = "";
    for (;;) {
      const { data, has_more } = await page<T>(path, { ...query, ...(after && { starting_after: after }) }, on);
      yield* data;
      after = data.at(-1)?.id ?? "";
      if (!has_more || !after) return;
    }
  }
  return {
    channel: "stripe",
    offersFor: (account) =>
      orNothing(Array.fromAsync(all<StripeOffer>("/v1/capital/financing_offers", { connected_account: account }), offerOf), []).then(
        (found) => found.flat(),
      ),
    repaying: (account) => orNothing(ask<StripeSummary>("GET", "/v1/capital/financing_summary", account).then(repayingOf), null),
    async *movementsOf(account, offerId) {
      const path = "/v1/capital/financing_transactions";
      for await (const one of all<StripeMovement>(path, { financing_offer: offerId }, account)) yield movementOf(one);
    },
    delivered: async (offerId) => void (await ask("POST", `/v1/capital/financing_offers/${encodeURIComponent(offerId)}/mark_delivered`)),
    link: async (account, { kind, returnUrl, refreshUrl }) => {
      const body = { account, return_url: returnUrl, refresh_url: refreshUrl, type: linkTypes[kind] };
      return (await ask<{ url: string }>("POST", "/v1/account_links", "", body)).url;
    },
  };
}
