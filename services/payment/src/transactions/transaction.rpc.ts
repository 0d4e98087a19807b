import { businessesOf, type Ctx, fail, fromWireDate, implement, listed, mustExistFor, type Page, pageOf } from "@leashline/kit";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import {
  type TransactionFilter as FilterMessage,
  TransactionService,
} from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import { query } from "../db.ts";
import { statesOf, toPayment } from "../payments/payment.mapper.ts";
import { meaningOf } from "./keyword.ts";
import { payOrders } from "./pay-orders.ts";
import { fromChannel, toTotals, toTransaction } from "./transaction.mapper.ts";
import { countTransactions, findTransaction, listTransactions, sumTransactions, type TransactionFilter } from "./transaction.store.ts";
import type { Transaction } from "./transaction.ts";
import { type Bill, transactionCsv } from "./transaction-file.ts";

const mostInFile = 20_000;
const atOnce = 200;

type Asked = { businessId: string; customerId: string; filter?: FilterMessage };

async function filterOf({ businessId, customerId, filter }: Asked, ctx: Ctx): Promise<TransactionFilter> {
  const startDate = filter?.startDate ? fromWireDate(filter.startDate, "filter.startDate") : "";
  const endDate = filter?.endDate ? fromWireDate(filter.endDate, "filter.endDate") : "";
  if (startDate && endDate && endDate < startDate)
    throw fail("PARAMS_INVALID", { field: "filter.endDate", reason: "must not be before the start date" });
  return {
    businessIds: businessesOf(ctx, businessId),
    customerId,
    startDate,
    endDate,
    staffId: filter?.staffId ?? "0",
    vendor: fromChannel(filter?.channel ?? 0),
    method: filter?.method ?? "",
    meant: await meaningOf(ctx, filter?.keyword ?? ""),
    states: statesOf(filter?.statuses ?? []),
    oldestFirst: filter?.order === "asc",
  };
}

const keyOf = ({ payments: [first] }: Transaction) => [first.businessDate, first.paymentId];

async function reached(ctx: Ctx, transactionId: string): Promise<Transaction> {
  const found = await query(ctx, (db) => findTransaction(db, transactionId));
  mustExistFor(ctx, found?.payments[0], "transactionId", "PAYMENT_NOT_FOUND");
  return found!;
}

async function readAll(ctx: Ctx, filter: TransactionFilter): Promise<Transaction[]> {
  const total = await query(ctx, (db) => countTransactions(db, filter));
  if (total === 0) throw fail("PARAMS_INVALID", { field: "filter", reason: "there is nothing to export" });
  if (total > mostInFile) throw fail("PARAMS_INVALID", { field: "filter", reason: "more than 20,000 transactions: choose fewer days" });
  const all: Transaction[] = [];
  for (let pageToken = ""; ; ) {
    const read = (page: Page) => query(ctx, (db) => listTransactions(db, filter, page));
    const { rows, nextPageToken } = await listed({ pageSize: atOnce, pageToken }, { read, key: keyOf });
    all.push(...rows);
    if (!nextPageToken) return all;
    pageToken = nextPageToken;
  }
}

// Orders keep the name of their client.
async function billsOf(ctx: Ctx, transactions: readonly Transaction[]): Promise<Map<string, Bill>> {
  const ids = [...new Set(transactions.flatMap(({ payments }) => payments.map(({ orderId }) => orderId)))];
  const bills = new Map<string, Bill>();
  for (let at = 0; at < ids.length; at += atOnce) {
    const { orders } = await ctx.client(OrderService).batchGetOrders({ orderIds: ids.slice(at, at + atOnce) });
    for (const { id, customerName, number } of orders) bills.set(id, { customerName, number });
  }
  return bills;
}

// What was paid, and how much of it each order got.
async function paid(ctx: Ctx, paymentIds: readonly string[]) {
  const transaction = await reached(ctx, paymentIds[0] ?? "0");
  return { transactionView: toTransaction(transaction), payments: transaction.payments.map(toPayment) };
}

export const transactionRpc = implement(TransactionService, {
  payOrder: async (req, ctx) =>
    await paid(ctx, await payOrders(ctx, { ...req, orderIds: [req.orderId], placeOf: () => "orderId", amount: undefined })),

  combinedPayOrders: async (req, ctx) => await paid(ctx, await payOrders(ctx, req)),

  async listTransactions(req, ctx) {
    const { currency } = ctx.caller;
    const filter = await filterOf(req, ctx);
    return await query(ctx, async (db) => {
      const { rows, nextPageToken } = await listed(req, { read: (page) => listTransactions(db, filter, page), key: keyOf });
      const totals = toTotals(await sumTransactions(db, filter, currency), currency);
      return { transactions: rows.map(toTransaction), nextPageToken, total: await countTransactions(db, filter), totals };
    });
  },

  getTransaction: async ({ transactionId }, ctx) => ({ transactionView: toTransaction(await reached(ctx, transactionId)) }),

  async listTransactionPayments(req, ctx) {
    const { payments } = await reached(ctx, req.transactionId);
    const { after } = pageOf(req);
    const left = payments.filter(({ paymentId }) => !after || BigInt(paymentId) > BigInt(after[0] ?? "0"));
    const { rows, nextPageToken } = await listed(req, {
      standard: 50,
      read: async ({ limit }) => left.slice(0, limit),
      key: ({ paymentId }) => [paymentId],
    });
    return { payments: rows.map(toPayment), nextPageToken };
  },

  async readTransactionFile(req, ctx) {
    const filter = await filterOf(req, ctx);
    const transactions = await readAll(ctx, filter);
    const days = [filter.startDate, filter.endDate].filter(Boolean).join("-to-");
    return { fileName: `transactions${days && `-${days}`}.csv`, csv: transactionCsv(transactions, await billsOf(ctx, transactions)) };
  },
});
