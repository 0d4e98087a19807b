import { type Belongs, belongings, type Ctx, type WhoseTable } from "@leashline/kit";
import { Resource } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { sql } from "kysely";
import { query } from "../db.ts";

async function ordersBy(ctx: Ctx, column: "order_id" | "appointment_id", ids: readonly string[]): Promise<Map<string, Belongs>> {
  const by = sql.ref(`o.${column}`);
  const { rows } = await query(ctx, (db) =>
    sql<{ id: string } & Belongs>`select ${by} as id, o.customer_id as client_id, o.business_id
      from orders o where o.company_id = ${db.companyId} and ${by} = any(${ids}::bigint[])`.execute(db),
  );
  return belongings(rows);
}

/** Whose orders are. An appointment is known here by its order. */
export const whose: WhoseTable = {
  [Resource.ORDER]: (ctx, ids) => ordersBy(ctx, "order_id", ids),
  [Resource.APPOINTMENT]: (ctx, ids) => ordersBy(ctx, "appointment_id", ids),
};
