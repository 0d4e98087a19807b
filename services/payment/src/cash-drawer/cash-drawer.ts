import type { EntryKind } from "../ledger/ledger.ts";

/** What the ledger's entries of one drawer did to its cash, by their kind. */
export type DrawerEntries = Partial<Record<EntryKind, bigint>>;

export type DrawerFigures = { taken: bigint; refunded: bigint; paidIn: bigint; paidOut: bigint; tipsPaid: bigint; expected: bigint };

/** A drawer's figures, each a sum of ledger entries. What the count found and where the cash went afterwards is left out. */
export function figuresOf(entries: DrawerEntries): DrawerFigures {
  const of = (kind: EntryKind): bigint => entries[kind] ?? 0n;
  const [taken, paidIn] = [of("capture"), of("pay_in")];
  const refunded = -of("refund") - of("refund_reversal");
  const [paidOut, tipsPaid] = [-of("pay_out"), -of("tips_paid")];
  const expected = of("drawer_open") + taken - refunded + paidIn - paidOut - tipsPaid;
  return { taken, refunded, paidIn, paidOut, tipsPaid, expected };
}

export type AdjustmentKind = "pay_in" | "pay_out" | "undo";

/** Why cash may not be put in or taken out; null when it may. */
export function refuseAdjustment(kind: AdjustmentKind, amount: bigint, expected: bigint): "amount" | "not_there" | null {
  if (amount <= 0n) return "amount";
  return kind === "pay_out" && amount > expected ? "not_there" : null;
}

/** What an adjustment adds to the drawer, and the ledger entry it is: an undo is one of the kind it undoes, the other way round. */
export const added = (kind: Exclude<AdjustmentKind, "undo">, amount: bigint): bigint => (kind === "pay_out" ? -amount : amount);
