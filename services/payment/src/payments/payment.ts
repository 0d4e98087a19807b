import type { MoneyKind } from "../ledger/ledger.ts";
import { dueOf, heldTips, type OrderAccount, payableOf } from "./order-account.ts";

// As in growth §4: a payment is made known (created), at the provider (processing), and then completed or failed.
export type PaymentState = "init" | "created" | "processing" | "paid" | "completed" | "failed";

export const paymentMoves: Record<PaymentState, readonly PaymentState[]> = {
  init: ["created", "failed"],
  created: ["processing", "completed", "failed"],
  processing: ["paid", "completed", "failed"],
  // Authorised, not yet captured.
  paid: ["completed", "failed"],
  completed: [],
  failed: [],
};

export const isSettled = (state: PaymentState): boolean => paymentMoves[state].length === 0;

export type NewPayment = {
  kind: MoneyKind;
  amount: bigint;
  // The part of the amount that is tip.
  tips: bigint;
  checkNumber: string;
  methodUsable: boolean;
  hasCard: boolean;
  // What an amount charged to a card must be a multiple of.
  cardStep: bigint;
};

export type PaymentRefusal = "amount" | "card_step" | "data" | "method" | "check_number" | "unsettled";

const notBelowZero = (amount: bigint): bigint => {
  if (amount < 0n) return 0n;
  return amount;
};

// How much more the order will come to because this payment brings tips the order had not asked for.
export const extraTips = (account: OrderAccount, tips: bigint): bigint => notBelowZero(heldTips(account) + tips - account.charged.tips);

// Why a payment may not be taken; null when it may.
export function refusePayment(account: OrderAccount, payment: NewPayment): PaymentRefusal | null {
  if (payment.amount <= 0n) return "amount";
  if (payment.tips < 0n || payment.tips > payment.amount) return "data";
  if (!payment.methodUsable) return "method";
  if (payment.kind === "card" && !payment.hasCard) return "method";
  if (payment.kind === "card" && payment.amount % payment.cardStep !== 0n) return "card_step";
  if (payment.kind === "check" && payment.checkNumber.trim() === "") return "check_number";
  if (account.cancelled) return "data";
  const extra = extraTips(account, payment.tips);
  if (payment.amount <= payableOf(account) + extra) return null;
  return payment.amount <= dueOf(account) + extra ? "unsettled" : "amount";
}

export type Refundable = { state: PaymentState; amount: bigint; refunded: bigint; pendingRefunds: bigint };

// Only a completed payment whose amount exceeds what already went back, and never more than that (growth §5).
export const refundableOf = (payment: Refundable): bigint =>
  payment.state === "completed" ? notBelowZero(payment.amount - payment.refunded - payment.pendingRefunds) : 0n;

export const mayRefund = (payment: Refundable, amount: bigint): boolean => amount > 0n && amount <= refundableOf(payment);
