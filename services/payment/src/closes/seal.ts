import { createHash } from "node:crypto";

/** An entry as it is sealed: everything that was written of it. `at` in UTC with microseconds, postings by account. */
export type SealedEntry = {
  entryId: string;
  businessId: string;
  kind: string;
  source: string;
  orderId: string;
  paymentId: string;
  refundId: string;
  providerId: string;
  drawerId: string;
  businessDate: string;
  at: string;
  currency: string;
  postings: readonly (readonly [account: string, amount: string])[];
};

/** What the first close names as the hash before it. */
export const NO_HASH = "0".repeat(64);

const line = (e: SealedEntry): string =>
  JSON.stringify([
    ...[e.entryId, e.businessId, e.kind, e.source, e.orderId, e.paymentId, e.refundId, e.providerId, e.drawerId],
    ...[e.businessDate, e.at, e.currency],
    e.postings,
  ]);

/** SHA-256 in hex over the hash before and a line of JSON for each entry, by their ids, joined by line feeds. */
export function sealOf(previousHash: string, entries: readonly SealedEntry[]): string {
  const hash = createHash("sha256").update(previousHash);
  for (const entry of entries) hash.update("\n").update(line(entry));
  return hash.digest("hex");
}
