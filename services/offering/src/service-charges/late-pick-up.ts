import { type Ctx, fail, toMoney } from "@leashline/kit";
import type { AddLatePickUpRequest, CheckLatePickUpRequest } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { SurchargeType } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { query } from "../db.ts";
import { toServiceCharge } from "./service-charge.mapper.ts";
import { activeSurcharges, type ServiceChargeRow } from "./service-charge.store.ts";
import { chargeDue } from "./service-charge.ts";

type Asked = { surchargeType: SurchargeType; time: number; pets: number };
type Due = { charge: ServiceChargeRow; quantity: number };

const visitOf = ({ businessId, items }: Order) => ({
  businessId,
  lines: items.map(({ petId, serviceItemType }) => ({ petId, careType: serviceItemType })),
});

/** What falls due by itself for who leaves or comes at a time; of an order, for its location and its care types. */
async function surchargeDue(ctx: Ctx, { surchargeType, time, pets }: Asked, order?: Order): Promise<Due | null> {
  const type = surchargeType || SurchargeType.LATE_PICK_UP;
  return chargeDue(await query(ctx, (db) => activeSurcharges(db, type)), { type, time, pets, visit: order && visitOf(order) });
}

/** What is due without putting it anywhere. */
export async function checkSurcharge(request: CheckLatePickUpRequest, ctx: Ctx) {
  const { orderId } = request;
  const order = orderId === "0" ? undefined : (await ctx.client(OrderService).getOrder({ orderId })).order;
  const due = await surchargeDue(ctx, request, order);
  return due ? toDue(due) : {};
}

const toDue = ({ charge, quantity }: Due) => ({
  serviceCharge: toServiceCharge(charge),
  quantity,
  totalPrice: toMoney(BigInt(charge.priceMinor) * BigInt(quantity), charge.currency),
});

/** Puts what is due onto an order that has not got it yet; the version that was read keeps two who do so at once from doing it twice. */
export async function addSurcharge(request: AddLatePickUpRequest, ctx: Ctx) {
  const { orderId } = request;
  const orders = ctx.client(OrderService);
  const { order } = await orders.getOrder({ orderId });
  const due = await surchargeDue(ctx, request, order);
  if (!due) throw fail("STATE_CONFLICT", { field: "time", reason: "nothing is due at this time" });
  const { serviceCharge, quantity, totalPrice } = toDue(due);
  const has = (items: readonly { serviceChargeId: string }[] | undefined) => items?.some((one) => one.serviceChargeId === due.charge.id);
  if (has(order?.items)) return { serviceCharge, quantity, totalPrice, orderVersion: order?.version ?? 0, added: false };
  const unitPrice = toMoney(due.charge.priceMinor, due.charge.currency);
  const line = {
    orderId,
    serviceChargeId: due.charge.id,
    name: due.charge.name,
    taxId: due.charge.taxId,
    unitPrice,
    quantity,
    version: order?.version ?? 0,
  };
  const { order: after } = await orders.addServiceCharge(line);
  return { serviceCharge, quantity, totalPrice, orderVersion: after?.version ?? 0, added: true };
}
