import { fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import { type Ctx, fail, fromMoney, implement, mustExistFor, standingClient, type Tx } from "@leashline/kit";
import { type Refund, RefundSchema, RefundStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import type { RefundPaymentRequest } from "@leashline/proto/leashline/payment/v1/payment_requests_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { findAccount, type StoredAccount } from "../ledger/order-account.store.ts";
import { tellOrder } from "../ledger/tell-order.ts";
import { moneyOfPayments, orderIdOf } from "../payments/money-in.ts";
import { fromEffect, fromWay, toPayment, toRefund } from "../payments/payment.mapper.ts";
import { paymentHandlers, reachedPayment } from "../payments/payment.rpc.ts";
import { findPayment, type PaymentRow, paymentsOfOrder } from "../payments/payment.store.ts";
import { refundableOf } from "../payments/payment.ts";
import { beginOrderRefund, beginRefund, type Part, type RefundTerms } from "./begin-refund.ts";
import { finishRefund } from "./finish-refund.ts";
import { amountForLine } from "./line-refund.ts";
import { clientOf } from "./record-refund.ts";
import { findRefund } from "./refund.store.ts";

// Carries a begun refund to its end at the provider. One whose outcome is not known stays as it is; the job settles it.
async function finish(ctx: Ctx, refundId: string): Promise<void> {
  const row = await query(ctx, (db) => findRefund(db, refundId));
  if (row?.state === "processing" && row.afterRefundId === null)
    await finishRefund(ctx, refundId, { askFirst: false, step: `result-${refundId}` });
}

async function refundOf(ctx: Ctx, refundId: string): Promise<Refund> {
  const row = await query(ctx, (db) => findRefund(db, refundId));
  const payment = row && (await query(ctx, (db) => findPayment(db, row.paymentId)));
  if (!row || !payment) throw fail("PAYMENT_NOT_FOUND");
  return toRefund(row, payment);
}

function accepted(refund: Refund): Refund {
  if (refund.status !== RefundStatus.FAILED) return refund;
  throw fail("REFUND_FAILED", { reason: refund.failureMessage, field: "paymentId", facts: { refundId: refund.id } });
}

// The answer is stored under the caller's key, so that a repeated call answers the same whatever happened since.
async function answered(ctx: Ctx, orderId: string, refundIds: readonly string[]): Promise<Refund[]> {
  const now = await Promise.all(refundIds.map((id) => refundOf(ctx, id)));
  if (now.some((refund) => refund.status === RefundStatus.PROCESSING)) return now;
  await tellOrder(ctx, orderId);
  const stored: JsonValue[] = await command(ctx, async () => now.map((refund) => toJson(RefundSchema, refund)), { step: "answer" });
  return stored.map((json) => fromJson(RefundSchema, json));
}

type AskedRefund = Pick<RefundPaymentRequest, "amount" | "reason" | "effect" | "orderLineItemId">;

const termsOf = ({ reason, effect, orderLineItemId }: AskedRefund): RefundTerms => ({
  reason,
  orderLineItemId,
  effect: fromEffect(effect),
});

// Null when all that is held is asked for.
async function askedAmount(ctx: Ctx, orderId: string, { amount, orderLineItemId }: AskedRefund): Promise<bigint | null> {
  const minor = amount ? fromMoney(amount).minor : null;
  return orderLineItemId === "0" ? minor : await amountForLine(ctx, { orderId, orderLineItemId }, minor);
}

const wrongParts = (reason: string) => fail("PAYMENT_REFUND_AMOUNT_INVALID", { field: "parts", reason });

/** How much goes back which way: together it is what was asked for, to the coin. */
async function askedParts(ctx: Ctx, orderId: string, req: RefundPaymentRequest): Promise<Part<bigint | null>[]> {
  const parts = req.parts.map(({ way, amount }) => ({ way: fromWay(way), amount: fromMoney(amount).minor }));
  if (parts.length === 0) return [{ way: "original", amount: await askedAmount(ctx, orderId, req) }];
  if (new Set(parts.map(({ way }) => way)).size < parts.length) throw wrongParts("each way at most once");
  if (parts.some(({ amount }) => amount <= 0n)) throw wrongParts("each must be above zero");
  const sum = parts.reduce((all, { amount }) => all + amount, 0n);
  if (req.amount && fromMoney(req.amount).minor !== sum) throw wrongParts("together they are not the amount");
  if (req.orderLineItemId !== "0") await amountForLine(ctx, { orderId, orderLineItemId: req.orderLineItemId }, sum);
  return parts;
}

async function mustReachOrder(ctx: Ctx, orderId: string): Promise<StoredAccount> {
  return mustExistFor(ctx, await query(ctx, (db) => findAccount(db, orderId)), "orderId", "PAYMENT_NOT_FOUND");
}

/** Store credit is kept for clients who are there; of nobody's bill none is kept at all. */
async function mustBeThere(ctx: Ctx, account: StoredAccount | null, payments: readonly PaymentRow[]): Promise<void> {
  const held = payments.filter((one) => one.kind !== "credit" && refundableOf(one) > 0n);
  const whose = new Set(held.map((one) => clientOf(account ?? one, one)));
  for (const customerId of whose) if (customerId !== "0") await standingClient(ctx, customerId);
}

export const paymentRpc = implement(
  PaymentService,
  {
    ...paymentHandlers,

    async refundPayment(req, ctx) {
      const paid = await reachedPayment(ctx, req.paymentId);
      const { orderId, paymentId } = paid;
      const asked = { ...termsOf(req), paymentId, parts: await askedParts(ctx, orderId, req) };
      if (asked.parts.some(({ way }) => way === "credit"))
        await mustBeThere(ctx, await query(ctx, (db) => findAccount(db, orderId)), [paid]);
      const begin = async (tx: Tx<DB>) => ({ refundIds: (await beginRefund(tx, orderId, asked)).map((row) => row.refundId) });
      const { refundIds } = await command(ctx, begin, { step: "intent" });
      for (const refundId of refundIds) await finish(ctx, refundId);
      const refunds = (await answered(ctx, orderId, refundIds)).map(accepted);
      return { refund: refunds[0]!, refunds, payment: toPayment(await reachedPayment(ctx, paymentId)) };
    },

    async refundOrder(req, ctx) {
      const orderId = orderIdOf(req);
      const account = await mustReachOrder(ctx, orderId);
      const asked = { amount: await askedAmount(ctx, orderId, req), way: fromWay(req.way) };
      if (asked.way === "credit") await mustBeThere(ctx, account, await query(ctx, (db) => paymentsOfOrder(db, orderId)));
      const { refundIds } = await command(
        ctx,
        async (tx) => ({ refundIds: (await beginOrderRefund(tx, orderId, asked, termsOf(req))).map((row) => row.refundId) }),
        { step: "intent" },
      );
      for (const refundId of refundIds) await finish(ctx, refundId);
      return { refunds: (await answered(ctx, orderId, refundIds)).map(accepted) };
    },
  },
  { money: moneyOfPayments },
);
