import type { MethodRow, SalesTotals } from "@leashline/proto/leashline/reporting/v1/sales_pb.js";
import { fromMinor, type MoneyLike, toMinor } from "../../../ui/format/money.ts";
import { capitalise } from "../../../ui/format/text.ts";

type Write = (money: MoneyLike | undefined) => string;

/** What net sales were before discounts; nothing where nobody got one. */
export const discountNote = (totals: Pick<SalesTotals, "grossSales" | "discount"> | undefined, money: Write): string =>
  toMinor(totals?.discount) === 0n ? "" : `${money(totals?.grossSales)} before discounts of ${money(totals?.discount)}`;

export const METHOD_HEAD = ["Method", "Payments", "Collected", "Refunded", "Net"];

type Row = Pick<MethodRow, "method" | "payments" | "collected" | "refunded">;
/** What came in by a way of paying, what of it went back, and what is left: it reads as a sum. */
export const methodCells = ({ method, payments, collected, refunded }: Row, money: Write): (string | number)[] => [
  capitalise(method),
  payments,
  money(collected),
  toMinor(refunded) === 0n ? money(refunded) : `−${money(refunded)}`,
  money(fromMinor(toMinor(collected) - toMinor(refunded), collected?.currencyCode)),
];
