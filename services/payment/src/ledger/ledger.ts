/** The accounts money moves between. Debits are positive, credits negative; a receivable above zero is what a client owes. */
export const accounts = [
  "client_receivable",
  "client_deposits",
  "deposits_kept",
  "cash_drawer",
  "cash_outside",
  "check_clearing",
  "card_clearing",
  "payouts_in_transit",
  "other_clearing",
  "sales",
  "tax_payable",
  "tips_payable",
  "write_off",
  "dispute_losses",
  "processing_fees",
  "convenience_fees",
  "bank",
  "cash_safe",
  "owner_cash",
  "cash_over_short",
  "financing_owed",
  "financing_fees",
  "client_credit",
  "credit_given",
] as const;

export type LedgerAccount = (typeof accounts)[number];

export type EntryKind =
  | "charge"
  | "capture"
  | "refund"
  | "refund_reversal"
  | "cancel"
  | "write_off"
  | "dispute"
  | "payout"
  | "payout_reversal"
  | "drawer_open"
  | "pay_in"
  | "pay_out"
  | "drawer_difference"
  | "drawer_close"
  | "deposit_held"
  | "deposit_applied"
  | "deposit_kept"
  | "deposit_given_up"
  | "financing_advance"
  | "financing_repayment"
  | "financing_reversal"
  | "credit_given"
  | "credit_taken_back"
  | "tips_paid";

export type Posting = { account: LedgerAccount; amount: bigint };

export type Entry = { kind: EntryKind; postings: Posting[] };

/** What an order comes to, as far as the ledger knows. */
export type Charged = { sales: bigint; tax: bigint; tips: bigint };

export const nothingCharged: Charged = { sales: 0n, tax: 0n, tips: 0n };

export type MoneyKind = "cash" | "check" | "card" | "bank" | "custom" | "credit";

/** What the card processor takes for us, at once or within days. */
export const isByProvider = (kind: MoneyKind): boolean => kind === "card" || kind === "bank";

const clearing: Record<MoneyKind, LedgerAccount> = {
  cash: "cash_drawer",
  check: "check_clearing",
  card: "card_clearing",
  // The processor pays out what came by card and by bank debit together.
  bank: "card_clearing",
  custom: "other_clearing",
  // Spent, it is owed to the client no longer.
  credit: "client_credit",
};

export const totalOf = (charged: Charged): bigint => charged.sales + charged.tax + charged.tips;

// Every entry is made here, so every entry balances: the receivable takes the opposite of all other postings.
function againstReceivable(kind: EntryKind, others: readonly Posting[]): Entry | null {
  const moved = others.filter((p) => p.amount !== 0n);
  if (moved.length === 0) return null;
  const receivable = -moved.reduce((sum, p) => sum + p.amount, 0n);
  const postings = receivable === 0n ? moved : [{ account: "client_receivable" as const, amount: receivable }, ...moved];
  return { kind, postings };
}

/** The client owes what changed since the ledger's last entry; nothing when nothing changed. */
export function charge(before: Charged, after: Charged, kind: "charge" | "cancel" = "charge"): Entry | null {
  return againstReceivable(kind, [
    { account: "sales", amount: before.sales - after.sales },
    { account: "tax_payable", amount: before.tax - after.tax },
    { account: "tips_payable", amount: before.tips - after.tips },
  ]);
}

// A fee for paying by card comes and goes with the amount, and is the business's income: the client owes nothing for it.
const cleared = (entry: EntryKind, kind: MoneyKind, { amount, convenienceFee }: Cleared): Entry | null =>
  againstReceivable(entry, [
    { account: clearing[kind], amount: amount + convenienceFee },
    { account: "convenience_fees", amount: -convenienceFee },
  ]);

/** What a payment or refund is of the bill, and what of the fee on top. */
export type Cleared = { amount: bigint; convenienceFee: bigint };
const back = ({ amount, convenienceFee }: Cleared): Cleared => ({ amount: -amount, convenienceFee: -convenienceFee });

export const capture = (kind: MoneyKind, taken: Cleared): Entry | null => cleared("capture", kind, taken);

export const refund = (kind: MoneyKind, given: Cleared): Entry | null => cleared("refund", kind, back(given));

/** A refund that the provider took back after it had been recorded. */
export const refundReversal = (kind: MoneyKind, given: Cleared): Entry | null => cleared("refund_reversal", kind, given);

/** What the provider takes back because a charge is contested; below zero when it gives that back. The client owes nothing for it. */
export const disputed = (taken: bigint): Entry | null =>
  againstReceivable("dispute", [
    { account: "dispute_losses", amount: taken },
    { account: "card_clearing", amount: -taken },
  ]);

function depositKind(held: bigint, kept: bigint): EntryKind {
  if (kept !== 0n) return kept > 0n ? "deposit_kept" : "deposit_given_up";
  return held > 0n ? "deposit_held" : "deposit_applied";
}

/**
 * What is held for the client until the visit has taken place; below zero it goes towards the bill, back with a refund, or to the business, which keeps it when the
 * visit does not take place.
 */
export const depositMove = (held: bigint, kept: bigint): Entry | null =>
  againstReceivable(depositKind(held, kept), [
    { account: "client_deposits", amount: -held },
    { account: "deposits_kept", amount: -kept },
  ]);

export type PaidOut = { gross: bigint; fees: bigint };

/** Where the money of a payout is: on its way, at the bank, or back in the provider's balance. */
export type PayoutPlace = "payouts_in_transit" | "bank" | "card_clearing";

/** What is to stand of a payout, the provider's fees kept back. One that is back in the balance is as if it had never been. */
export const payoutStanding = (place: PayoutPlace, { gross, fees }: PaidOut): Posting[] =>
  place === "card_clearing"
    ? []
    : [
        { account: place, amount: gross - fees },
        { account: "processing_fees", amount: fees },
        { account: "card_clearing", amount: -gross },
      ];

/** What is missing between what stands of a payout and what is to stand; null where that is the same. */
export function payoutMove(place: PayoutPlace, stands: readonly Posting[], paid: PaidOut): Entry | null {
  const missing = new Map(payoutStanding(place, paid).map(({ account, amount }) => [account, amount]));
  for (const { account, amount } of stands) missing.set(account, (missing.get(account) ?? 0n) - amount);
  return againstReceivable(
    place === "card_clearing" ? "payout_reversal" : "payout",
    [...missing].map(([account, amount]) => ({ account, amount })),
  );
}

/** What was lent, with the fee for it; "balance": through the location's balance at the provider, else to or from its bank. */
export type Lent = { advance: bigint; fee: bigint; through: "balance" | "bank" };

const moneyAt = { balance: "card_clearing", bank: "bank" } as const;

/** The provider lends: money comes, and as much is owed with the whole fee. Below zero it takes that back. */
export const financingAdvance = ({ advance, fee, through }: Lent): Entry | null =>
  againstReceivable(advance < 0n ? "financing_reversal" : "financing_advance", [
    { account: moneyAt[through], amount: advance },
    { account: "financing_fees", amount: fee },
    { account: "financing_owed", amount: -advance - fee },
  ]);

/** What is paid back, mostly withheld from what cards bring. Below zero it is owed again. */
export const financingRepayment = ({ advance, fee, through }: Lent): Entry | null =>
  againstReceivable(advance + fee < 0n ? "financing_reversal" : "financing_repayment", [
    { account: "financing_owed", amount: advance + fee },
    { account: moneyAt[through], amount: -advance - fee },
  ]);

/** Store credit that staff give by hand, at the business's expense; below zero they take it back. */
export const creditByHand = (given: bigint): Entry | null =>
  againstReceivable(given < 0n ? "credit_taken_back" : "credit_given", [
    { account: "credit_given", amount: given },
    { account: "client_credit", amount: -given },
  ]);

/** Tips that are paid to the people who earned them; below zero they are owed again. */
export const tipsPaid = (amount: bigint, from: "cash_drawer" | "bank"): Entry | null =>
  againstReceivable("tips_paid", [
    { account: "tips_payable", amount },
    { account: from, amount: -amount },
  ]);

/** Cash that leaves the drawer for the safe, or is missing or too much in it; below zero it leaves the drawer. */
export function drawerMove(kind: Extract<EntryKind, "pay_out" | "drawer_difference" | "drawer_close">, amount: bigint): Entry | null {
  return againstReceivable(kind, [
    { account: "cash_drawer", amount },
    { account: kind === "drawer_difference" ? "cash_over_short" : "cash_safe", amount: -amount },
  ]);
}

/** Cash beside the drawer that it may be filled from. */
export type LooseCash = { outside: bigint; safe: bigint };

/**
 * Cash that is put into the drawer: what was taken while none was open is counted in first, then what the safe holds. Nothing is taken from where it is not: the
 * rest was brought in by the owner.
 */
export function putIn(kind: Extract<EntryKind, "drawer_open" | "pay_in">, amount: bigint, loose: LooseCash): Entry | null {
  const upTo = (most: bigint, there: bigint): bigint => (there <= 0n ? 0n : there < most ? there : most);
  const outside = upTo(amount, loose.outside);
  const safe = upTo(amount - outside, loose.safe);
  return againstReceivable(kind, [
    { account: "cash_drawer", amount },
    { account: "cash_outside", amount: -outside },
    { account: "cash_safe", amount: -safe },
    { account: "owner_cash", amount: outside + safe - amount },
  ]);
}

/** An entry the other way round. */
export const reversed = ({ kind, postings }: Entry): Entry => ({
  kind,
  postings: postings.map(({ account, amount }) => ({ account, amount: -amount })),
});

export const movesCash = (entry: Entry): boolean => entry.postings.some(({ account }) => account === "cash_drawer");

export const isBalanced = (entry: Entry): boolean => entry.postings.reduce((sum, p) => sum + p.amount, 0n) === 0n;
