import type { Share } from "../payouts/payout.ts";
import type { Intent, ProviderDispute, ProviderPayout, ProviderRefund } from "../provider/provider.ts";
import { isOfPayment, isOfRefund, ownerIn, paymentIdIn, refundIdIn } from "../provider/provider-note.ts";
import type { PayoutSides, Side } from "./compare.ts";
import type { ChargeRow, PayoutRow, ProviderRow, RefundRow } from "./sweep.store.ts";

// Each thing under one key in the books and at the provider: our number where both know it, else the provider's id.

export const isOurs = (companyId: string, metadata: Readonly<Record<string, string>>): boolean =>
  ownerIn(metadata)?.companyId === companyId;

type About = { orderId: string; paymentId: string; providerId: string };
const nothingKnown = (providerId: string): About => ({ orderId: "0", paymentId: "0", providerId });
const aboutOf = (row: { orderId: string; paymentId: string }, providerId: string): About => ({
  orderId: row.orderId,
  paymentId: row.paymentId,
  providerId,
});

export const chargeSide = (row: ChargeRow): Side => ({
  key: row.paymentId,
  ...aboutOf(row, row.intentId ?? ""),
  amount: row.amount,
});

export function intentSide(intent: Intent, byIntent: ReadonlyMap<string, ChargeRow>, byNoted: ReadonlyMap<string, ChargeRow>): Side {
  const numbered = byNoted.get(paymentIdIn(intent.metadata) ?? "");
  const row = byIntent.get(intent.id) ?? (numbered && !numbered.intentId && isOfPayment(intent.metadata, numbered) ? numbered : null);
  const amount = intent.state === "succeeded" ? intent.received : 0n;
  return { key: row?.paymentId ?? intent.id, ...(row ? aboutOf(row, intent.id) : nothingKnown(intent.id)), amount };
}

export const refundSide = (row: RefundRow): Side => ({
  key: row.refundId,
  ...aboutOf(row, row.providerRefundId ?? ""),
  amount: row.amount,
});

export function refundThere(
  refund: ProviderRefund,
  byId: ReadonlyMap<string, RefundRow>,
  byNoted: ReadonlyMap<string, RefundRow>,
  charge: ChargeRow | undefined,
): Side {
  const numbered = byNoted.get(refundIdIn(refund.metadata) ?? "");
  const row = byId.get(refund.id) ?? (numbered && !numbered.providerRefundId && isOfRefund(refund.metadata, numbered) ? numbered : null);
  const about = row ?? charge;
  const amount = refund.state === "accepted" ? refund.amount : 0n;
  return { key: row?.refundId ?? refund.id, ...(about ? aboutOf(about, refund.id) : nothingKnown(refund.id)), amount };
}

export const disputeSide = (row: ProviderRow): Side => ({
  key: row.providerId,
  ...aboutOf(row, row.providerId),
  amount: row.amount,
});

export const disputeThere = (dispute: ProviderDispute, charge: ChargeRow | undefined): Side => ({
  key: dispute.id,
  ...(charge ? aboutOf(charge, dispute.id) : nothingKnown(dispute.id)),
  amount: dispute.withdrawn,
});

/** What the books have of payouts, by where it is. */
export function payoutsHere(rows: readonly PayoutRow[]): PayoutSides {
  const side = (row: PayoutRow, amount: bigint): Side => ({
    key: `${row.providerId} ${row.businessId}`,
    ...nothingKnown(row.providerId),
    amount,
  });
  return {
    payout: rows.map((row) => side(row, row.atBank)),
    transit: rows.map((row) => side(row, row.inTransit)),
    balance: rows.map((row) => side(row, row.taken)),
  };
}

/** The same of a business's part of a payout, as the processor has it. */
export function payoutThere({ id, state }: ProviderPayout, { businessId, gross, fees }: Share): PayoutSides {
  const side = (amount: bigint): Side[] => [{ key: `${id} ${businessId}`, ...nothingKnown(id), amount }];
  const net = gross - fees;
  return {
    payout: side(state === "paid" ? net : 0n),
    transit: side(state === "pending" || state === "in_transit" ? net : 0n),
    balance: side(state === "failed" || state === "canceled" ? 0n : -gross),
  };
}
