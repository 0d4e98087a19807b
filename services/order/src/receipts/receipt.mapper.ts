import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ReceiptSchema } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { toOrder } from "../orders/order.mapper.ts";
import { moneyMoved, type Order } from "../orders/order.ts";
import type { Business } from "../projections/projections.store.ts";

const toSender = (order: Order, business: Business | null) => ({
  businessId: order.businessId,
  businessName: business?.name ?? "",
  address: business?.address ?? "",
  phoneNumber: business?.phone ?? "",
  contactEmail: business?.email ?? "",
  timezoneName: business?.zone ?? "UTC",
  currencyCode: order.currency,
});

export const toReceipt = (order: Order, business: Business | null): MessageInitShape<typeof ReceiptSchema> => ({
  order: toOrder(order),
  business: toSender(order, business),
  title: moneyMoved(order) ? "Receipt" : "Invoice",
  number: `INV-${order.number}`,
});
