import { type Ctx, fail, implement } from "@leashline/kit";
import { ReaderPaymentService, ReaderPaymentState as State } from "@leashline/proto/leashline/payment/v1/reader_payment_service_pb.js";
import { moneyOfPayments } from "../payments/money-in.ts";
import { toPayment } from "../payments/payment.mapper.ts";
import { reachedPayment } from "../payments/payment.rpc.ts";
import type { PaymentRow } from "../payments/payment.store.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { unavailable } from "../provider/unavailable.ts";
import { cancelAtReader, followReader, isByHand, processOnReader } from "./at-reader.ts";
import { reachedReader } from "./readers.ts";

function stateOf(row: PaymentRow): State {
  if (row.state === "completed") return State.APPROVED;
  if (row.state !== "failed") return State.WAITING;
  return isByHand(row) ? State.CANCELED : State.DECLINED;
}

// Of several payments that are one charge, the one that was asked for.
const shown = async (ctx: Ctx, row: PaymentRow, paymentId = row.paymentId) => ({
  payment: toPayment(await reachedPayment(ctx, paymentId)),
  state: stateOf(row),
});

async function atReader(ctx: Ctx, paymentId: string): Promise<PaymentRow> {
  const row = await reachedPayment(ctx, paymentId);
  if (row.readerId === "") throw fail("PAYMENT_NOT_FOUND", { field: "paymentId" });
  return row;
}

export const readerPaymentRpc = implement(
  ReaderPaymentService,
  {
    async processOnReader(req, ctx) {
      const row = await processOnReader(ctx, req);
      if (stateOf(row) !== State.DECLINED) return await shown(ctx, row);
      const facts = { paymentId: row.paymentId, failureCode: row.failureCode };
      throw fail("PAYMENT_DECLINED", { message: row.failureMessage, field: "stripeReaderId", facts });
    },

    getReaderStatus: async ({ paymentId }, ctx) => await shown(ctx, await followReader(ctx, await atReader(ctx, paymentId)), paymentId),

    cancelReaderPayment: async ({ paymentId }, ctx) =>
      await shown(ctx, await cancelAtReader(ctx, await atReader(ctx, paymentId)).catch(unavailable), paymentId),

    async getReaderAction({ stripeReaderId }, ctx) {
      const { readerId, providerAccount } = await reachedReader(ctx, stripeReaderId);
      const { status: readerStatus, action } = await cardProvider(ctx).at(providerAccount).getReader(readerId).catch(unavailable);
      const { type = "", state = "", failureCode = "", failureMessage = "" } = action ?? {};
      return { readerStatus, type, status: state, failureCode, failureMessage };
    },
  },
  { money: { processOnReader: moneyOfPayments.createPayment } },
);
