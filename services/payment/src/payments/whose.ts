import { type Belongs, belongings, type Ctx, type WhoseTable } from "@leashline/kit";
import { Resource } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { query } from "../db.ts";
import {
  ownersOfAdjustments,
  ownersOfAppointments,
  ownersOfCards,
  ownersOfCredit,
  ownersOfDisputes,
  ownersOfDrawers,
  ownersOfOrders,
  ownersOfPayments,
  ownersOfPayouts,
  ownersOfTipPayouts,
} from "./whose.store.ts";

// An order that was made a moment ago may not be known here yet.
async function askOrders(ctx: Ctx, orderIds: readonly string[]): Promise<Map<string, Belongs>> {
  const { orders } = await ctx.client(OrderService).batchGetOrders({ orderIds: [...orderIds] });
  return belongings(orders.map(({ id, customerId, businessId }) => ({ id, clientId: customerId, businessId })));
}

async function askAppointments(ctx: Ctx, appointmentIds: readonly string[]): Promise<Map<string, Belongs>> {
  const { orders } = await ctx.client(OrderService).batchGetOrders({ appointmentIds: [...appointmentIds] });
  return belongings(orders.map(({ appointmentId, customerId, businessId }) => ({ id: appointmentId, clientId: customerId, businessId })));
}

/** Whose orders, appointments that have one, payments, saved cards, disputes, payouts, payouts of tips and cash drawers are. A card is of no location, a drawer and a payout of no client. */
export const whose: WhoseTable = {
  [Resource.ORDER]: async (ctx, ids) => {
    const known = belongings(await query(ctx, (db) => ownersOfOrders(db, ids)));
    const unknown = ids.filter((id) => !known.has(id));
    return unknown.length === 0 ? known : new Map([...known, ...(await askOrders(ctx, unknown))]);
  },
  [Resource.APPOINTMENT]: async (ctx, ids) => {
    const known = belongings(await query(ctx, (db) => ownersOfAppointments(db, ids)));
    const unknown = ids.filter((id) => !known.has(id));
    return unknown.length === 0 ? known : new Map([...known, ...(await askAppointments(ctx, unknown))]);
  },
  [Resource.PAYMENT]: async (ctx, ids) => belongings(await query(ctx, (db) => ownersOfPayments(db, ids))),
  [Resource.CASH_DRAWER]: async (ctx, ids) => belongings(await query(ctx, (db) => ownersOfDrawers(db, ids))),
  [Resource.CASH_ADJUSTMENT]: async (ctx, ids) => belongings(await query(ctx, (db) => ownersOfAdjustments(db, ids))),
  [Resource.CREDIT_CHANGE]: async (ctx, ids) => belongings(await query(ctx, (db) => ownersOfCredit(db, ids))),
  [Resource.DISPUTE]: async (ctx, ids) => belongings(await query(ctx, (db) => ownersOfDisputes(db, ids))),
  [Resource.PAYOUT]: async (ctx, ids) => belongings(await query(ctx, (db) => ownersOfPayouts(db, ids))),
  [Resource.TIP_PAYOUT]: async (ctx, ids) => belongings(await query(ctx, (db) => ownersOfTipPayouts(db, ids))),
  [Resource.CARD]: async (ctx, ids) => belongings(await query(ctx, (db) => ownersOfCards(db, ids))),
};
