import type { Fact } from "../provider/provider.ts";

// States that nothing follows: an event that claims one must find it so, however late it comes.
const ends: Record<Fact["kind"], readonly string[]> = {
  intent: ["succeeded", "cancelled"],
  refund: ["failed"],
  dispute: ["won", "lost"],
  payout: ["failed", "canceled"],
};

/** What the provider says instead of what a signed event claims; null where the two do not contradict each other. */
export function denial(claim: Fact, found: Fact | null): string | null {
  if (!found) return `no ${claim.kind} ${claim.object.id}`;
  const [claimed, real] = [amountOf(claim), amountOf(found)];
  if (claimed !== real) return real;
  return ends[claim.kind].includes(claim.object.state) && claim.object.state !== found.object.state ? found.object.state : null;
}

export const claimOf = ({ kind, object }: Fact): string => `${kind} ${object.id}: ${object.state}, ${object.amount} ${object.currency}`;

const amountOf = ({ object }: Fact): string => `${object.amount} ${object.currency}`;
