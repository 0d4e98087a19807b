import { fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import { type Ctx, fail, fromMoney, type Impl } from "@leashline/kit";
import { type Refund, RefundSchema } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import type { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { command, query } from "../db.ts";
import { beginOrderRefund, beginRefund } from "./begin-refund.ts";
import { finishRefund } from "./finish-refund.ts";
import { orderIdOf } from "./money-in.ts";
import { findPayment, findRefund, type PaymentWithRefunds } from "./payment.store.ts";
import { paymentMessage, refundMessage } from "./payment.wire.ts";
import { mayReach } from "./take-payment.ts";

type Handlers = Impl<typeof PaymentService>;

async function reached(ctx: Ctx, paymentId: string): Promise<PaymentWithRefunds> {
  const row = await query(ctx, (db) => findPayment(db, paymentId));
  if (!row || !mayReach(ctx, row.businessId)) throw fail("PAYMENT_NOT_FOUND", { field: "paymentId" });
  return row;
}

// Carries a begun refund to its end at the provider. One whose outcome is not known stays as it is; the job settles it.
async function finished(ctx: Ctx, refundId: string): Promise<void> {
  const row = await query(ctx, (db) => findRefund(db, refundId));
  if (row?.state === "processing") await finishRefund(ctx, refundId, { askFirst: false, step: `result-${refundId}` });
}

async function refundOf(ctx: Ctx, refundId: string): Promise<{ refund: Refund; payment: PaymentWithRefunds }> {
  const row = await query(ctx, (db) => findRefund(db, refundId));
  const payment = row && (await query(ctx, (db) => findPayment(db, row.paymentId)));
  if (!row || !payment) throw fail("PAYMENT_NOT_FOUND");
  return { refund: refundMessage(row, payment), payment };
}

const failed = 3;

function accepted(refund: Refund): Refund {
  if (refund.status !== failed) return refund;
  throw fail("REFUND_FAILED", { reason: refund.failureMessage, field: "paymentId", facts: { refundId: refund.id } });
}

// The answer is stored under the caller's key, so that a repeated call answers the same whatever happened since.
async function answered(ctx: Ctx, refundIds: readonly string[]): Promise<Refund[]> {
  const read = async () => (await Promise.all(refundIds.map((id) => refundOf(ctx, id)))).map(({ refund }) => refund);
  const now = await read();
  if (now.some((refund) => refund.status === 1)) return now;
  const stored = await command(ctx, async () => now.map((refund) => toJson(RefundSchema, refund)), { step: "answer" });
  return (stored as JsonValue[]).map((json) => fromJson(RefundSchema, json));
}

export const refundHandlers = {
  refundPayment: async (req, ctx) => {
    const payment = await reached(ctx, req.paymentId);
    const asked = { paymentId: req.paymentId, amount: req.amount ? fromMoney(req.amount).minor : null, reason: req.reason };
    const begin = async () =>
      command(ctx, async (tx) => ({ refundId: (await beginRefund(tx, payment.orderId, asked)).refundId }), { step: "intent" });
    const { refundId } = await begin();
    await finished(ctx, refundId);
    const [refund] = await answered(ctx, [refundId]);
    return { refund: accepted(refund!), payment: paymentMessage(await reached(ctx, req.paymentId)) };
  },

  refundOrder: async (req, ctx) => {
    const orderId = orderIdOf(req);
    await mustReachOrder(ctx, orderId);
    const amount = req.amount ? fromMoney(req.amount).minor : null;
    const { refundIds } = await command(
      ctx,
      async (tx) => ({ refundIds: (await beginOrderRefund(tx, orderId, amount, req.reason)).map((row) => row.refundId) }),
      { step: "intent" },
    );
    for (const refundId of refundIds) await finished(ctx, refundId);
    return { refunds: (await answered(ctx, refundIds)).map(accepted) };
  },
} satisfies Partial<Handlers>;

async function mustReachOrder(ctx: Ctx, orderId: string): Promise<void> {
  const account = await query(ctx, (db) =>
    db.selectFrom("orderAccount").select("businessId").where("orderId", "=", orderId).executeTakeFirst(),
  );
  if (!account || !mayReach(ctx, account.businessId)) throw fail("PAYMENT_NOT_FOUND", { field: "orderId" });
}
