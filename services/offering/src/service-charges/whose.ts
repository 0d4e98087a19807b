import { belongings, type WhoseTable } from "@leashline/kit";
import { Resource } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";

/** Whose the orders are that a charge is put on. */
export const whose: WhoseTable = {
  [Resource.ORDER]: async (ctx, ids) => {
    const { orders } = await ctx.client(OrderService).batchGetOrders({ orderIds: [...ids] });
    return belongings(orders.map(({ id, customerId, businessId }) => ({ id, clientId: customerId, businessId })));
  },
};
