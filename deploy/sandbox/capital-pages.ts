import { parseForm, text } from "./core/form.ts";
import { type Call, HttpError, type Router, sendText } from "./core/http.ts";
import type { Doc, Store } from "./core/store.ts";
import { escapeHtml, shell } from "./pages.ts";
import {
  actOnOffer,
  actsOf,
  allOffers,
  makeOffer,
  OFFER_ACTS,
  type Offer,
  type OfferAct,
  openOffer,
  takenOffer,
} from "./stripe/capital.ts";
import { dollars } from "./stripe/context.ts";
import { StripeError } from "./stripe/errors.ts";
import type { StripeServer } from "./stripe/server.ts";

// Financing: the page on which a business takes an offer or sees how its loan stands, and one on which Stripe's part is played.

type Parts = { store: Store; stripe: StripeServer };

const HTML = "text/html; charset=utf-8";
const LINK = "/sandbox/stripe/capital/:id";
const DESK = "/sandbox/api/stripe/capital";

const labels: Record<OfferAct, string> = {
  accept: "Take it",
  pay_out: "Approve and pay out",
  reject: "Reject",
  cancel: "Cancel",
  expire: "Let it expire",
  replace: "Replace by half of it",
  pay_all: "Pay all of it back",
  reverse: "Give the last withholding back",
};

function redirect({ res }: Call, url: string): void {
  res.writeHead(303, { location: url });
  res.end();
}

function linkOf(store: Store, call: Call): Doc {
  const link = store.get("account_link", call.params.id ?? "");
  if (!link) throw new HttpError(404, "no such page");
  return link;
}

const inWords = ({ offered_terms: { advance_amount, fee_amount, currency, withhold_rate }, status }: Offer): string =>
  escapeHtml(
    `${dollars(advance_amount, currency)} for a fee of ${dollars(fee_amount, currency)}, ${withhold_rate * 100} % of each charge withheld: ${status}`,
  );

function offerOf({ stripe }: Parts, link: Doc): Offer {
  const find = link.type === "capital_financing_offer" ? openOffer : takenOffer;
  const offer = find(stripe.internal(), String(link.account));
  if (!offer) throw new HttpError(404, "There is no offer any more.");
  return offer;
}

function mountLinks(router: Router, parts: Parts): void {
  const { store, stripe } = parts;
  router.on("GET", LINK, (call) => {
    const link = linkOf(store, call);
    const takes = link.type === "capital_financing_offer";
    const form = `<form method="post" class="row"><button name="answer" value="${takes ? "take" : "back"}" class="strong">${takes ? "Submit the application" : "Back"}</button>${takes ? '<button name="answer" value="back">Not now</button>' : ""}</form>`;
    sendText(call.res, HTML, shell("Financing", `<h1>Capital sandbox</h1><p>${inWords(offerOf(parts, link))}</p>${form}`));
  });
  router.on("POST", LINK, (call) => {
    const link = linkOf(store, call);
    if (text(parseForm(call.body), "answer") === "take")
      store.transaction(() => actOnOffer(stripe.internal(), offerOf(parts, link).id, "accept"));
    redirect(call, String(link.return_url));
  });
}

const line = (offer: Offer): string => {
  const buttons = actsOf(offer).map((act) => `<button name="act" value="${act}">${labels[act]}</button>`);
  return `<li>${escapeHtml(offer.account)}: ${inWords(offer)}<form method="post" class="row"><input type="hidden" name="offer" value="${escapeHtml(offer.id)}">${buttons.join("")}</form></li>`;
};

function desk({ store, stripe }: Parts): string {
  const options = store
    .list({ kinds: ["account"], limit: 1_000 })
    .map(
      ({ doc }) =>
        `<option value="${escapeHtml(doc.id)}">${escapeHtml((doc.business_profile as { name?: string }).name ?? doc.id)}</option>`,
    );
  const form = `<form method="post" class="row"><label>Account <select name="account">${options.join("")}</select></label>
<label>Dollars <input name="amount" value="5000" inputmode="numeric" required size="8"></label><button class="strong">Make an offer</button></form>`;
  const offers = allOffers(stripe.internal()).map(line);
  return `<h1>Financing</h1>${options.length > 0 ? form : "<p>No business has an account yet.</p>"}<ul>${offers.join("")}</ul>`;
}

function actAtDesk({ stripe }: Parts, call: Call): void {
  const form = parseForm(call.body);
  const act = OFFER_ACTS.find((one) => one === text(form, "act"));
  if (act) {
    actOnOffer(stripe.internal(), text(form, "offer") ?? "", act);
    return;
  }
  const dollarsAsked = Number(text(form, "amount"));
  if (!Number.isInteger(dollarsAsked) || dollarsAsked < 1 || dollarsAsked > 1_000_000)
    throw new HttpError(400, "Whole dollars, at most a million.");
  makeOffer(stripe.internal(), text(form, "account") ?? "", dollarsAsked * 100);
}

export function mountCapitalPages(router: Router, parts: Parts): void {
  mountLinks(router, parts);
  router.on("GET", DESK, (call) => sendText(call.res, HTML, shell("Financing", desk(parts))));
  router.on("POST", DESK, (call) => {
    try {
      parts.store.transaction(() => actAtDesk(parts, call));
    } catch (error) {
      throw error instanceof StripeError ? new HttpError(409, error.message) : error;
    }
    redirect(call, DESK);
  });
}
