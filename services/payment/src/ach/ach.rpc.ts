import { type Ctx, fail, implement } from "@leashline/kit";
import { AchPaymentService, AchPaymentState as State } from "@leashline/proto/leashline/payment/v1/ach_service_pb.js";
import { plainNumbers, problemOf } from "@leashline/proto/rules/bank-numbers.ts";
import { moneyOfPayments } from "../payments/money-in.ts";
import { toPayment } from "../payments/payment.mapper.ts";
import { reachedPayment } from "../payments/payment.rpc.ts";
import type { PaymentRow } from "../payments/payment.store.ts";
import { unavailable } from "../provider/unavailable.ts";
import { callBack, debit, follow, isCalledBack } from "./debit.ts";

function stateOf(row: PaymentRow): State {
  if (row.state === "completed") return State.SUCCEEDED;
  if (row.state === "failed") return isCalledBack(row) ? State.CANCELED : State.FAILED;
  return row.consentUrl ? State.VERIFYING : State.UNDER_WAY;
}

const shown = async (ctx: Ctx, paymentId: string) => {
  const row = await reachedPayment(ctx, paymentId);
  return { payment: toPayment(row), state: stateOf(row) };
};

async function reachedDebit(ctx: Ctx, paymentId: string): Promise<PaymentRow> {
  const row = await reachedPayment(ctx, paymentId);
  if (row.kind !== "bank") throw fail("PAYMENT_NOT_FOUND", { field: "paymentId" });
  return row;
}

export const achRpc = implement(
  AchPaymentService,
  {
    createAndConfirmAchPayment: async (req, ctx) => await shown(ctx, await debit(ctx, req)),

    async getAchPaymentStatus({ paymentId }, ctx) {
      await follow(ctx, await reachedDebit(ctx, paymentId));
      return await shown(ctx, paymentId);
    },

    async cancelAchPayment({ paymentId }, ctx) {
      await callBack(ctx, await reachedDebit(ctx, paymentId)).catch(unavailable);
      return await shown(ctx, paymentId);
    },

    async validateBankAccount(req) {
      const problem = problemOf(plainNumbers(req));
      return { valid: problem === null, field: problem?.field ?? "", reason: problem?.reason ?? "" };
    },
  },
  { money: { createAndConfirmAchPayment: moneyOfPayments.createPayment } },
);
