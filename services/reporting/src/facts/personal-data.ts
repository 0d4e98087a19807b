import { erasedSql, personalData } from "@leashline/kit";
import { ClientErasedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";

/** Reports count what was; the one name they keep goes. All of it is told by others, so there is nothing to give out. */
export const personal = personalData(ClientErasedSchema, {
  places: [
    { table: "client_fact", whose: "t.customer_id = any($2)", erase: { set: `name = ${erasedSql.full}` } },
    { table: "appointment_fact", whose: "t.customer_id = any($2)", erase: "stay" },
    { table: "order_fact", whose: "t.customer_id = any($2)", erase: "stay" },
    { table: "money_fact", whose: "t.customer_id = any($2)", erase: "stay" },
    { table: "order_line_fact", whose: "t.pet_id = any($3)", erase: "stay" },
  ],
});
