import type { ChargingAccount, Movement, ProviderPayout } from "../provider/provider.ts";
import { type Owner, ownerIn } from "../provider/provider-note.ts";
import { isPutBack, type Share, sharesOf } from "./payout.ts";

type Owned = { movement: Movement; owner: Owner | null };

/** The owner's whole sum. What of it were fees nobody can say, or not yet, so they stay where the charges are. */
const whole = ({ amount, currency }: ProviderPayout, owner: Owner): Share => ({
  ...owner,
  currency,
  gross: amount,
  fees: 0n,
  movements: [],
});

type Asked = Pick<ChargingAccount, "lookUp" | "movementsOf">;
type OwnerOf = (movement: Movement) => Promise<Owner | null>;

/** Whose charges these are: an intent that says nothing itself is asked for, once. */
function asking(provider: Asked): OwnerOf {
  const intents = new Map<string, Owner | null>();
  return async ({ metadata, intentId }) => {
    const noted = ownerIn(metadata);
    if (noted || !intentId) return noted;
    const known = intents.get(intentId);
    if (known !== undefined) return known;
    const found = await provider.lookUp({ kind: "intent", object: { id: intentId } });
    const asked = found?.kind === "intent" ? ownerIn(found.object.metadata) : null;
    intents.set(intentId, asked);
    return asked;
  };
}

/** An earlier payout that came back is of those whose it was, each with what it was to bring them, and with its fees: those were put back with it. */
async function cameBack(provider: Asked, movement: Movement, owner: Owner | null, ownerOf: OwnerOf): Promise<Owned[]> {
  const found = movement.payoutId ? await provider.lookUp({ kind: "payout", object: { id: movement.payoutId } }) : null;
  const shares = found?.kind === "payout" ? await sharesOfPayout(provider, found.object, owner, ownerOf) : [];
  if (shares.length === 0 && owner) return [{ movement, owner }];
  return shares.map((share) => ({ owner: share, movement: { ...movement, amount: share.gross, fee: share.fees } }));
}

/**
 * Finds out whose money each movement of a payout is: that of the account's owner where it has one. One that is never itemized, or not yet, is its owner's as a
 * whole; on an account of several it is nobody's, or not yet anybody's. What was put back is told of whoever has a part of it.
 */
export async function sharesOfPayout(
  provider: Asked,
  payout: ProviderPayout,
  owner: Owner | null,
  ownerOf = asking(provider),
): Promise<Share[]> {
  const { itemized, state } = payout;
  if (owner && itemized !== "yes") return [whole(payout, owner)];
  if (itemized === "never" || (itemized === "underway" && !isPutBack(state))) return [];
  const owned: Owned[] = [];
  for await (const movement of provider.movementsOf(payout.id)) {
    if (movement.kind === "payout" && movement.payoutId === payout.id) continue;
    if (movement.kind === "payout") owned.push(...(await cameBack(provider, movement, owner, ownerOf)));
    else owned.push({ movement, owner: owner ?? (await ownerOf(movement)) });
  }
  const shares = sharesOf(owned);
  return shares.length === 0 && owner && isPutBack(state) ? [whole(payout, owner)] : shares;
}
