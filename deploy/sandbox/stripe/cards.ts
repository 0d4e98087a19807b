import { createHash } from "node:crypto";

export type Decline = { code: string; decline_code?: string; message: string; param?: string };

/** How a test card behaves, as Stripe's testing page describes it. */
export type Behaviour = {
  /** Refused when it is attached to a customer or set up. */
  attach?: Decline;
  charge?: Decline;
  /** `always`: asks for authentication each time; `unless_setup`: not when it was set up for off-session use. */
  authenticate?: "always" | "unless_setup";
  /** What the charge does after a successful authentication. */
  afterwards?: Decline;
  refund?: "pending" | "fails_later";
  /** The holder contests the charge as soon as it is made. */
  dispute?: "fraudulent" | "inquiry";
  /** Of a bank account: whether its holder proved that it is theirs, and what the bank says of a debit, if it ever says anything. */
  bank?: { verified: boolean; stays: boolean; fails?: Decline };
};

export type TestCard = { number: string; brand: string; funding: string; country: string; names: string[] } & Behaviour;

const refused = (decline_code: string, message = "Your card was declined."): Decline => ({ code: "card_declined", decline_code, message });
const both = (decline: Decline): Behaviour => ({ attach: decline, charge: decline });

function card(number: string, brand: string, names: string, behaviour: Behaviour = {}, funding = "credit", country = "US"): TestCard {
  return { number, brand, funding, country, names: names.split(" "), ...behaviour };
}

const FUNDS = refused("insufficient_funds", "Your card has insufficient funds.");
const EXPIRED: Decline = { code: "expired_card", message: "Your card has expired.", param: "exp_month" };
const CVC: Decline = { code: "incorrect_cvc", message: "Your card's security code is incorrect.", param: "cvc" };
const PROCESSING: Decline = {
  code: "processing_error",
  message: "An error occurred while processing your card. Try again in a little bit.",
};

/** `names` are what follows `pm_card_` and `tok_`. */
export const TEST_CARDS: TestCard[] = [
  card("4242424242424242", "visa", "visa us"),
  card("4000056655665556", "visa", "visa_debit", {}, "debit"),
  card("5555555555554444", "mastercard", "mastercard"),
  card("2223003122003222", "mastercard", "mastercard_2series"),
  card("5200828282828210", "mastercard", "mastercard_debit", {}, "debit"),
  card("5105105105105100", "mastercard", "mastercard_prepaid", {}, "prepaid"),
  card("378282246310005", "amex", "amex"),
  card("6011111111111117", "discover", "discover"),
  card("3056930009020004", "diners", "diners"),
  card("3566002020360505", "jcb", "jcb"),
  card("6200000000000005", "unionpay", "unionpay"),
  card("4000001240000000", "visa", "ca", {}, "credit", "CA"),
  card("4000008260000000", "visa", "gb", {}, "credit", "GB"),
  card("4000000360000006", "visa", "au", {}, "credit", "AU"),
  card("4000000000000077", "visa", "bypassPending"),
  card("4000000000000002", "visa", "visa_chargeDeclined chargeDeclined", both(refused("generic_decline"))),
  card("4000000000009995", "visa", "visa_chargeDeclinedInsufficientFunds chargeDeclinedInsufficientFunds", both(FUNDS)),
  card("4000000000009987", "visa", "visa_chargeDeclinedLostCard chargeDeclinedLostCard", both(refused("lost_card"))),
  card("4000000000009979", "visa", "visa_chargeDeclinedStolenCard chargeDeclinedStolenCard", both(refused("stolen_card"))),
  card("4000000000000069", "visa", "chargeDeclinedExpiredCard visa_chargeDeclinedExpiredCard", both(EXPIRED)),
  card("4000000000000127", "visa", "chargeDeclinedIncorrectCvc visa_chargeDeclinedIncorrectCvc", both(CVC)),
  card("4000000000000119", "visa", "chargeDeclinedProcessingError visa_chargeDeclinedProcessingError", both(PROCESSING)),
  card("4000000000006975", "visa", "visa_chargeDeclinedVelocityLimitExceeded", both(refused("card_velocity_exceeded"))),
  card("4100000000000019", "visa", "radarBlock", both(refused("fraudulent"))),
  card("4000000000000341", "visa", "chargeCustomerFail", { charge: refused("generic_decline") }),
  card("4000002500003155", "visa", "authenticationRequiredOnSetup", { authenticate: "unless_setup" }),
  card("4000002760003184", "visa", "authenticationRequired", { authenticate: "always" }),
  card("4000000000003220", "visa", "threeDSecure2Required threeDSecureRequired", { authenticate: "always" }),
  card("4000008260003178", "visa", "authenticationRequiredChargeDeclinedInsufficientFunds", { authenticate: "always", afterwards: FUNDS }),
  card("4000008400001629", "visa", "threeDSecureRequiredChargeDeclined", {
    authenticate: "always",
    afterwards: refused("generic_decline"),
  }),
  card("4000000000007726", "visa", "pendingRefund", { refund: "pending" }),
  card("4000000000005126", "visa", "refundFail", { refund: "fails_later" }),
  card("4000000000000259", "visa", "createDispute", { dispute: "fraudulent" }),
  card("4000000000001976", "visa", "createDisputeInquiry", { dispute: "inquiry" }),
];

export function byNumber(number: string): TestCard | undefined {
  return TEST_CARDS.find((known) => known.number === number);
}

/** `pm_card_visa`, `tok_visa` and their like. */
export function byToken(token: string): TestCard | undefined {
  const name = /^(?:pm_card_|tok_)(.+)$/.exec(token)?.[1];
  return name ? TEST_CARDS.find((known) => known.names.includes(name)) : undefined;
}

export function luhn(number: string): boolean {
  let sum = 0;
  [...number].reverse().forEach((digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}

export function fingerprint(number: string): string {
  return createHash("sha256").update(`sandbox:${number}`).digest("base64url").replace(/[-_]/g, "x").slice(0, 16);
}

/** For cards whose authentication failed or was refused. */
export const NOT_AUTHENTICATED: Decline = {
  code: "payment_intent_authentication_failure",
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};
export const NEEDS_AUTHENTICATION: Decline = {
  code: "authentication_required",
  decline_code: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};
export const SWITCHED_OFF: Decline = refused("generic_decline");
export const NOT_A_TEST_CARD: Decline = {
  code: "card_declined",
  decline_code: "test_mode_live_card",
  message:
    "Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
};
