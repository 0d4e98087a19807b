import type { CardAccount, Movement, ProviderPayout } from "../provider/provider.ts";
import { type Owner, ownerIn } from "../provider/provider-note.ts";
import { type Share, sharesOf } from "./payout.ts";

/** The owner's whole sum. What of it were fees nobody can say, so they stay where the charges are. */
const whole = ({ amount, currency }: ProviderPayout, owner: Owner): Share => ({
  ...owner,
  currency,
  gross: amount,
  fees: 0n,
  movements: [],
});

/**
 * Finds out whose money each movement of a payout is: that of the account's owner where it has one; else an intent is asked for, once.
 * One that is never itemized is its owner's as a whole; on an account of several it is nobody's.
 */
export async function sharesOfPayout(provider: CardAccount, payout: ProviderPayout, owner: Owner | null): Promise<Share[]> {
  if (payout.itemized === "never") return owner ? [whole(payout, owner)] : [];
  const intents = new Map<string, Owner | null>();
  const ownerOf = async ({ metadata, intentId }: Movement): Promise<Owner | null> => {
    if (owner) return owner;
    const noted = ownerIn(metadata);
    if (noted || !intentId) return noted;
    const known = intents.get(intentId);
    if (known !== undefined) return known;
    const found = await provider.lookUp({ kind: "intent", object: { id: intentId } });
    const asked = found?.kind === "intent" ? ownerIn(found.object.metadata) : null;
    intents.set(intentId, asked);
    return asked;
  };
  const movements: { movement: Movement; owner: Owner | null }[] = [];
  for await (const movement of provider.movementsOf(payout.id))
    if (movement.kind !== "payout") movements.push({ movement, owner: await ownerOf(movement) });
  return sharesOf(movements);
}
