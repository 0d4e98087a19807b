import type { Ctx } from "@leashline/kit";
import { query } from "../db.ts";
import { sharesOfPayout } from "../payouts/shares.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import type { CardProvider } from "../provider/provider.ts";
import { compareProvider, type Difference, type Side } from "./compare.ts";
import {
  chargeSide,
  disputeSide,
  disputeThere,
  intentSide,
  isOurs,
  payoutSide,
  payoutThere,
  refundSide,
  refundThere,
} from "./provider-sides.ts";
import { type ChargeRow, chargesInBooks, providerMovesInBooks, type RefundRow, refundsInBooks } from "./sweep.store.ts";

// The provider's clock may be a little behind ours.
const leewayMs = 10 * 60_000;

type Books = { charges: ChargeRow[]; refunds: RefundRow[]; disputes: Side[]; payouts: Side[] };

async function booksOf(ctx: Ctx): Promise<Books> {
  return await query(ctx, async (db) => ({
    charges: await chargesInBooks(db),
    refunds: await refundsInBooks(db),
    disputes: (await providerMovesInBooks(db, "dispute")).map(disputeSide),
    payouts: (await providerMovesInBooks(db, "payout")).map(payoutSide),
  }));
}

const by = <T>(rows: readonly T[], keyOf: (row: T) => string | null): Map<string, T> =>
  new Map(
    rows.flatMap((row) => {
      const key = keyOf(row);
      return key ? [[key, row] as const] : [];
    }),
  );

type Asking = { provider: CardProvider; since: Date; companyId: string };

async function intentsThere({ provider, since, companyId }: Asking, charges: readonly ChargeRow[]) {
  const [byIntent, byNoted] = [by(charges, (row) => row.intentId), by(charges, (row) => row.paymentId)];
  const sides: Side[] = [];
  const ids = new Set<string>();
  for await (const intent of provider.intentsSince(since)) {
    if (!isOurs(companyId, intent.metadata)) continue;
    ids.add(intent.id);
    sides.push(intentSide(intent, byIntent, byNoted));
  }
  return { sides, ids, byIntent };
}

type Intents = Awaited<ReturnType<typeof intentsThere>>;

async function refundsThere(
  { provider, since, companyId }: Asking,
  { ids, byIntent }: Intents,
  rows: readonly RefundRow[],
): Promise<Side[]> {
  const [byId, byNoted] = [by(rows, (row) => row.providerRefundId), by(rows, (row) => row.refundId)];
  const sides: Side[] = [];
  for await (const refund of provider.refundsSince(since)) {
    if (!ids.has(refund.intentId) && !isOurs(companyId, refund.metadata)) continue;
    sides.push(refundThere(refund, byId, byNoted, byIntent.get(refund.intentId)));
  }
  return sides;
}

async function disputesThere({ provider, since }: Asking, { ids, byIntent }: Intents): Promise<Side[]> {
  const sides: Side[] = [];
  for await (const dispute of provider.disputesSince(since))
    if (ids.has(dispute.intentId)) sides.push(disputeThere(dispute, byIntent.get(dispute.intentId)));
  return sides;
}

// A payout whose parts the provider cannot name yet is looked at when it can.
async function payoutsThere({ provider, since, companyId }: Asking): Promise<Side[]> {
  const sides: Side[] = [];
  for await (const payout of provider.payoutsSince(since)) {
    if (payout.state !== "paid" || !payout.itemized) continue;
    const shares = await sharesOfPayout(provider, payout.id);
    sides.push(...shares.filter((share) => share.companyId === companyId).map((share) => payoutThere(payout, share)));
  }
  return sides;
}

/** The books against the card processor, as far back as the oldest charge. */
export async function againstProvider(ctx: Ctx): Promise<Difference[]> {
  const books = await booksOf(ctx);
  const [oldest] = books.charges;
  if (!oldest) return [];
  const since = new Date(oldest.createdAt.getTime() - leewayMs);
  const asking = { provider: cardProvider(ctx), since, companyId: ctx.companyId };
  const intents = await intentsThere(asking, books.charges);
  return [
    ...compareProvider("provider", books.charges.map(chargeSide), intents.sides),
    ...compareProvider("refund", books.refunds.map(refundSide), await refundsThere(asking, intents, books.refunds)),
    ...compareProvider("dispute", books.disputes, await disputesThere(asking, intents)),
    ...compareProvider("payout", books.payouts, await payoutsThere(asking)),
  ];
}
