import { followMerges } from "@leashline/kit";
import { ClientsMergedSchema, ClientsUnmergedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";

/** Reports count what two records of one client had as one client's. */
export const mergedClients = followMerges({ merged: ClientsMergedSchema, unmerged: ClientsUnmergedSchema }, [
  { table: "appointment_fact", column: "customer_id", of: "client", key: "appointment_id" },
  { table: "order_fact", column: "customer_id", of: "client", key: "order_id" },
  { table: "money_fact", column: "customer_id", of: "client", key: "kind, id" },
  {
    table: "order_line_fact",
    column: "pet_id",
    of: "pet",
    key: "order_id, line_id",
    among: "t.order_id in (select o.order_id from order_fact o where o.company_id = $1 and o.customer_id = $4)",
  },
]);
