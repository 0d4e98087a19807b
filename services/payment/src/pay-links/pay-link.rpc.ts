import { type Ctx, fail, implement, mustHaveClients } from "@leashline/kit";
import { ReceiptSendService } from "@leashline/proto/leashline/message/v1/receipt_service_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { CARD_LINK, PAY_LINK } from "@leashline/proto/rules/client-link.ts";
import { query } from "../db.ts";
import { askOrder } from "../ledger/ask-order.ts";
import { findAccount } from "../ledger/order-account.store.ts";
import { chargeOrder, dueOf, emptyAccount } from "../ledger/order-account.ts";
import { orderIdOf } from "../payments/money-in.ts";
import { mustTakeCards } from "../provider-accounts/may-take-cards.ts";
import { toCardKeys, toLinkedBill, toLinkedBusiness } from "./bill.mapper.ts";
import { businessOf, mustTakeNewCards, readBill } from "./bill.ts";
import { leaveCard } from "./leave-card.ts";
import { newLink, type Opened, openLink } from "./open-link.ts";
import { payBill, settleBill } from "./pay-bill.ts";
import { stayDaysOf } from "./stay-days.ts";

async function shown(opened: Opened) {
  const [bill, business] = await Promise.all([readBill(opened), businessOf(opened)]);
  return { ...toLinkedBill(bill, business, opened.ctx), ...(await stayDaysOf(opened.ctx, bill.receipt.order)) };
}

// Amounts are in the currency of the bill, wherever the caller is.
async function currencyOf({ token }: { token: string }, ctx: Ctx): Promise<string> {
  return (await readBill(await openLink(ctx, PAY_LINK, token))).currency;
}

export const payLinkRpc = implement(
  PayLinkService,
  {
    async getPayLink(req, ctx) {
      const order = await askOrder(ctx, orderIdOf(req));
      if (req.forReceipt) {
        if (order.customerId === "0") throw fail("STATE_CONFLICT", { field: "orderId", message: "This bill has no client to show it to." });
        return newLink(ctx, PAY_LINK, order);
      }
      await mustTakeNewCards(ctx, order.businessId);
      const known = await query(ctx, (db) => findAccount(db, order.orderId));
      const { account } = chargeOrder(known?.money ?? emptyAccount, order.charge);
      if (account.cancelled || dueOf(account) <= 0n)
        throw fail("STATE_CONFLICT", { field: "orderId", message: "Nothing is owed on this bill." });
      return newLink(ctx, PAY_LINK, order);
    },

    async createCardLink({ customerId }, ctx) {
      await mustTakeNewCards(ctx, ctx.businessId);
      await mustHaveClients(ctx, [customerId]);
      return newLink(ctx, CARD_LINK, { businessId: ctx.businessId, customerId, orderId: "0" });
    },

    getLinkedBill: async ({ token }, ctx) => ({ bill: await shown(await openLink(ctx, PAY_LINK, token)) }),

    async getLinkedBillFile({ token }, ctx) {
      const opened = await openLink(ctx, PAY_LINK, token);
      await readBill(opened);
      const { fileName, content } = await opened.ctx.client(ReceiptSendService).getReceiptFile({ orderId: opened.link.orderId });
      return { fileName, content };
    },

    async payLinkedBill(req, ctx) {
      const opened = await openLink(ctx, PAY_LINK, req.token);
      await payBill(opened, req);
      return { bill: await shown(opened) };
    },

    async settleLinkedBill({ token, giveUp }, ctx) {
      const opened = await openLink(ctx, PAY_LINK, token);
      const failureMessage = await settleBill(opened, giveUp);
      return { bill: await shown(opened), failureMessage };
    },

    async getLinkedCardForm({ token }, ctx) {
      const opened = await openLink(ctx, CARD_LINK, token);
      await mustTakeNewCards(opened.ctx, opened.link.businessId);
      const cardAccount = await mustTakeCards(opened.ctx, opened.link.businessId);
      return { business: toLinkedBusiness(await businessOf(opened)), cardKeys: toCardKeys(ctx, cardAccount) };
    },

    saveLinkedCard: async (req, ctx) => await leaveCard(await openLink(ctx, CARD_LINK, req.token), req),
  },
  { money: { payLinkedBill: { currencyOf, refusedAs: "PAYMENT_AMOUNT_INVALID" } } },
);
