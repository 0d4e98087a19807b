import { type Ctx, fail, fromWireDate } from "@leashline/kit";
import { csvOf, decimal } from "@leashline/kit/csv.ts";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import type { ExportLedgerRequest } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { kindName, plain } from "@leashline/proto/rules/ledger-words.ts";
import { query } from "../db.ts";
import { accountsOf } from "../ledger-accounts/ledger-account.store.ts";
import { type JournalRow, readJournal } from "./close.store.ts";

export type Span = { from: string; to: string };

const mostRows = 50_000;
const mostDays = 366;
const atOnce = 200;
const header = ["Entry", "Day", "Type", "Invoice", "Payment", "Account number", "Account", "Debit", "Credit", "Currency", "Daily close"];

/** The days of a file, both of them in it; a year at most. */
export function spanOf({ startDate, endDate }: Pick<ExportLedgerRequest, "startDate" | "endDate">): Span {
  const [from, to] = [fromWireDate(startDate!, "startDate"), fromWireDate(endDate!, "endDate")];
  const days = Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;
  if (days < 0 || days >= mostDays) throw fail("PARAMS_INVALID", { field: "endDate", reason: "on or after the start, at most a year" });
  return { from, to };
}

/** What people call the orders. */
async function numbersOf(ctx: Ctx, rows: readonly JournalRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map(({ orderId }) => orderId))].filter((id) => id !== "0");
  const numbers = new Map<string, string>();
  for (let at = 0; at < ids.length; at += atOnce) {
    const { orders } = await ctx.client(OrderService).batchGetOrders({ orderIds: ids.slice(at, at + atOnce) });
    for (const { id, number } of orders) numbers.set(id, `INV-${number}`);
  }
  return numbers;
}

/** The journal of some days for the bookkeeper, in the words of the screen: a row for each posting, debit or credit. */
export async function journalFile(ctx: Ctx, request: ExportLedgerRequest, businessIds: readonly string[] | null) {
  const span = spanOf(request);
  const rows = await query(ctx, (db) => readJournal(db, businessIds, span, mostRows + 1));
  if (rows.length > mostRows) throw fail("PARAMS_INVALID", { field: "endDate", reason: "more than 50,000 rows: choose fewer days" });
  const numbers = await numbersOf(ctx, rows);
  const accounts = await query(ctx, (db) => accountsOf(db, request.businessId));
  const lines = rows.map(({ entryId, businessDate, kind, orderId, paymentId, account, amount, currency, close }) => {
    const minor = BigInt(amount);
    const [debit, credit] = minor > 0n ? [decimal(minor, currency), ""] : ["", decimal(-minor, currency)];
    const payment = paymentId === "0" ? "" : paymentId;
    return [
      entryId,
      businessDate,
      kindName(kind),
      numbers.get(orderId) ?? "",
      payment,
      accounts.get(account)?.number ?? "",
      accounts.get(account)?.name ?? plain(account),
      debit,
      credit,
      currency,
      close === null ? "" : String(close),
    ];
  });
  return { fileName: `ledger-${span.from}-to-${span.to}.csv`, csv: `\uFEFF${csvOf([header, ...lines])}` };
}
