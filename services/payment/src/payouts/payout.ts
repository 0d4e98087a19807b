import { type Moves, mayMove } from "@leashline/kit";
import type { PaidOut, PayoutPlace } from "../ledger/ledger.ts";
import type { Movement, PayoutState, ProviderPayout } from "../provider/provider.ts";
import type { Owner } from "../provider/provider-note.ts";

/** Forward only. What is shown as paid may fail within days, as Stripe documents; nothing follows what was put back. */
const payoutMoves: Moves<PayoutState> = {
  pending: ["in_transit", "paid", "failed", "canceled"],
  in_transit: ["paid", "failed", "canceled"],
  paid: ["failed", "canceled"],
  failed: [],
  canceled: [],
};

/** Where the money of a payout stands in each state. */
export const placeOf: Readonly<Record<PayoutState, PayoutPlace>> = {
  pending: "payouts_in_transit",
  in_transit: "payouts_in_transit",
  paid: "bank",
  failed: "card_clearing",
  canceled: "card_clearing",
};

/** Put back into the provider's balance, for good. */
export const isPutBack = (state: PayoutState): boolean => placeOf[state] === "card_clearing";

/** A business's part of a payout, as it is told or known. While it is being itemized, gross is what it brings and the fees are not known. */
export type Told = PaidOut & { state: PayoutState; itemizing: boolean };

/** What is known after a telling, which may be older than what is known already: the later state, and what it is made of once that was told. */
export function afterTelling(known: Told | null, told: Told): Told {
  if (!known) return told;
  const state = mayMove(payoutMoves, known.state, told.state) ? told.state : known.state;
  const { gross, fees, itemizing } = known.itemizing ? told : known;
  return { state, gross, fees, itemizing };
}

/** A part as it is known, with what its last telling said besides. */
export type Known = Told & Pick<ProviderPayout, "arrivesOn" | "failure">;

/** Whether a telling changes what is known. What an older one says of the day and the reason counts no more than its state does. */
export function isNews(
  known: Known,
  now: Told,
  { state, arrivesOn, failure }: Pick<ProviderPayout, "state" | "arrivesOn" | "failure">,
): boolean {
  if (known.state !== now.state || known.gross !== now.gross || known.fees !== now.fees || known.itemizing !== now.itemizing) return true;
  return state === now.state && (known.arrivesOn !== arrivesOn || known.failure !== failure);
}

/** A business's part of a payout, and the movements it is made of. */
export type Share = Owner & PaidOut & { currency: string; movements: readonly Movement[] };

/** The parts of a payout, which brings the money of several businesses at once. Left out is what is nobody's here, or was changed into another currency. */
export function sharesOf(movements: readonly { movement: Movement; owner: Owner | null }[]): Share[] {
  const shares = new Map<string, Share & { movements: Movement[] }>();
  for (const { movement, owner } of movements) {
    if (!owner || movement.converted) continue;
    const { companyId, businessId } = owner;
    const { currency } = movement;
    const key = `${companyId}-${businessId}-${currency}`;
    const share = shares.get(key) ?? { companyId, businessId, currency, gross: 0n, fees: 0n, movements: [] };
    share.movements.push(movement);
    shares.set(key, { ...share, gross: share.gross + movement.amount, fees: share.fees + movement.fee });
  }
  return [...shares.values()];
}
