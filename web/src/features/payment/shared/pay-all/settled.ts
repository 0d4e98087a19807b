import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type Payment, PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { toMinor } from "../../../../ui/format/money.ts";
import { listed, plural } from "../../../../ui/format/text.ts";

type Owed = Pick<Order, "id" | "number" | "remain">;
type Came = Pick<Payment, "orderId" | "status" | "amount">;
type Settled = { text: string; all: boolean; touched: string[] };

const namesOf = (orders: readonly Owed[]): string => listed(orders.map(({ number }) => `INV-${number}`));

/** Which of several orders their payments paid, wholly or in part, and what is owed on all of them after it. */
export function settled(orders: readonly Owed[], payments: readonly Came[], written: (minor: bigint) => string): Settled {
  const came = (id: string, wanted: (status: PaymentStatus) => boolean) =>
    payments.filter((one) => one.orderId === id && wanted(one.status)).reduce((sum, one) => sum + toMinor(one.amount), 0n);
  const rows = orders.map((order) => ({
    order,
    taken: came(order.id, (status) => status === PaymentStatus.COMPLETED),
    begun: came(order.id, (status) => status !== PaymentStatus.FAILED),
  }));
  const waiting = rows.filter(({ taken, begun }) => begun > taken).map(({ order }) => order);
  const touched = rows.filter(({ taken }) => taken > 0n);
  const paid = touched.filter(({ order, taken }) => taken >= toMinor(order.remain));
  const part = touched.filter((row) => !paid.includes(row) && !waiting.includes(row.order)).map(({ order }) => order);
  const owed = rows.reduce((sum, { order, begun }) => (begun < toMinor(order.remain) ? sum + toMinor(order.remain) - begun : sum), 0n);
  const what = [
    ...(paid.length > 0 ? [`${plural(paid.length, "order")} paid`] : []),
    ...(part.length > 0 ? [`${namesOf(part)} paid in part`] : []),
  ];
  const text = [
    ...(what.length > 0 ? [`${what.join(", ")}.`] : []),
    ...(waiting.length > 0 ? [`The card provider is still working on ${namesOf(waiting)}.`] : []),
    ...(owed > 0n ? [`${written(owed)} is still owed.`] : []),
  ].join(" ");
  return { text, all: paid.length === orders.length, touched: touched.map(({ order }) => order.id) };
}
