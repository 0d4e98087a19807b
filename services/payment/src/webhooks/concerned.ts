import type { Ctx } from "@leashline/kit";
import type { Share } from "../payouts/payout.ts";
import { sharesOfPayout } from "../payouts/shares.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import type { Fact } from "../provider/provider.ts";
import { ownerIn, paymentIdIn } from "../provider/provider-note.ts";

/** Whom an event is about: a company, the business and payment where it is about one, and the parts of a payout that its businesses have. */
export type Concerned = { companyId: string; businessId: string; paymentId: string; shares: readonly Share[] };

function noted(metadata: Readonly<Record<string, string>>): Concerned[] {
  const owner = ownerIn(metadata);
  const paymentId = paymentIdIn(metadata);
  return owner && paymentId ? [{ ...owner, paymentId, shares: [] }] : [];
}

async function ofIntent(ctx: Ctx, intentId: string): Promise<Concerned[]> {
  if (!intentId) return [];
  const found = await cardProvider(ctx).lookUp({ kind: "intent", object: { id: intentId } });
  return found?.kind === "intent" ? noted(found.object.metadata) : [];
}

async function ofPayout(ctx: Ctx, payoutId: string): Promise<Concerned[]> {
  const shares = await sharesOfPayout(cardProvider(ctx), payoutId);
  return [...Map.groupBy(shares, (share) => share.companyId)].map(([companyId, its]) => ({
    companyId,
    businessId: "0",
    paymentId: "0",
    shares: its,
  }));
}

/** As the provider has it; of something that the provider does not know, as the event says, so that the claim is stored where it shows. */
export async function concernedBy(ctx: Ctx, claim: Fact, found: Fact | null): Promise<Concerned[]> {
  const fact = found ?? claim;
  if (fact.kind === "payout")
    return found && (fact.object.itemized || fact.object.state === "failed") ? await ofPayout(ctx, fact.object.id) : [];
  if (fact.kind === "dispute") return await ofIntent(ctx, fact.object.intentId);
  const direct = noted(fact.object.metadata);
  return direct.length === 0 && fact.kind === "refund" ? await ofIntent(ctx, fact.object.intentId) : direct;
}
