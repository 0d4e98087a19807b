import { ownerIn, type Share } from "../payouts/payout.ts";
import type { Intent, ProviderDispute, ProviderPayout, ProviderRefund } from "../provider/provider.ts";
import { isOfPayment, isOfRefund } from "../provider/provider-ref.ts";
import type { Side } from "./compare.ts";
import type { ChargeRow, ProviderRow, RefundRow } from "./sweep.store.ts";

// Each thing under one key in the books and at the provider: our number where both know it, else the provider's id.

export const isOurs = (companyId: string, metadata: Readonly<Record<string, string>>): boolean =>
  ownerIn(metadata)?.companyId === companyId;

type About = { orderId: string; paymentId: string; providerId: string };
const nothingKnown = (providerId: string): About => ({ orderId: "0", paymentId: "0", providerId });
const aboutOf = (row: { order_id: string; payment_id: string }, providerId: string): About => ({
  orderId: row.order_id,
  paymentId: row.payment_id,
  providerId,
});

export const chargeSide = (row: ChargeRow): Side => ({
  key: row.payment_id,
  ...aboutOf(row, row.intent_id ?? ""),
  amount: BigInt(row.amount),
});

export function intentSide(intent: Intent, byIntent: ReadonlyMap<string, ChargeRow>, byNumber: ReadonlyMap<string, ChargeRow>): Side {
  const numbered = byNumber.get(intent.metadata.payment_id ?? "");
  const row = byIntent.get(intent.id) ?? (numbered && !numbered.intent_id && isOfPayment(intent.metadata, numbered) ? numbered : null);
  const amount = intent.state === "succeeded" ? intent.received : 0n;
  return { key: row?.payment_id ?? intent.id, ...(row ? aboutOf(row, intent.id) : nothingKnown(intent.id)), amount };
}

export const refundSide = (row: RefundRow): Side => ({
  key: row.refund_id,
  ...aboutOf(row, row.provider_refund_id ?? ""),
  amount: BigInt(row.amount),
});

export function refundThere(
  refund: ProviderRefund,
  byId: ReadonlyMap<string, RefundRow>,
  byNumber: ReadonlyMap<string, RefundRow>,
  charge: ChargeRow | undefined,
): Side {
  const numbered = byNumber.get(refund.metadata.refund_id ?? "");
  const row = byId.get(refund.id) ?? (numbered && !numbered.provider_refund_id && isOfRefund(refund.metadata, numbered) ? numbered : null);
  const about = row ?? charge;
  const amount = refund.state === "accepted" ? refund.amount : 0n;
  return { key: row?.refund_id ?? refund.id, ...(about ? aboutOf(about, refund.id) : nothingKnown(refund.id)), amount };
}

export const disputeSide = (row: ProviderRow): Side => ({
  key: row.provider_id,
  ...aboutOf(row, row.provider_id),
  amount: BigInt(row.amount),
});

export const disputeThere = (dispute: ProviderDispute, charge: ChargeRow | undefined): Side => ({
  key: dispute.id,
  ...(charge ? aboutOf(charge, dispute.id) : nothingKnown(dispute.id)),
  amount: dispute.withdrawn,
});

export const payoutSide = (row: ProviderRow): Side => ({
  key: `${row.provider_id} ${row.business_id}`,
  ...nothingKnown(row.provider_id),
  amount: BigInt(row.amount),
});

export const payoutThere = (payout: ProviderPayout, share: Share): Side => ({
  key: `${payout.id} ${share.businessId}`,
  ...nothingKnown(payout.id),
  amount: payout.state === "paid" ? share.gross - share.fees : 0n,
});
