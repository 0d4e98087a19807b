import { csvOf, decimal } from "@leashline/kit/csv.ts";
import { figuresOf, stateOf, type Transaction } from "./transaction.ts";

const header = [
  ...["Transaction", "Day", "Client", "Orders", "Paid by", "Status", "Currency"],
  ...["Amount", "Tip included", "Fee paid by client", "Refunded", "Processing fee", "Net"],
];

/** The earliest day a file shows; before it, a day is one that nobody knew (growth §9). */
const earliest = "2000-01-01";

const paidBy = ({ cardBrand, cardLast4, checkNumber, method }: Transaction["payments"][0]): string =>
  cardLast4 ? `${cardBrand} ${cardLast4}` : checkNumber ? `check ${checkNumber}` : method;

export type Bill = { customerName: string; number: string };

/** Transactions as a file for people and spreadsheets; orders by their numbers, and with the names of their clients. */
export function transactionCsv(transactions: readonly Transaction[], bills: ReadonlyMap<string, Bill>): string {
  const rows = transactions.map((transaction) => {
    const [first] = transaction.payments;
    const { amount, tips, onTop, refunded, fee, net } = figuresOf(transaction);
    return [
      first.paymentId,
      first.businessDate < earliest ? "" : first.businessDate,
      bills.get(first.orderId)?.customerName ?? "",
      transaction.payments.map(({ orderId }) => bills.get(orderId)?.number ?? "").join(" "),
      paidBy(first),
      stateOf(transaction) === "completed" ? "successful" : stateOf(transaction),
      first.currency,
      ...[amount, tips, onTop, refunded, fee, net].map((minor) => decimal(minor, first.currency)),
    ];
  });
  return `\uFEFF${csvOf([header, ...rows])}`;
}
