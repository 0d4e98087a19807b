import { followMerges } from "@leashline/kit";
import { ClientsMergedSchema, ClientsUnmergedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";

/** Orders go with their client; an invoice keeps the name it was made out to. */
export const mergedClients = followMerges({ merged: ClientsMergedSchema, unmerged: ClientsUnmergedSchema }, [
  { table: "orders", column: "customer_id", of: "client", key: "order_id" },
  {
    table: "order_line",
    column: "pet_id",
    of: "pet",
    key: "order_line_item_id",
    among: "t.order_id in (select o.order_id from orders o where o.company_id = $1 and o.customer_id = $4)",
  },
]);
