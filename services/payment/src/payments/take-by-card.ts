import { fromJson, toJson } from "@bufbuild/protobuf";
import { type Ctx, fail, mustExist } from "@leashline/kit";
import { type Payment, PaymentSchema, PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { command, query } from "../db.ts";
import { type Asked, beginPayment } from "./begin-payment.ts";
import { chargeCard } from "./charge-card.ts";
import { followDebit, settlePayment } from "./payment.jobs.ts";
import { toPayment } from "./payment.mapper.ts";
import { findPayment } from "./payment.store.ts";
import { isSettled } from "./payment.ts";
import { recordIntent } from "./record-payment.ts";
import { saveCardOf } from "./save-card.ts";

/** A card: intent, provider, result. A repeated call finds the same intent and the same result. */
export async function takeByCard(ctx: Ctx, asked: Asked, returnUrl = ctx.runtime.config.publicUrl): Promise<{ payment: Payment }> {
  const { paymentId } = await command(ctx, async (tx) => ({ paymentId: (await beginPayment(tx, asked)).paymentId }), { step: "intent" });
  const begun = mustExist(await query(ctx, (db) => findPayment(db, paymentId)), "", "PAYMENT_NOT_FOUND");
  const isOver = isSettled(begun.state);
  const intent = isOver ? null : await chargeCard(ctx, begun, returnUrl);
  if (!intent && !isOver) return { payment: toPayment(begun) };
  const stored = await command(
    ctx,
    async (tx) => {
      const row = intent ? await recordIntent(tx, paymentId, intent) : begun;
      if (isSettled(row.state)) tx.unschedule(row.kind === "bank" ? followDebit : settlePayment, paymentId);
      return toJson(PaymentSchema, toPayment({ ...row, refunds: [] }));
    },
    { step: "result" },
  );
  const row = await query(ctx, (db) => findPayment(db, paymentId));
  if (row && intent) await saveCardOf(ctx, row, intent);
  return { payment: accepted(fromJson(PaymentSchema, stored)) };
}

function accepted(payment: Payment): Payment {
  if (payment.status !== PaymentStatus.FAILED) return payment;
  const facts = { paymentId: payment.id, failureCode: payment.failureCode };
  throw fail("PAYMENT_DECLINED", { message: payment.failureMessage, field: "paymentMethodToken", facts });
}
