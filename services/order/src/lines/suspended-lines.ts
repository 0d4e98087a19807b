import type { Order, OrderDiscount, OrderLine, SuspendedLine } from "../orders/order.ts";

/**
 * What checkout gave to services that leave the appointment. A line has the appointment's own id for good, so the same id is there again only when the change
 * that took the service off is undone.
 */
export function suspendedBy(order: Order, removed: ReadonlySet<string>): SuspendedLine[] {
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

/** A line that is there again is the line it was, with the staff member who was set on it. */
export function restored(line: OrderLine, was: SuspendedLine | undefined): OrderLine {
  if (!was) return line;
  const { orderLineItemId, staffSet, staffId, staffName } = was;
  return { ...line, orderLineItemId, ...(staffSet ? { staffSet, staffId, staffName, staffShares: "" } : {}) };
}

/** Discounts apply as given, and their ids rise in that order. */
export const inOrderGiven = (discounts: readonly OrderDiscount[]): OrderDiscount[] =>
  discounts.toSorted((a, b) => Number(BigInt(a.discountId) - BigInt(b.discountId)));
