import { fromMoney, implement } from "@leashline/kit";
import { DepositService } from "@leashline/proto/leashline/order/v1/deposit_service_pb.js";
import { command } from "../db.ts";
import { toOrder } from "../orders/order.mapper.ts";
import { inInvoice } from "../orders/order-currency.ts";
import { changeOrder } from "../orders/store-order.ts";
import { askingAhead, askingNothingAhead } from "./deposit.ts";

const atAnyVersion = (orderId: string) => ({ orderId, version: 0 });

export const depositRpc = implement(
  DepositService,
  {
    async createDeposit({ invoiceId, amount }, ctx) {
      const { minor } = fromMoney(amount);
      return await command(ctx, async (tx) => ({
        invoice: toOrder(await changeOrder(tx, atAnyVersion(invoiceId), "deposit", (order) => askingAhead(order, minor))),
      }));
    },

    async cancelDeposit({ invoiceId }, ctx) {
      return await command(ctx, async (tx) => ({
        invoice: toOrder(await changeOrder(tx, atAnyVersion(invoiceId), "no deposit", askingNothingAhead)),
      }));
    },
  },
  { money: { createDeposit: { ...inInvoice, refusedAs: "PAYMENT_AMOUNT_INVALID" } } },
);
