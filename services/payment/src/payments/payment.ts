import { type Moves, mayMove } from "@leashline/kit";
import type { WithFee } from "@leashline/proto/rules/convenience-fee.ts";
import { isByProvider, type MoneyKind } from "../ledger/ledger.ts";
import { dueOf, heldTips, type OrderAccount, payableOf } from "../ledger/order-account.ts";
import { storeCredit } from "../methods/method.ts";
import type { IntentState } from "../provider/provider.ts";

/** As in growth §4: a payment is made known (created), at the provider (processing), and then completed or failed. */
export type PaymentState = "init" | "created" | "processing" | "paid" | "completed" | "failed";

export const paymentMoves: Moves<PaymentState> = {
  init: ["created", "failed"],
  created: ["processing", "paid", "completed", "failed"],
  processing: ["paid", "completed", "failed"],
  // Authorized, not yet captured.
  paid: ["completed", "failed"],
  completed: [],
  failed: [],
};

/** Marks the payments that were begun with a link: their holder may ask for them and give them up with it. */
export const BY_LINK = "pay-link";
/** Marks what a client gave with a booking on the storefront. */
export const WITH_BOOKING = "online-booking";

/** Whether a client paid by themselves, where nobody on the staff sees it. */
export const isOnline = ({ module, staffId }: { module: string; staffId: string }): boolean =>
  staffId === "0" && (module === BY_LINK || module === WITH_BOOKING);

const states = Object.keys(paymentMoves) as PaymentState[];

export const isSettled = (state: PaymentState): boolean => paymentMoves[state].length === 0;
export const openStates: readonly PaymentState[] = states.filter((state) => !isSettled(state));

const stateOfIntent: Record<IntentState, PaymentState> = {
  unconfirmed: "processing",
  requires_action: "processing",
  processing: "processing",
  authorized: "paid",
  succeeded: "completed",
  declined: "failed",
  cancelled: "failed",
};

/** What a payment becomes by what the provider says of it. An older answer, which would take it back, leaves it as it is. */
export function stateAfter(state: PaymentState, intent: IntentState): PaymentState {
  const next = stateOfIntent[intent];
  return mayMove(paymentMoves, state, next) ? next : state;
}

/** Whether a refund lowers the bill or leaves it owed again. */
export type RefundEffect = "lowerBill" | "stillOwed";

/** How money goes back: the way its payment came, or another. */
export type RefundWay = "original" | "credit" | "cash";

type Paid = { kind: MoneyKind; method: string };

/** What a refund of a payment goes back by. */
export const kindBack = ({ kind }: Pick<Paid, "kind">, way: RefundWay): MoneyKind => (way === "original" ? kind : way);

/** The same as people call it. */
export const methodBack = ({ method }: Pick<Paid, "method">, way: RefundWay): string =>
  way === "original" ? method : way === "credit" ? storeCredit.name : way;

/** A way that comes to the one the payment came is that one. */
export const wayBack = ({ kind }: Pick<Paid, "kind">, way: RefundWay): RefundWay => (kind === way ? "original" : way);

/** A refund is at the provider (processing), entered in the books (created), or failed, also after it had been entered. */
export type RefundState = "processing" | "created" | "failed";

export const refundMoves: Moves<RefundState> = { processing: ["created", "failed"], created: ["failed"], failed: [] };

export type NewPayment = {
  kind: MoneyKind;
  amount: bigint;
  /** The part of the amount that is tip. */
  tips: bigint;
  /** The most that the order's tip may come to. */
  maxTips: bigint;
  checkNumber: string;
  methodUsable: boolean;
  hasCard: boolean;
  /** What an amount charged to a card must be a multiple of. */
  cardStep: bigint;
  /** What the payer saw as owed, where only exactly that is taken. */
  seenDue?: bigint | undefined;
  /** Not while another payment is on its way. */
  alone?: boolean;
};

export type PaymentRefusal = "changed" | "amount" | "card_step" | "data" | "method" | "check_number" | "unsettled" | "tip_maximum";

const notBelowZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount);

/** How much more the order will come to because this payment brings tips the order had not asked for. */
export const extraTips = (account: OrderAccount, tips: bigint): bigint => notBelowZero(heldTips(account) + tips - account.charged.tips);

/** Why a payment may not be taken; null when it may. */
export function refusePayment(account: OrderAccount, payment: NewPayment): PaymentRefusal | null {
  if (payment.amount <= 0n) return "amount";
  if (payment.tips < 0n || payment.tips > payment.amount) return "data";
  if (!payment.methodUsable) return "method";
  if (isByProvider(payment.kind) && !payment.hasCard) return "method";
  if (isByProvider(payment.kind) && payment.amount % payment.cardStep !== 0n) return "card_step";
  if (payment.kind === "check" && payment.checkNumber.trim() === "") return "check_number";
  if (account.cancelled) return "data";
  if (payment.seenDue !== undefined && payment.seenDue !== dueOf(account)) return "changed";
  if (payment.alone && account.pending > 0n) return "unsettled";
  const extra = extraTips(account, payment.tips);
  if (extra > 0n && account.charged.tips + extra > payment.maxTips) return "tip_maximum";
  if (payment.amount <= payableOf(account) + extra) return null;
  return payment.amount <= dueOf(account) + extra ? "unsettled" : "amount";
}

export type Refundable = { state: PaymentState; amount: bigint; refunded: bigint; pendingRefunds: bigint };

/** Only a completed payment whose amount exceeds what already went back, and never more than that (growth §5). */
export const refundableOf = (payment: Refundable): bigint =>
  payment.state === "completed" ? notBelowZero(payment.amount - payment.refunded - payment.pendingRefunds) : 0n;

/** What the card is charged: what the payment pays of its bill, and the fee for paying by card. */
export const chargedOf = ({ amount, convenienceFee }: { amount: bigint; convenienceFee: bigint }): bigint => amount + convenienceFee;

/** Several payments may be one charge, which the provider knows by the first of them: what the whole of it takes, and which that one is. */
type OfCharge = { paymentId: string; transactionId: string | null; chargeTotal: bigint };
type Charged = { amount: bigint; convenienceFee: bigint; chargeTotal: bigint };

export const wholeCharge = (row: Charged): bigint => (row.chargeTotal > 0n ? row.chargeTotal : chargedOf(row));
export const knownAs = ({ paymentId, transactionId, chargeTotal }: OfCharge): string =>
  chargeTotal > 0n && transactionId !== null ? transactionId : paymentId;

type Feed = Refundable & { convenienceFee: bigint; convenienceFeeBack: bigint };

/** A payment as the rule of fees sees it. */
export const withFee = (row: Feed): WithFee => ({
  amount: row.amount,
  amountBack: row.refunded + row.pendingRefunds,
  fee: row.convenienceFee,
  feeBack: row.convenienceFeeBack,
});

export const mayRefund = (payment: Refundable, amount: bigint): boolean => amount > 0n && amount <= refundableOf(payment);
