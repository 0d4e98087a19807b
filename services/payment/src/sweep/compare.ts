export type Difference = { kind: string; orderId: string; paymentId: string; providerId: string; ledger: string; other: string };

export type OrderSide = { orderId: string; total: bigint; paid: bigint; refunded: bigint; fee: bigint; cancelled: boolean };
/** An order as payment has it: what its account says, what its payments and refunds sum to, and what the ledger says it owes, less what it holds for its client. */
export type LedgerSide = {
  orderId: string;
  charged: bigint;
  captured: bigint;
  refunded: bigint;
  kept: bigint;
  sumOfPayments: bigint;
  sumOfRefunds: bigint;
  receivable: bigint;
  /** What was paid on top for paying by card, less what of that went back: in payments and refunds, and in the ledger. */
  fee: bigint;
  feeInLedger: bigint;
};

type About = Partial<Pick<Difference, "orderId" | "paymentId" | "providerId">>;

export const difference = (kind: string, about: About, ledger: bigint | string, other: bigint | string): Difference => ({
  kind,
  orderId: about.orderId ?? "0",
  paymentId: about.paymentId ?? "0",
  providerId: about.providerId ?? "",
  ledger: ledger.toString(),
  other: other.toString(),
});

/** The ledger against itself: what an account says must be what its entries and payments add up to. */
export function compareLedger(sides: readonly LedgerSide[]): Difference[] {
  return sides.flatMap((side) => {
    const due = side.charged - side.captured + side.refunded + side.kept;
    const found: Difference[] = [];
    if (side.receivable !== due) found.push(difference("order_balance", side, side.receivable, due));
    if (side.captured !== side.sumOfPayments) found.push(difference("order_balance", side, side.captured, side.sumOfPayments));
    if (side.refunded !== side.sumOfRefunds) found.push(difference("order_balance", side, side.refunded, side.sumOfRefunds));
    if (side.feeInLedger !== side.fee) found.push(difference("order_fee", side, side.feeInLedger, side.fee));
    return found;
  });
}

export type FeeBack = { orderId: string; paymentId: string; back: bigint; sumOfRefunds: bigint };

/** What of a payment's fee went back, or is on its way, must be what its refunds take with them. */
export const compareFeesBack = (payments: readonly FeeBack[]): Difference[] =>
  payments.filter((one) => one.back !== one.sumOfRefunds).map((one) => difference("payment_fee", one, one.back, one.sumOfRefunds));

/** Store credit as it is kept, and as its history has it: of one client, or, of nobody in particular, of all by the ledger. */
export type CreditSide = { customerId: string; book: bigint; history: bigint };

export const compareCredit = (sides: readonly CreditSide[]): Difference[] =>
  sides
    .filter(({ book, history }) => book !== history)
    .map(({ customerId, book, history }) => {
      const ofAll = customerId === "0";
      return difference(ofAll ? "credit_total" : "credit_balance", ofAll ? {} : { providerId: customerId }, book, history);
    });

/** The ledger against the orders. */
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
      ...(side.fee === order.fee ? [] : [difference("order_fee", order, side.fee, order.fee)]),
    ];
  });
  return [...found, ...[...known.values()].map((side) => difference("order_missing", side, side.charged, 0n))];
}

/** Something both sides know by one key: how much of it stands in the books, and how much at the provider. Nothing on a side is an amount of zero there. */
export type Side = { key: string; orderId: string; paymentId: string; providerId: string; amount: bigint };

/** Where the money of payouts is compared: at the bank, on its way, and what was taken for it out of the processor's balance. */
export const payoutSides = ["payout", "transit", "balance"] as const;
export type PayoutSides = Record<(typeof payoutSides)[number], Side[]>;

/** The books against the card processor, both ways: charges, refunds, disputes and payouts alike. */
export function compareProvider(
  what: "provider" | "refund" | "dispute" | keyof PayoutSides,
  books: readonly Side[],
  there: readonly Side[],
): Difference[] {
  const left = new Map(there.map((side) => [side.key, side]));
  const found = books.flatMap((side) => {
    const other = left.get(side.key);
    left.delete(side.key);
    if (side.amount === (other?.amount ?? 0n)) return [];
    const providerId = other?.providerId || side.providerId;
    return [difference(other?.amount ? `${what}_amount` : `${what}_missing`, { ...side, providerId }, side.amount, other?.amount ?? 0n)];
  });
  const unknown = [...left.values()].filter((side) => side.amount !== 0n);
  return [...found, ...unknown.map((side) => difference(`${what}_unknown`, side, 0n, side.amount))];
}
