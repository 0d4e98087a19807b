import { type Moves, mayMove } from "@leashline/kit";
import type { PaidOut } from "../ledger/ledger.ts";
import type { Movement, PayoutState } from "../provider/provider.ts";
import type { Owner } from "../provider/provider-note.ts";

/** A business's part of a payout is entered when it is paid, and taken back when the bank returned it. */
export type PaidState = "paid" | "failed";
const payoutMoves: Moves<PaidState> = { paid: ["failed"], failed: [] };

/** What is to be done with a business's part of a payout by what the provider says of it; null for nothing. */
export function payoutStep(known: PaidState | null, said: PayoutState): "enter" | "reverse" | null {
  if (said === "underway" || known === said) return null;
  if (!known) return said === "paid" ? "enter" : null;
  return mayMove(payoutMoves, known, said) ? "reverse" : null;
}

/** A business's part of a payout, and the movements it is made of. */
export type Share = Owner & PaidOut & { currency: string; movements: readonly Movement[] };

/** The parts of a payout, which brings the money of several businesses at once. Left out is what is nobody's here, or was changed into another currency. */
export function sharesOf(movements: readonly { movement: Movement; owner: Owner | null }[]): Share[] {
  const shares = new Map<string, Share & { movements: Movement[] }>();
  for (const { movement, owner } of movements) {
    if (!owner || movement.converted) continue;
    const { currency } = movement;
    const key = `${owner.companyId}-${owner.businessId}-${currency}`;
    const share = shares.get(key) ?? { ...owner, currency, gross: 0n, fees: 0n, movements: [] };
    share.movements.push(movement);
    shares.set(key, { ...share, gross: share.gross + movement.amount, fees: share.fees + movement.fee });
  }
  return [...shares.values()];
}
