import { type Belongs, belongings, type Ctx, type WhoseTable } from "@leashline/kit";
import { Resource } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { type RawBuilder, sql } from "kysely";
import { query } from "../db.ts";

async function whoseIn(ctx: Ctx, rows: RawBuilder<unknown>): Promise<Map<string, Belongs>> {
  const found = await query(ctx, (db) => (rows as RawBuilder<{ id: string } & Belongs>).execute(db));
  return belongings(found.rows);
}

// An order that was made a moment ago may not have been heard of here.
async function askOrders(ctx: Ctx, orderIds: readonly string[]): Promise<Map<string, Belongs>> {
  const { orders } = await ctx.client(OrderService).batchGetOrders({ orderIds: [...orderIds] });
  return belongings(orders.map(({ id, customerId, businessId }) => ({ id, clientId: customerId, businessId })));
}

/** Whose orders, payments and kept cards are. A card is of no location. */
export const whose: WhoseTable = {
  [Resource.ORDER]: async (ctx, ids) => {
    const known = await whoseIn(
      ctx,
      sql`select order_id as id, customer_id as "clientId", business_id as "businessId" from order_account
        where company_id = ${ctx.companyId} and order_id = any(${ids}::bigint[])`,
    );
    const unknown = ids.filter((id) => !known.has(id));
    return unknown.length === 0 ? known : new Map([...known, ...(await askOrders(ctx, unknown))]);
  },
  [Resource.PAYMENT]: (ctx, ids) =>
    whoseIn(
      ctx,
      sql`select payment_id as id, customer_id as "clientId", business_id as "businessId" from payment
        where company_id = ${ctx.companyId} and payment_id = any(${ids}::bigint[])`,
    ),
  [Resource.CARD]: (ctx, ids) =>
    whoseIn(
      ctx,
      sql`select card_id as id, customer_id as "clientId" from card
        where company_id = ${ctx.companyId} and card_id = any(${ids}::bigint[]) and deleted_at is null`,
    ),
};
