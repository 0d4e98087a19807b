import { type Ctx, fail, implement, mustHaveClients } from "@leashline/kit";
import { SquareTerminalService, SquareCheckoutStatus as Status } from "@leashline/proto/leashline/payment/v1/square_terminal_service_pb.js";
import { query } from "../db.ts";
import { moneyOfPayments } from "../payments/money-in.ts";
import { toPayment } from "../payments/payment.mapper.ts";
import { reachedPayment } from "../payments/payment.rpc.ts";
import { findPaymentByCheckout, type PaymentRow } from "../payments/payment.store.ts";
import { unavailable } from "../provider/unavailable.ts";
import { isAtSquare } from "../square-account/charging-account.ts";
import { cancelAtTerminal, chargeAtTerminal, followTerminal } from "./at-terminal.ts";
import { checkoutStatus } from "./checkout-status.ts";

const statuses = { created: Status.CREATED, paid: Status.PAID, completed: Status.COMPLETED, failed: Status.FAILED } as const;

// Of several payments that are one charge, the one that was asked for.
const shown = async (ctx: Ctx, row: PaymentRow, { charged = false, paymentId = row.paymentId } = {}) => ({
  checkoutId: row.checkoutId,
  payment: toPayment(await reachedPayment(ctx, paymentId)),
  status: statuses[checkoutStatus(row.state, charged)],
});

type Named = { paymentId: string; checkoutId: string };

/** A payment at a Square Terminal that the caller reaches, by either of its names. */
async function atTerminal(ctx: Ctx, { paymentId, checkoutId }: Named): Promise<PaymentRow> {
  const unknown = () => fail("PAYMENT_NOT_FOUND", { field: paymentId === "0" ? "checkoutId" : "paymentId" });
  const found = paymentId === "0" && checkoutId ? await query(ctx, (db) => findPaymentByCheckout(db, checkoutId)) : null;
  const row = await reachedPayment(ctx, found?.paymentId ?? paymentId);
  if (row.readerId === "" || !isAtSquare(row)) throw unknown();
  if (found && row.customerId !== "0") await mustHaveClients(ctx, [row.customerId]);
  return row;
}

export const squareTerminalRpc = implement(
  SquareTerminalService,
  {
    async chargeAtSquareTerminal(req, ctx) {
      const row = await chargeAtTerminal(ctx, req);
      if (row.state !== "failed") return await shown(ctx, row);
      const facts = { paymentId: row.paymentId, failureCode: row.failureCode };
      throw fail("PAYMENT_DECLINED", { message: row.failureMessage, field: "deviceId", facts });
    },

    async getSquareCheckoutStatus(req, ctx) {
      const asked = await atTerminal(ctx, req);
      const { row, charged } = await followTerminal(ctx, asked);
      return await shown(ctx, row, { charged, paymentId: asked.paymentId });
    },

    async cancelSquarePayment(req, ctx) {
      const asked = await atTerminal(ctx, req);
      return await shown(ctx, await cancelAtTerminal(ctx, asked).catch(unavailable), { paymentId: asked.paymentId });
    },
  },
  { money: { chargeAtSquareTerminal: moneyOfPayments.createPayment } },
);
