/** What somebody earned in tips at a location, and what they were paid of it; minor units. */
export type Tips = { earned: bigint; paidOut: bigint };

export const owedOf = ({ earned, paidOut }: Tips): bigint => earned - paidOut;

export const undoMs = 10 * 60_000;

/** What may be paid out: `seen` is what was owed when the amount was chosen, `inDrawer` what the drawer has; null outside it. All in minor units. */
export type Asked = { amount: bigint; seen: bigint; owed: bigint; inDrawer: bigint | null };
export type Refusal = "amount" | "overtaken" | "too_much" | "not_there";

/** Why it may not be paid out; null when it may. */
export function refusePayout({ amount, seen, owed, inDrawer }: Asked): Refusal | null {
  if (amount <= 0n) return "amount";
  if (seen !== owed) return "overtaken";
  if (amount > owed) return "too_much";
  return inDrawer !== null && amount > inDrawer ? "not_there" : null;
}

/** Why a payout may not be undone; null when it may. */
export function refuseUndo({ undoneAt, createdAt }: { undoneAt: Date | null; createdAt: Date }, now: Date): "undone" | "late" | null {
  if (undoneAt) return "undone";
  return now.getTime() - createdAt.getTime() > undoMs ? "late" : null;
}
