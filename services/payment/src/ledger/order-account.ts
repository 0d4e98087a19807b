import { lesserOf } from "@leashline/proto/rules/lesser.ts";
import { type Charged, charge, depositMove, type Entry, nothingCharged, totalOf } from "./ledger.ts";

/** What the ledger knows of one order: what was charged, what came in and went back, and what is on its way. */
export type OrderAccount = {
  charged: Charged;
  orderVersion: number;
  cancelled: boolean;
  captured: bigint;
  capturedTips: bigint;
  refunded: bigint;
  /** Payments whose outcome is not known yet. */
  pending: bigint;
  /** What came in as deposits and did not go back, and how much of it the ledger holds for the client. */
  deposits: bigint;
  depositsHeld: bigint;
  /** What of the deposits is the business's although the visit does not take place. */
  kept: bigint;
  /** Staff decided what is kept, and why; the deposit policy leaves it at that. */
  keptByHand: boolean;
  keptReason: string;
  completed: boolean;
};

/** What an order says it comes to, at one of its versions. */
export type OrderCharge = Charged & { version: number; cancelled: boolean; completed?: boolean };

export const emptyAccount: OrderAccount = {
  charged: nothingCharged,
  orderVersion: 0,
  cancelled: false,
  captured: 0n,
  capturedTips: 0n,
  refunded: 0n,
  pending: 0n,
  deposits: 0n,
  depositsHeld: 0n,
  kept: 0n,
  keptByHand: false,
  keptReason: "",
  completed: false,
};

const largerOf = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Tips that came in and were not given back; a refund takes tips back last of all. */
export function heldTips(account: Pick<OrderAccount, "captured" | "capturedTips" | "refunded">): bigint {
  const kept = account.captured - account.refunded;
  if (kept < account.capturedTips) return kept;
  return account.capturedTips;
}

const between = (low: bigint, high: bigint, value: bigint): bigint => lesserOf(largerOf(low, value), high);

/** What of the money that came in was for the tip: it is paid last. */
const tipsPaid = ({ charged, captured, refunded }: OrderAccount): bigint =>
  between(0n, charged.tips, captured - refunded - charged.sales - charged.tax);

/** What of a payment was for the tip, whether the payment brought it or the bill asked for it. */
export const tipsIncluded = (before: OrderAccount, after: OrderAccount, ownTips: bigint): bigint =>
  largerOf(ownTips, tipsPaid(after) - tipsPaid(before));

/** Owed now: total - captured + refunded (a cancelled order is charged nothing, and what is kept of its deposits is not owed back). */
export const dueOf = (account: OrderAccount): bigint => totalOf(account.charged) - account.captured + account.refunded + account.kept;

/** What may still be taken, leaving room for payments that are on their way. */
export const payableOf = (account: OrderAccount): bigint => dueOf(account) - account.pending;

// Tips that were paid count even before the order knows of them.
function wantedCharge(account: OrderAccount, order: OrderCharge): Charged {
  if (order.cancelled) return nothingCharged;
  return { sales: order.sales, tax: order.tax, tips: largerOf(order.tips, heldTips(account)) };
}

/** Brings the account to what the order says now. An older version than the account already has changes nothing. */
export function chargeOrder(account: OrderAccount, order: OrderCharge): { account: OrderAccount; entry: Entry | null } {
  if (order.version < account.orderVersion) return { account, entry: null };
  const charged = wantedCharge(account, order);
  const entry = charge(account.charged, charged, order.cancelled ? "cancel" : "charge");
  return {
    account: { ...account, charged, orderVersion: order.version, cancelled: order.cancelled, completed: order.completed ?? false },
    entry,
  };
}

/** Tips beyond what the order had asked for are charged with the payment that brings them. */
export function chargePaidTips(account: OrderAccount): { account: OrderAccount; entry: Entry | null } {
  const held = heldTips(account);
  if (account.cancelled || held <= account.charged.tips) return { account, entry: null };
  const charged = { ...account.charged, tips: held };
  return { account: { ...account, charged }, entry: charge(account.charged, charged) };
}

/**
 * Deposits are held until the order is completed; then they are the business's, and pay what they were given for. Of a canceled order's no more can be kept than did
 * not go back, and of one that takes place after all nothing is.
 */
export function holdDeposits(account: OrderAccount, keptBefore: bigint): { account: OrderAccount; entry: Entry | null } {
  const kept = account.cancelled ? lesserOf(account.kept, account.deposits) : 0n;
  const depositsHeld = account.completed ? 0n : account.deposits - kept;
  const decided = account.cancelled ? {} : { keptByHand: false, keptReason: "" };
  return {
    account: { ...account, ...decided, depositsHeld, kept },
    entry: depositMove(depositsHeld - account.depositsHeld, kept - keptBefore),
  };
}
