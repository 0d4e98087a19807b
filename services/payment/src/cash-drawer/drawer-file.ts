import { csvOf, decimal } from "@leashline/kit/csv.ts";
import type { DrawerWithEntries } from "./cash-drawer.store.ts";
import { figuresOf } from "./cash-drawer.ts";

const header = [
  ...["Drawer", "Location", "Day", "Opened", "Counted", "Currency", "Opened with", "Cash taken", "Cash refunded"],
  ...["Added", "Removed", "Expected", "In it", "Difference", "Note", "Tips paid out"],
];

/** Counted drawers as a file for people and spreadsheets. */
export function drawerCsv(drawers: readonly DrawerWithEntries[]): string {
  const rows = drawers.map(({ drawerId, businessId, businessDate, openedAt, reconciledAt, currency, reconcileNote, ...row }) => {
    const { taken, refunded, paidIn, paidOut, tipsPaid, expected } = figuresOf(row.entries);
    const counted = BigInt(row.countedAmount ?? 0);
    const sums = [BigInt(row.openingAmount), taken, refunded, paidIn, paidOut, expected, counted, counted - expected];
    return [
      ...[drawerId, businessId, businessDate, openedAt.toISOString(), reconciledAt?.toISOString() ?? "", currency],
      ...sums.map((minor) => decimal(minor, currency)),
      reconcileNote,
      decimal(tipsPaid, currency),
    ];
  });
  return `\uFEFF${csvOf([header, ...rows])}`;
}
