import { csvOf, decimal } from "@leashline/kit/csv.ts";
import type { PayoutState } from "../provider/provider.ts";
import type { PayoutRow } from "./payout-list.store.ts";

const header = [
  "Payout",
  "Location",
  "Sent",
  "At the bank",
  "Status",
  "Currency",
  "Taken",
  "Fees",
  "To the bank",
  "Card provider's number",
];

const words: Readonly<Record<PayoutState, string>> = {
  pending: "on its way",
  in_transit: "on its way",
  paid: "paid",
  failed: "failed, put back",
  canceled: "canceled, put back",
};

/** Payouts as a file for people and spreadsheets; days in the reader's time zone. */
export function payoutCsv(payouts: readonly PayoutRow[], zone: string): string {
  const rows = payouts.map(({ payoutId, businessId, createdAt, arrivesOn, state, currency, providerId, ...more }) => {
    const [gross, fees] = [BigInt(more.gross), BigInt(more.fees)];
    return [
      ...[payoutId, businessId, createdAt.toTemporalInstant().toZonedDateTimeISO(zone).toPlainDate().toString(), arrivesOn ?? ""],
      ...[words[state], currency],
      ...[gross, fees, gross - fees].map((minor) => decimal(minor, currency)),
      providerId,
    ];
  });
  return `\uFEFF${csvOf([header, ...rows])}`;
}
