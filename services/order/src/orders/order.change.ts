import { toBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { type Ctx, fail, mustBeCurrent, type Tx } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  OrderBalanceChangedSchema,
  OrderCancelledSchema,
  OrderChangedSchema,
  OrderCompletedSchema,
} from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderSchema } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { DB } from "../db.gen.ts";
import { saveOrder } from "./order.save.ts";
import { lockOrder } from "./order.store.ts";
import { moneyMoved, type Order, reckoned, tipSplitOf } from "./order.ts";
import { orderMessage, orderSnapshot, tipSharesOf } from "./order.wire.ts";
import { completesItself } from "./order-moves.ts";

export type Change = {
  // What the revision says was done.
  action: string;
  // The version the caller saw; 0 or absent: do not check.
  version?: number;
};

// Staff may only touch orders of businesses they work at; our own services pass.
export const isReached = ({ caller }: Ctx, order: Pick<Order, "businessId">): boolean =>
  caller.via !== "" || caller.businessIds.includes(order.businessId);

export function mustReach(ctx: Ctx, order: Order | null): Order {
  if (!order || !isReached(ctx, order)) throw fail("NOT_FOUND", { field: "orderId" });
  return order;
}

// Locks an order, lets a decision make another one of it, and stores that with its revision and events.
export async function changeOrder(tx: Tx<DB>, orderId: string, change: Change, decide: (order: Order) => Order): Promise<Order> {
  const before = mustReach(tx.ctx, await lockOrder(tx, { orderId }));
  mustBeCurrent(change.version ?? 0, before.version);
  return await storeOrder(tx, before, decide(before), change.action);
}

const telling = (order: Order): string =>
  JSON.stringify(orderSnapshot({ ...order, version: 0 }), (_, v) => (typeof v === "bigint" ? `${v}` : v));

// Stores what became of an order. The same order again changes nothing and tells nobody.
export async function storeOrder(tx: Tx<DB>, before: Order | null, decided: Order, action: string): Promise<Order> {
  const now = new Date();
  const after = completed(reckoned(decided), now);
  if (before && unchanged(before, after)) return before;
  const next = { ...after, version: before ? before.version + 1 : 1, updatedAt: now };
  const stored = await saveOrder(tx, before, next);
  await keepRevision(tx, before, stored, action);
  tell(tx, before, stored, now);
  return stored;
}

function unchanged(before: Order, after: Order): boolean {
  const text = (order: Order) => JSON.stringify(order, (_, v) => (typeof v === "bigint" ? `${v}` : v));
  return text(before) === text(after);
}

// Finished and nothing owed: the order closes by itself.
function completed(order: Order, now: Date): Order {
  const appointmentFinished = order.appointmentStatus === AppointmentStatus.FINISHED;
  return completesItself({ ...order, appointmentFinished }) ? { ...order, state: "completed", completedAt: now } : order;
}

async function keepRevision(tx: Tx<DB>, before: Order | null, order: Order, action: string): Promise<void> {
  const { companyId, caller } = tx.ctx;
  await tx.db
    .insertInto("order_revision")
    .values({
      company_id: companyId,
      order_id: order.orderId,
      version: order.version,
      action,
      actor_name: caller.name,
      after_payment: before !== null && moneyMoved(before),
      snapshot: Buffer.from(toBinary(OrderSchema, orderMessage(order))),
    })
    .execute();
  const glance = (o: Order) => ({ state: o.state, total: o.total, discount: o.discount, tips: o.tips, lines: o.lines.length });
  tx.log({
    entity: "order",
    id: order.orderId,
    action,
    businessId: order.businessId,
    ...(before ? { before: glance(before) } : {}),
    after: glance(order),
  });
}

const shares = (order: Order): string =>
  tipSplitOf(order)
    .staffTips.map((t) => `${t.staffId}:${t.amount}`)
    .join();

const balanceFields = ["paid", "refunded", "remain", "paymentStatus"] as const;

function tell(tx: Tx<DB>, before: Order | null, order: Order, now: Date): void {
  const snapshot = orderSnapshot(order);
  const key = { key: `order-${order.orderId}` };
  const movedMoneyOnly = before && telling({ ...before, ...pick(order) }) === telling(order);
  if (!movedMoneyOnly) tx.emit(OrderChangedSchema, { order: snapshot }, key);
  else if (balanceFields.some((field) => before[field] !== order[field])) tx.emit(OrderBalanceChangedSchema, { order: snapshot }, key);
  if (order.state === "completed" && (before?.state !== "completed" || shares(before) !== shares(order))) {
    const completedAt = timestampFromDate(order.completedAt ?? now);
    tx.emit(OrderCompletedSchema, { order: snapshot, completedAt, tipShares: tipSharesOf(order) }, key);
  }
  if (order.state === "cancelled" && before?.state !== "cancelled") tx.emit(OrderCancelledSchema, { order: snapshot }, key);
  tx.notify("order.changed", { businessId: order.businessId, ids: [order.orderId], dates: [order.businessDate] });
}

const pick = (order: Order) => ({ ...Object.fromEntries(balanceFields.map((field) => [field, order[field]])) }) as Partial<Order>;
