import { fromMoney, on, projection } from "@leashline/kit";
import {
  OrderBalanceChangedSchema,
  OrderCancelledSchema,
  OrderChangedSchema,
  OrderCompletedSchema,
  type OrderSnapshot,
  type TipShare,
} from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { besideLine } from "./line-id.ts";
import { minor } from "./minor.ts";
import { salesChanged } from "./sales-changed.ts";
import { soldBy, soldWith } from "./sold.ts";

type Told = { order?: OrderSnapshot; tipShares?: readonly TipShare[] };
type Fact = OrderSnapshot & { tipShares: readonly TipShare[] | undefined; sold: ReturnType<typeof soldWith> };

const factOf = (order: OrderSnapshot, tipShares: Fact["tipShares"]): Fact => ({ ...order, tipShares, sold: soldWith(order) });
const factsOf = ({ order, tipShares }: Told): Fact[] => (order ? [factOf(order, tipShares)] : []);

/** A line stands once for everybody who did it, with their part of it: for the first of them as itself, for the others beside it. */
const linesOf = (order: Fact) =>
  order.lines.flatMap((line) =>
    soldBy(order, line).map((sold, nth) => ({
      lineId: besideLine(line.orderLineItemId, nth),
      serviceId: line.serviceId,
      name: line.name,
      staffId: sold.staffId,
      staffName: sold.staffName,
      petId: line.petId,
      careType: line.careType,
      quantity: line.quantity,
      gross: sold.gross.toString(),
      discount: sold.discount.toString(),
      tax: minor(sold.tax),
    })),
  );

/** Only its completion says who was given the tips of an order; one that is opened again takes them back. */
function tipsOf({ status, tipShares }: Fact) {
  if (!tipShares) return status === OrderStatus.COMPLETED ? undefined : [];
  return tipShares.map((share) => ({ staffId: share.staffId, amount: minor(share.amount) })).filter(({ amount }) => amount !== "0");
}

/** What reports count of orders, with their lines and with who was given their tips. */
export const orders = projection<Fact>({
  table: "orderFact",
  key: "orderId",
  columns: {
    orderId: (order) => order.orderId,
    businessId: (order) => order.businessId,
    customerId: (order) => order.customerId,
    appointmentId: (order) => order.appointmentId,
    businessDate: (order) => order.businessDate,
    status: (order) => order.status,
    currency: (order) => fromMoney(order.total).currency,
    subTotal: (order) => order.sold.gross.toString(),
    discount: (order) => order.sold.discount.toString(),
    tax: (order) => minor(order.tax),
    tips: (order) => minor(order.tips),
    total: (order) => minor(order.total),
    remain: (order) => minor(order.remain),
  },
  parts: [
    {
      table: "orderLineFact",
      key: "lineId",
      columns: ["lineId", "serviceId", "name", "staffId", "staffName", "petId", "careType", "quantity", "gross", "discount", "tax"],
      rows: linesOf,
    },
    { table: "tipFact", key: "staffId", columns: ["staffId", "amount"], rows: tipsOf },
  ],
  version: (order) => order.version,
  numbered: true,
  events: [
    on(OrderChangedSchema, factsOf),
    on(OrderBalanceChangedSchema, factsOf),
    on(OrderCancelledSchema, factsOf),
    on(OrderCompletedSchema, factsOf),
  ],
  source: async (ctx, afterOrderId, pageSize) => {
    const { orders, tips } = await ctx.client(OrderService).listOrderRecords({ afterOrderId, pageSize });
    const sharesOf = new Map(tips.map(({ orderId, tipShares }) => [orderId, tipShares]));
    return orders.map((order) => factOf(order, sharesOf.get(order.orderId) ?? []));
  },
  changed: salesChanged,
  eager: true,
  apart: true,
});
