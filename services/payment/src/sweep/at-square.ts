import { isPutBack } from "../payouts/payout.ts";
import { sharesOfPayout } from "../payouts/shares.ts";
import type { ChargingAccount, Intent, Movement, ProviderRefund } from "../provider/provider.ts";
import { lacksConsent } from "../provider/unavailable.ts";
import { type PayoutSides, payoutSides, type Side } from "./compare.ts";
import { disputeThere, intentSide, payoutThere, refundThere } from "./provider-sides.ts";
import type { ChargeRow, RefundRow } from "./sweep.store.ts";

// Square has room for one name of ours, which says neither company nor number: what has such a name is looked for by it.

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const by = <T>(rows: readonly T[], keyOf: (row: T) => string | null): Map<string, T> =>
  new Map(rows.flatMap((row) => (keyOf(row) ? [[keyOf(row) as string, row] as const] : [])));

type Books = { charges: readonly ChargeRow[]; refunds: readonly RefundRow[] };
type Found = { charges: Side[]; refunds: Side[]; disputes: Side[]; payouts: PayoutSides };

function chargesThere(intents: readonly Intent[], rows: readonly ChargeRow[]): Side[] {
  const [byId, byRef] = [by(rows, (row) => row.intentId), by(rows, (row) => row.providerRef)];
  return intents.map((intent) => {
    const named = byRef.get(intent.metadata.payment_ref ?? "");
    return intentSide(intent, named ? new Map([[intent.id, named]]) : byId, new Map());
  });
}

function refundsThere(refunds: readonly ProviderRefund[], rows: readonly RefundRow[], charges: readonly ChargeRow[]): Side[] {
  const [byId, byRef] = [by(rows, (row) => row.providerRefundId), by(rows, (row) => row.providerRef)];
  const ofIntent = by(charges, (row) => row.intentId);
  return refunds.map((refund) => {
    const named = byRef.get(refund.metadata.refund_ref ?? "");
    return refundThere(refund, named ? new Map([[refund.id, named]]) : byId, new Map(), ofIntent.get(refund.intentId));
  });
}

type Charges = ReadonlyMap<string, ChargeRow>;

/** None where the account was connected before it let us read them: then nothing of them is in the books either. */
async function ifLetIn(read: () => Promise<void>): Promise<void> {
  await read().catch((error: unknown) => {
    if (!lacksConsent(error)) throw error;
  });
}

async function disputesThere(provider: ChargingAccount, since: Date, charges: Charges): Promise<Side[]> {
  const sides: Side[] = [];
  await ifLetIn(async () => {
    for await (const dispute of provider.disputesSince(since)) {
      const row = charges.get(dispute.intentId);
      if (row) sides.push(disputeThere(dispute, row));
    }
  });
  return sides;
}

/** What of each payout is payments of ours. */
async function payoutsAt(provider: ChargingAccount, since: Date, charges: Charges): Promise<PayoutSides> {
  const sides: PayoutSides = { payout: [], transit: [], balance: [] };
  const ownerOf = async ({ intentId }: Movement) => charges.get(intentId) ?? null;
  await ifLetIn(async () => {
    for await (const payout of provider.payoutsSince(since)) {
      if (isPutBack(payout.state)) continue;
      for (const share of await sharesOfPayout(provider, payout, null, ownerOf)) {
        const its = payoutThere(payout, share);
        for (const where of payoutSides) sides[where].push(...its[where]);
      }
    }
  });
  return sides;
}

/** What a place of a Square account says of the payments that Leashline took there; what the shop took there by other means is none of them. */
export async function atSquare(provider: ChargingAccount, since: Date, books: Books): Promise<Found> {
  const intents: Intent[] = [];
  for await (const intent of provider.intentsSince(since)) if (UUID.test(intent.metadata.payment_ref ?? "")) intents.push(intent);
  const ours = new Set(intents.map(({ id }) => id));
  const refunds: ProviderRefund[] = [];
  for await (const refund of provider.refundsSince(since)) if (ours.has(refund.intentId)) refunds.push(refund);
  const charges = by(books.charges, (row) => row.intentId);
  return {
    charges: chargesThere(intents, books.charges),
    refunds: refundsThere(refunds, books.refunds, books.charges),
    disputes: await disputesThere(provider, since, charges),
    payouts: await payoutsAt(provider, since, charges),
  };
}
