import { csvOf, decimal } from "@leashline/kit/csv.ts";
import type { Sales } from "./sales.ts";

const header = ["Section", "Name", "Quantity", "Gross sales", "Discount", "Net sales", "Tax", "Tips", "Collected", "Refunded", "Amount"];
/** Whose the lines are that nobody did, as the page says. */
const NOBODY = "Nobody";

/** The report as a file: a header, a row per service, staff member and method, then the totals. */
export function salesCsv(sales: Sales): string {
  const money = (minor: bigint): string => decimal(minor, sales.currency);
  const { totals, ahead } = sales;
  const rows: string[][] = [
    header,
    ...(["services", "staff"] as const).flatMap((section) =>
      sales[section].map((l) => [
        section === "services" ? "Service" : "Staff",
        l.name || NOBODY,
        String(l.quantity),
        money(l.gross),
        money(l.discount),
        money(l.net),
        money(l.tax),
        "",
        "",
        "",
        "",
      ]),
    ),
    ...sales.tips.map((t) => ["Tips", t.name || NOBODY, "", "", "", "", "", money(t.tips), "", "", ""]),
    ...sales.methods.map((m) => ["Payments", m.method, String(m.payments), "", "", "", "", "", money(m.collected), money(m.refunded), ""]),
    [
      "Total",
      `${sales.startDate} to ${sales.endDate} (${sales.currency})`,
      String(sales.visits.booked),
      money(totals.gross),
      money(totals.discount),
      money(totals.net),
      money(totals.tax),
      money(totals.tips),
      money(totals.collected),
      money(totals.refunded),
      "",
    ],
    [
      "Still to come",
      "",
      "",
      money(ahead.gross),
      money(ahead.discount),
      money(ahead.net),
      money(ahead.tax),
      money(ahead.tips),
      "",
      "",
      money(ahead.outstanding),
    ],
    ["Store credit", "", "", "", "", "", "", "", money(totals.paidWithCredit), money(totals.refundedAsCredit), ""],
    ["Outstanding", "", "", "", "", "", "", "", "", "", money(totals.outstanding)],
    ["Deposits kept", "", "", "", "", "", "", "", "", "", money(totals.depositsKept)],
    ["Card fees paid by clients", "", "", "", "", "", "", "", "", "", money(totals.cardFees)],
  ];
  return `\uFEFF${csvOf(rows)}`;
}
