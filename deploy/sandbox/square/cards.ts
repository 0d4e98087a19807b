import { type Body, invalid, load, type SquareCall, SquareRefusal } from "./context.ts";

// The payment tokens of Square's testing page, and what each does.

type Decline = { code: string; detail: string };
type Test = { decline?: Decline };

const no = (code: string, detail: string): Test => ({ decline: { code, detail } });

const TOKENS: Record<string, Test> = {
  "cnon:card-nonce-ok": {},
  "cnon:card-nonce-declined": no("GENERIC_DECLINE", "Authorization error: 'GENERIC_DECLINE'"),
  "cnon:card-nonce-rejected-cvv": no("CVV_FAILURE", "Authorization error: 'CVV_FAILURE'"),
  "cnon:card-nonce-rejected-postalcode": no("ADDRESS_VERIFICATION_FAILURE", "Authorization error: 'ADDRESS_VERIFICATION_FAILURE'"),
  "cnon:card-nonce-rejected-expiration": no("INVALID_EXPIRATION", "Authorization error: 'INVALID_EXPIRATION'"),
  "ccof:customer-card-id-ok": {},
  "ccof:customer-card-id-declined": no("GENERIC_DECLINE", "Authorization error: 'GENERIC_DECLINE'"),
};

const SWITCHED_OFF: Decline = { code: "GENERIC_DECLINE", detail: "Authorization error: 'GENERIC_DECLINE'" };

export const VISA: Body = {
  card_brand: "VISA",
  last_4: "1111",
  exp_month: 11,
  exp_year: 2031,
  fingerprint: "sq-1-sandbox",
  card_type: "CREDIT",
  prepaid_type: "NOT_PREPAID",
  bin: "411111",
};

export const declinedWith = ({ code, detail }: Decline): SquareRefusal =>
  new SquareRefusal(402, { category: "PAYMENT_METHOD_ERROR", code, detail }, true);

/** The card that a token or a card on file stands for; declined where that one is. */
export function chargeableCard(call: SquareCall, sourceId: string, customerId: string | undefined): Body {
  if (call.declineAll) throw declinedWith(SWITCHED_OFF);
  const test = TOKENS[sourceId];
  if (test?.decline) throw declinedWith(test.decline);
  if (test) return VISA;
  if (!sourceId.startsWith("ccof:")) throw invalid("INVALID_CARD_DATA", "Invalid source `source_id`.", "source_id");
  const card = load(call, "card", sourceId, "card") as Body;
  if (card.enabled !== true) throw invalid("CARD_TOKEN_USED", "The card is disabled.", "source_id");
  if (card.customer_id !== customerId) throw invalid("CUSTOMER_NOT_FOUND", "The card is not of this customer.", "customer_id");
  const { id: _, token, ...shownCard } = card;
  const kept = TOKENS[String(token)];
  if (kept?.decline) throw declinedWith(kept.decline);
  return shownCard;
}

/** A token that a card on file can be made of; it is checked with the bank, nothing is taken. */
export function keepable(call: SquareCall, sourceId: string): Body {
  const test = TOKENS[sourceId];
  if (!test || !sourceId.startsWith("cnon:")) throw invalid("INVALID_CARD_DATA", "Invalid source `source_id`.", "source_id");
  if (call.declineAll) throw declinedWith(SWITCHED_OFF);
  if (test.decline && test.decline.code !== "GENERIC_DECLINE") throw declinedWith(test.decline);
  return VISA;
}
