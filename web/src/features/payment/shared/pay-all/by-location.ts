/** Orders as they can be paid together: those of one location each, in the order in which they stand. */
export const byLocation = <Order extends { businessId: string }>(orders: readonly Order[]): Order[][] => {
  const groups = new Map<string, Order[]>();
  for (const order of orders) groups.set(order.businessId, [...(groups.get(order.businessId) ?? []), order]);
  return [...groups.values()];
};
