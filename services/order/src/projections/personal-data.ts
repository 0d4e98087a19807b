import type { Tx } from "@leashline/kit";
import { erasedSql, personalData } from "@leashline/kit";
import { ClientErasedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { ErasureObstacleReason } from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";
import type { DB } from "../db.ts";
import { unnameRevisions } from "./personal-data.store.ts";

const ofOrders = "t.order_id in (select o.order_id from orders o where o.company_id = $1 and o.customer_id = any($2))";

/** Bills stay to the cent; whom they were made out to goes, from each of their versions too. */
export const personal = personalData(ClientErasedSchema, {
  places: [
    { table: "order_line", whose: ofOrders, name: "bill-lines", erase: { set: `pet_name = ${erasedSql.pet}` } },
    { table: "order_discount", whose: ofOrders, name: "bill-discounts", erase: { set: "reason = ''" } },
    { table: "order_payment", whose: ofOrders, name: "bill-payments", erase: "stay" },
    { table: "order_refund", whose: ofOrders, name: "bill-refunds", erase: { set: "reason = ''" } },
    { table: "orders", whose: "t.customer_id = any($2)", name: "bills", erase: { set: `customer_name = ${erasedSql.full}` } },
  ],
  obstacles: [
    {
      reason: ErasureObstacleReason.MONEY_OWED,
      table: "orders",
      whose: "t.customer_id = any($2) and t.remain > 0 and t.state <> 'cancelled'",
    },
  ],
  changed: async (tx: Tx<DB>, { customerIds }) => await unnameRevisions(tx.db, customerIds),
});
