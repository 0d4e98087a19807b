import type { Order, OrderDiscount, OrderLine, SetAside } from "./order.ts";

// What checkout gave to services that leave the appointment. A line has the appointment's own number for good, so the same number is there again only
// when the change that took the service off is taken back.
export function putAside(order: Order, removed: ReadonlySet<string>): SetAside[] {
  const leaving = order.lines
    .filter((line) => removed.has(line.orderLineItemId))
    .map(({ orderLineItemId, detailId, staffSet, staffId, staffName }) => ({
      orderLineItemId,
      detailId,
      staffSet,
      staffId,
      staffName,
      discounts: order.discounts.filter((discount) => discount.orderLineItemId === orderLineItemId),
    }));
  return leaving.filter((line) => line.staffSet || line.discounts.length > 0);
}

// A line that is there again is the line it was, with whoever was put on it.
export function asItWas(line: OrderLine, was: SetAside | undefined): OrderLine {
  if (!was) return line;
  const { orderLineItemId, staffSet, staffId, staffName } = was;
  return { ...line, orderLineItemId, ...(staffSet ? { staffSet, staffId, staffName } : {}) };
}

// Discounts apply as given, and their numbers rise in that order.
export const inOrderGiven = (discounts: readonly OrderDiscount[]): OrderDiscount[] =>
  discounts.toSorted((a, b) => Number(BigInt(a.discountId) - BigInt(b.discountId)));
