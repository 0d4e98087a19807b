import { type Ctx, fromMoney } from "@leashline/kit";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { unavailable } from "../cards/choose-card.ts";
import { query } from "../db.ts";
import { openPayments } from "../payments/payment.store.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { compareLedger, compareOrders, compareProvider, type Difference, type OrderSide, type ProviderSide } from "./compare.ts";
import { cardSides, countEntries, ledgerSides, unbalancedEntries } from "./sweep.store.ts";

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
        cancelled: balance.status === OrderStatus.CANCELLED,
      });
    }
    afterOrderId = balances.at(-1)?.orderId ?? afterOrderId;
    if (balances.length < pageSize) return sides;
  }
}

async function providerSides(ctx: Ctx, since: Date): Promise<ProviderSide[]> {
  const sides: ProviderSide[] = [];
  for await (const intent of cardProvider(ctx).intentsSince(since)) {
    if (intent.metadata.company_id !== ctx.companyId) continue;
    sides.push({ paymentId: intent.metadata.payment_id ?? "0", taken: intent.state === "succeeded", amount: intent.received });
  }
  return sides;
}

// The provider's clock may be a little behind ours.
const leewayMs = 10 * 60_000;

async function againstProvider(ctx: Ctx): Promise<Difference[]> {
  const cards = await query(ctx, cardSides);
  const [oldest] = cards;
  if (!oldest) return [];
  const since = new Date(oldest.createdAt.getTime() - leewayMs);
  return compareProvider(cards, await providerSides(ctx, since).catch(unavailable));
}

// Ledger, orders and provider side by side. Payments that are on their way at this very moment show as unsettled.
export async function sweep(ctx: Ctx, { provider }: { provider: boolean }) {
  const [ledger, unbalanced, entries, open] = await query(
    ctx,
    async (db) => [await ledgerSides(db), await unbalancedEntries(db), await countEntries(db), await openPayments(db)] as const,
  );
  const orders = await orderSides(ctx);
  const differences: Difference[] = [
    ...unbalanced.map((e) => ({ kind: "entry_unbalanced", orderId: e.orderId, paymentId: "0", ledger: e.off.toString(), other: "0" })),
    ...compareLedger(ledger),
    ...compareOrders(ledger, orders),
    ...open.map((p) => ({ kind: "payment_unsettled", orderId: p.order_id, paymentId: p.payment_id, ledger: p.amount, other: p.state })),
    ...(provider ? await againstProvider(ctx) : []),
  ];
  return { differences, entries, orders: orders.length, payments: ledger.filter((side) => side.captured > 0n).length };
}
