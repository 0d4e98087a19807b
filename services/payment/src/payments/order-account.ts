import { type Charged, charge, type Entry, nothingCharged, totalOf } from "../ledger/ledger.ts";

// What the ledger knows of one order: what was charged, what came in and went back, and what is on its way.
export type OrderAccount = {
  charged: Charged;
  orderVersion: number;
  cancelled: boolean;
  captured: bigint;
  capturedTips: bigint;
  refunded: bigint;
  // Payments whose outcome is not known yet.
  pending: bigint;
};

export type OrderFacts = Charged & { version: number; cancelled: boolean };

export const emptyAccount: OrderAccount = {
  charged: nothingCharged,
  orderVersion: 0,
  cancelled: false,
  captured: 0n,
  capturedTips: 0n,
  refunded: 0n,
  pending: 0n,
};

function most(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

// Tips that came in and were not given back; a refund takes tips back last of all.
export function heldTips(account: Pick<OrderAccount, "captured" | "capturedTips" | "refunded">): bigint {
  const kept = account.captured - account.refunded;
  if (kept < account.capturedTips) return kept;
  return account.capturedTips;
}

// Owed now: total - captured + refunded (a cancelled order is charged nothing).
export const dueOf = (account: OrderAccount): bigint => totalOf(account.charged) - account.captured + account.refunded;

// What may still be taken, leaving room for payments that are on their way.
export const payableOf = (account: OrderAccount): bigint => dueOf(account) - account.pending;

// Tips that were paid count even before the order has heard of them.
function wantedCharge(account: OrderAccount, facts: OrderFacts): Charged {
  if (facts.cancelled) return nothingCharged;
  return { sales: facts.sales, tax: facts.tax, tips: most(facts.tips, heldTips(account)) };
}

// Brings the account to what the order says now. Older news than the account already has changes nothing.
export function chargeOrder(account: OrderAccount, facts: OrderFacts): { account: OrderAccount; entry: Entry | null } {
  if (facts.version < account.orderVersion) return { account, entry: null };
  const charged = wantedCharge(account, facts);
  const entry = charge(account.charged, charged, facts.cancelled ? "cancel" : "charge");
  return { account: { ...account, charged, orderVersion: facts.version, cancelled: facts.cancelled }, entry };
}

// Tips that came in beyond what the order had asked for are charged with the payment that brings them.
export function chargePaidTips(account: OrderAccount): { account: OrderAccount; entry: Entry | null } {
  const held = heldTips(account);
  if (account.cancelled || held <= account.charged.tips) return { account, entry: null };
  const charged = { ...account.charged, tips: held };
  return { account: { ...account, charged }, entry: charge(account.charged, charged) };
}
