export type Difference = { kind: string; orderId: string; paymentId: string; ledger: string; other: string };

export type OrderSide = { orderId: string; total: bigint; paid: bigint; refunded: bigint; cancelled: boolean };
// An order as payment has it: what its account says, what its payments and refunds sum to, and what the ledger says it owes.
export type LedgerSide = {
  orderId: string;
  charged: bigint;
  captured: bigint;
  refunded: bigint;
  sumOfPayments: bigint;
  sumOfRefunds: bigint;
  receivable: bigint;
};

const difference = (kind: string, ids: Partial<Pick<Difference, "orderId" | "paymentId">>, ledger: bigint, other: bigint): Difference => ({
  kind,
  orderId: ids.orderId ?? "0",
  paymentId: ids.paymentId ?? "0",
  ledger: ledger.toString(),
  other: other.toString(),
});

// The ledger against itself: what an account says must be what its entries and payments add up to.
export function compareLedger(sides: readonly LedgerSide[]): Difference[] {
  return sides.flatMap((side) => {
    const due = side.charged - side.captured + side.refunded;
    const found: Difference[] = [];
    if (side.receivable !== due) found.push(difference("order_balance", side, side.receivable, due));
    if (side.captured !== side.sumOfPayments) found.push(difference("order_balance", side, side.captured, side.sumOfPayments));
    if (side.refunded !== side.sumOfRefunds) found.push(difference("order_balance", side, side.refunded, side.sumOfRefunds));
    return found;
  });
}

// The ledger against the orders.
export function compareOrders(ledger: readonly LedgerSide[], orders: readonly OrderSide[]): Difference[] {
  const known = new Map(ledger.map((side) => [side.orderId, side]));
  const found = orders.flatMap((order) => {
    const side = known.get(order.orderId);
    known.delete(order.orderId);
    if (!side) return order.total === 0n && order.paid === 0n ? [] : [difference("order_missing", order, 0n, order.total)];
    const total = order.cancelled ? 0n : order.total;
    return [
      ...(side.charged === total ? [] : [difference("order_total", order, side.charged, total)]),
      ...(side.captured === order.paid ? [] : [difference("order_balance", order, side.captured, order.paid)]),
      ...(side.refunded === order.refunded ? [] : [difference("order_balance", order, side.refunded, order.refunded)]),
    ];
  });
  return [...found, ...[...known.values()].map((side) => difference("order_missing", side, side.charged, 0n))];
}

export type CardSide = { paymentId: string; orderId: string; state: string; amount: bigint };
export type ProviderSide = { paymentId: string; taken: boolean; amount: bigint };

// The ledger against the card processor.
export function compareProvider(ledger: readonly CardSide[], provider: readonly ProviderSide[]): Difference[] {
  const taken = new Map(provider.filter((side) => side.taken).map((side) => [side.paymentId, side.amount]));
  const found = ledger.flatMap((card) => {
    const there = taken.get(card.paymentId);
    taken.delete(card.paymentId);
    const here = card.state === "completed" ? card.amount : 0n;
    if (here === (there ?? 0n)) return [];
    return [difference(there === undefined ? "provider_missing" : "provider_amount", card, here, there ?? 0n)];
  });
  return [...found, ...[...taken].map(([paymentId, amount]) => difference("provider_unknown", { paymentId }, 0n, amount))];
}
