/** What changes a client's store credit; "settled" is between two clients who are two again. */
export type CreditKind = "given" | "taken_back" | "refund" | "spent" | "returned" | "undo" | "settled";

export type CreditMove = {
  businessId: string;
  customerId: string;
  currency: string;
  kind: CreditKind;
  /** What it adds: below zero for what goes. */
  amount: bigint;
  reason: string;
  staffId: string;
  businessDate: string;
  orderId: string;
  paymentId: string;
  refundId: string;
  undoes?: string;
};

type Undoable = { kind: CreditKind; undone: boolean };

/** Why a change may not be undone; null when it may: once, and only what was done by hand. */
export function refuseUndo({ kind, undone }: Undoable): "not_by_hand" | "undone" | null {
  if (kind !== "given" && kind !== "taken_back") return "not_by_hand";
  return undone ? "undone" : null;
}

type Share = { customerId: string; balance: bigint };

/** What goes from one of two clients to the other so that neither owes: together they never do. */
export function settlement(shares: readonly Share[]): { from: string; to: string; amount: bigint } | null {
  const owing = shares.find(({ balance }) => balance < 0n);
  const other = shares.find(({ balance }) => balance > 0n);
  if (!owing || !other) return null;
  return { from: other.customerId, to: owing.customerId, amount: -owing.balance };
}
