import { useQuery } from "@connectrpc/connect-query";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { useCan } from "../../../app/session/session.ts";

/** What people and receipts call some orders by, "INV-12", in one call for all of them; a dash for one that cannot be seen. */
export const useOrderNumbers = (ids: readonly string[]): ((orderId: string) => string) => {
  const orderIds = [...new Set(ids)].filter((id) => id !== "0").slice(0, 500);
  const may = useCan("viewInvoice");
  const { data } = useQuery(
    OrderService.method.batchGetOrders,
    { orderIds },
    { enabled: may && orderIds.length > 0, meta: { quiet: true } },
  );
  const numbers = new Map(data?.orders.map(({ id, number }) => [id, `INV-${number}`]));
  return (orderId) => numbers.get(orderId) ?? "–";
};
