import type { Square } from "square";
import type { DisputeState, Intent, IntentState, ProviderCard, ProviderDispute, ProviderRefund, SavedCard } from "../provider/provider.ts";

// What Square says, in our words. It has room for one name of ours on a payment; on a refund it stands in the reason.

export const SQUARE = "square";

/** What is asked of a terminal has another id than the payment that comes of it. */
const CHECKOUT = "checkout:";
export const checkoutIntent = (checkoutId: string): string => `${CHECKOUT}${checkoutId}`;
export const checkoutIn = (intentId: string): string | null => (intentId.startsWith(CHECKOUT) ? intentId.slice(CHECKOUT.length) : null);

type Money = Square.Money | undefined;
export const amountOf = (money: Money): bigint => money?.amount ?? 0n;
export const moneyOf = (amount: bigint, currency: string): Square.Money => ({ amount, currency: currency as Square.Currency });

// A state of theirs that we do not know is one that is not over.
const states: Partial<Record<string, IntentState>> = {
  APPROVED: "unconfirmed",
  PENDING: "processing",
  COMPLETED: "succeeded",
  CANCELED: "cancelled",
  FAILED: "declined",
};

const brands: Partial<Record<string, string>> = { AMERICAN_EXPRESS: "amex", DISCOVER_DINERS: "diners", MASTERCARD: "mastercard" };

export const cardOf = (card: Square.Card): ProviderCard => ({
  brand: brands[card.cardBrand ?? ""] ?? (card.cardBrand ?? "").toLowerCase(),
  last4: card.last4 ?? "",
  funding: (card.cardType ?? "").toLowerCase().replace("unknown_card_type", ""),
  expMonth: Number(card.expMonth ?? 0),
  expYear: Number(card.expYear ?? 0),
});

export const savedOf = (card: Square.Card): SavedCard => ({
  ...cardOf(card),
  id: card.id ?? "",
  country: "",
  name: card.cardholderName ?? "",
  cvcCheck: "",
});

const feeOf = ({ processingFee = [] }: Square.Payment): bigint => processingFee.reduce((sum, fee) => sum + amountOf(fee.amountMoney), 0n);

export function intentOfPayment(payment: Square.Payment): Intent {
  const state = states[payment.status ?? ""] ?? "processing";
  const [error] = payment.cardDetails?.errors ?? [];
  const card = payment.cardDetails?.card;
  return {
    id: payment.id ?? "",
    state,
    currency: payment.totalMoney?.currency ?? "",
    amount: amountOf(payment.totalMoney),
    received: state === "succeeded" ? amountOf(payment.totalMoney) : 0n,
    fee: feeOf(payment),
    paymentMethod: card?.id ?? "",
    card: card ? cardOf(card) : null,
    clientSecret: "",
    consentUrl: "",
    failureCode: (error?.code ?? "").toLowerCase(),
    failureMessage: error?.detail ?? "",
    metadata: { payment_ref: payment.referenceId ?? "" },
  };
}

type Why = { failureCode: string; failureMessage: string };
const canceled: Record<string, Why> = {
  BUYER_CANCELED: { failureCode: "customer_canceled", failureMessage: "The client canceled at the terminal." },
  SELLER_CANCELED: { failureCode: "canceled", failureMessage: "Canceled at the counter." },
  TIMED_OUT: { failureCode: "timed_out", failureMessage: "Nobody held a card to the terminal in time." },
};

/** What a terminal is asked for, until it comes to a payment. One that is asked to stop goes on until the terminal says that it has. */
export function intentOfCheckout(checkout: Square.TerminalCheckout): Intent {
  const over = checkout.status === "CANCELED";
  const why = canceled[checkout.cancelReason ?? "SELLER_CANCELED"] ?? { failureCode: "canceled", failureMessage: "" };
  return {
    id: checkoutIntent(checkout.id ?? ""),
    state: over ? "cancelled" : "unconfirmed",
    currency: checkout.amountMoney.currency ?? "",
    amount: amountOf(checkout.amountMoney),
    received: 0n,
    fee: 0n,
    paymentMethod: "",
    card: null,
    clientSecret: "",
    consentUrl: "",
    ...(over ? why : { failureCode: "", failureMessage: "" }),
    metadata: { payment_ref: checkout.referenceId ?? "" },
  };
}

// While a bank only inquires no money is taken back; an inquiry that was closed cost nothing.
const disputeStates: Partial<Record<string, DisputeState>> = { WON: "won", INQUIRY_CLOSED: "won", LOST: "lost", ACCEPTED: "lost" };
const WITHDRAWN: readonly string[] = ["EVIDENCE_REQUIRED", "PROCESSING", "LOST", "ACCEPTED"];

export function disputeOf({ id, disputeId, disputedPayment, state: said, amountMoney, reason, dueAt }: Square.Dispute): ProviderDispute {
  const amount = amountOf(amountMoney);
  return {
    id: id ?? disputeId ?? "",
    intentId: disputedPayment?.paymentId ?? "",
    state: disputeStates[said ?? ""] ?? "open",
    currency: amountMoney?.currency ?? "",
    amount,
    withdrawn: WITHDRAWN.includes(said ?? "") ? amount : 0n,
    reason: (reason ?? "").toLowerCase(),
    dueAt: dueAt ? new Date(dueAt) : null,
  };
}

const REASON = /^Refund ([0-9a-f-]{36})$/;
export const reasonOf = (ref: string): string => `Refund ${ref}`;

export const refundOf = (refund: Square.PaymentRefund): ProviderRefund => ({
  id: refund.id,
  intentId: refund.paymentId ?? "",
  state: refund.status === "FAILED" || refund.status === "REJECTED" ? "failed" : "accepted",
  currency: refund.amountMoney.currency ?? "",
  amount: amountOf(refund.amountMoney),
  failureMessage: refund.status === "FAILED" || refund.status === "REJECTED" ? "Square could not give the money back." : "",
  metadata: { refund_ref: REASON.exec(refund.reason ?? "")?.[1] ?? "" },
});
