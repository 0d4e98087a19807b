import { type Order, type OrderLine, OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type Payment, type Refund, RefundStatus, RefundWay } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { parseMoney, toMinor } from "../../../ui/format/money.ts";

// After discount and with its tax, which its price holds where any tax of the order is in the prices.
function worthOf({ totalPrice, discount, tax }: OrderLine, { includedTax }: Pick<Order, "includedTax">): bigint {
  const price = toMinor(totalPrice) - toMinor(discount);
  return toMinor(includedTax) > 0n ? price : price + toMinor(tax);
}

/** The most that can go back through a payment for a line of the order; "0" for the whole bill. */
export function mostOf(order: Pick<Order, "items" | "includedTax">, lineId: string, payment: Pick<Payment, "refundable">): bigint {
  const held = toMinor(payment.refundable);
  const line = order.items.find((item) => item.orderLineItemId === lineId);
  return line && worthOf(line, order) < held ? worthOf(line, order) : held;
}

/** What a refund of so much takes off the bill when it lowers it: what was paid too much goes back first and takes nothing off. */
export const loweredBy = (amount: bigint, { overpaid }: Pick<Order, "overpaid">): bigint =>
  amount > toMinor(overpaid) ? amount - toMinor(overpaid) : 0n;

/** How a refund goes back: one way, or in parts, whose amounts are as they were typed. */
export type Back = { way: RefundWay | "parts"; credit: string; cash: string };
type Part = { way: RefundWay; minor: bigint };

/** What goes back which way; together always the whole. Nothing where the parts come to more than that. */
export function partsOf(total: bigint, { way, ...typed }: Back, currency: string): Part[] | undefined {
  if (way !== "parts") return [{ way, minor: total }];
  const [credit, cash] = [toMinor(parseMoney(typed.credit, currency)), toMinor(parseMoney(typed.cash, currency))];
  const rest = total - credit - cash;
  if (rest < 0n) return undefined;
  const parts = [
    { way: RefundWay.ORIGINAL, minor: rest },
    { way: RefundWay.STORE_CREDIT, minor: credit },
    { way: RefundWay.CASH, minor: cash },
  ];
  return parts.filter(({ minor }) => minor > 0n);
}

/** What of a payment went back by another way than it came. */
export const elsewhereBack = ({ method, refunds }: Pick<Payment, "method" | "refunds">): Refund[] =>
  refunds.filter((one) => one.status === RefundStatus.CREATED && one.method !== "" && one.method !== method);

/** The parts with what goes back of the fee with each, in the order in which they are given back: the way it came first. */
export function withFees(parts: readonly Part[], feeOf: (back: bigint) => bigint): Part[] {
  let [back, fee] = [0n, 0n];
  return parts.map(({ way, minor }) => {
    back += minor;
    const part = feeOf(back) - fee;
    fee += part;
    return { way, minor: minor + part };
  });
}

/** The ways by which a payment of a bill may go back: the one it came, and the others. */
export const waysBack = (order: Pick<Order, "customerId">, { method }: Pick<Payment, "method">): RefundWay[] => [
  RefundWay.ORIGINAL,
  ...(order.customerId !== "0" && method !== "store credit" ? [RefundWay.STORE_CREDIT] : []),
  ...(method !== "cash" ? [RefundWay.CASH] : []),
];

/** Why a refund takes nothing off the bill. */
export function surplusWords(
  { status, appointmentId }: Pick<Order, "status" | "appointmentId">,
  { isDeposit }: Pick<Payment, "isDeposit">,
  bill: string,
): string {
  if (status !== OrderStatus.CANCELLED) return `The client paid this much more than they owed. The bill stays ${bill}.`;
  const what = appointmentId === "0" ? "bill" : "appointment";
  return `The ${what} was canceled, and ${isDeposit ? "the deposit" : "this payment"} goes back to the client.`;
}

/** What is still owed after a refund: the same when it lowers the bill, and so much more when the bill is kept. */
export const owedAfter = ({ remain }: Pick<Order, "remain">, lowered: bigint, written: (minor: bigint) => string) => {
  const owed = toMinor(remain);
  return {
    lowers: owed > 0n ? `${written(owed)} is still owed.` : "The client owes nothing more.",
    keeps: `This payment is returned, and ${written(owed + lowered)} is still owed.`,
  };
};

/** Money went back and the bill was left to be owed again: nobody is asked to charge it at once. */
export const owedAfterRefund = (order: Order): boolean =>
  toMinor(order.remain) > 0n && (order.paymentSummary?.refunds ?? []).some((refund) => toMinor(refund.loweredBill) === 0n);

/** What is said while the provider has not told whether the money went back; nothing once it is known of all of them. */
export function waitingWords(refunds: readonly Pick<Refund, "status">[], completing: boolean): string | undefined {
  if (!refunds.some(({ status }) => status === RefundStatus.PROCESSING)) return undefined;
  return `The card provider is still working on the refund.${completing ? " Complete the invoice once it is there." : ""}`;
}
