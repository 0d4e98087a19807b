import { type Ctx, fromMoney } from "@leashline/kit";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { query } from "../db.ts";
import { openPayments } from "../payments/payment.store.ts";
import { deniedEvents } from "../provider/event.store.ts";
import { unavailable } from "../provider/unavailable.ts";
import { openRefunds } from "../refunds/refund.store.ts";
import { againstProvider } from "./against-provider.ts";
import { compareCredit, compareFeesBack, compareLedger, compareOrders, type Difference, difference, type OrderSide } from "./compare.ts";
import { countEntries, creditSides, feesBack, ledgerSides, unbalancedEntries } from "./sweep.store.ts";

const pageSize = 2_000;

async function orderSides(ctx: Ctx): Promise<OrderSide[]> {
  const sides: OrderSide[] = [];
  for (let afterOrderId = "0"; ; ) {
    const { balances } = await ctx.client(OrderService).listOrderBalances({ afterOrderId, pageSize });
    for (const balance of balances) {
      sides.push({
        orderId: balance.orderId,
        total: fromMoney(balance.total).minor,
        paid: fromMoney(balance.paid).minor,
        refunded: fromMoney(balance.refunded).minor,
        fee: fromMoney(balance.convenienceFee).minor,
        cancelled: balance.status === OrderStatus.CANCELLED,
      });
    }
    afterOrderId = balances.at(-1)?.orderId ?? afterOrderId;
    if (balances.length < pageSize) return sides;
  }
}

type Open = { orderId: string; paymentId: string; amount: string; state: string };
const unsettled = (kind: string) => (row: Open) =>
  difference(kind, { orderId: row.orderId, paymentId: row.paymentId }, row.amount, row.state);

/** Ledger, orders and provider side by side, and events that the provider did not confirm. What is on its way at this very moment shows as unsettled. */
export async function sweep(ctx: Ctx, { provider }: { provider: boolean }) {
  const books = await query(ctx, async (db) => ({
    ledger: await ledgerSides(db),
    fees: await feesBack(db),
    credit: await creditSides(db),
    unbalanced: await unbalancedEntries(db),
    entries: await countEntries(db),
    payments: await openPayments(db),
    refunds: await openRefunds(db),
    denied: await deniedEvents(db),
  }));
  const orders = await orderSides(ctx);
  const differences: Difference[] = [
    ...books.unbalanced.map((e) => difference("entry_unbalanced", e, e.off, 0n)),
    ...compareLedger(books.ledger),
    ...compareFeesBack(books.fees),
    ...compareCredit(books.credit),
    ...compareOrders(books.ledger, orders),
    ...books.payments.map(unsettled("payment_unsettled")),
    ...books.refunds.map(unsettled("refund_unsettled")),
    ...books.denied.map((e) => difference("event_untrue", { paymentId: e.paymentId, providerId: e.eventId }, e.type, e.denied ?? "")),
    ...(provider ? await againstProvider(ctx).catch(unavailable) : []),
  ];
  const paid = books.ledger.filter((side) => side.captured > 0n).length;
  return { differences, entries: books.entries, orders: orders.length, payments: paid };
}
