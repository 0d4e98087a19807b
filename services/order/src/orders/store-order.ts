import { toBinary } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { type Ctx, mustBeCurrent, mustExistFor, type Tx } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  OrderBalanceChangedSchema,
  OrderCancelledSchema,
  OrderChangedSchema,
  OrderCompletedSchema,
} from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderSchema, OrderType } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { DB } from "../db.ts";
import { toOrder, toSnapshot, toTipShares } from "./order.mapper.ts";
import { lockOrder } from "./order.store.ts";
import { moneyMoved, type Order, recalculated, tipSplitOf } from "./order.ts";
import { completesItself, moved } from "./order-moves.ts";
import { insertRevision } from "./revision.store.ts";
import { saveOrder } from "./save-order.store.ts";

/** An order of a business the caller works at; any other does not exist. */
export const mustReach = (ctx: Ctx, order: Order | null): Order => mustExistFor(ctx, order, "orderId");

/** Locks an order the caller reaches, at the version they saw; 0: whatever it is. */
export async function lockReached(tx: Tx<DB>, { orderId, version }: { orderId: string; version: number }): Promise<Order> {
  const order = mustReach(tx.ctx, await lockOrder(tx.db, { orderId }));
  mustBeCurrent(version, order.version);
  return order;
}

type Asked = { orderId: string; version: number };

/** Locks an order, lets a decision make another one of it, and stores that with its revision and events. */
export async function changeOrder(tx: Tx<DB>, asked: Asked, action: string, decide: (order: Order) => Order): Promise<Order> {
  const before = await lockReached(tx, asked);
  return await storeOrder(tx, before, decide(before), action);
}

/** Stores what became of an order. The same order again changes nothing and emits nothing. */
export async function storeOrder(tx: Tx<DB>, before: Order | null, decided: Order, action: string): Promise<Order> {
  const now = new Date();
  const after = completed(recalculated(decided), now);
  if (before && textOf(before) === textOf(after)) return before;
  const next = { ...after, version: before ? before.version + 1 : 1, updatedAt: now };
  const stored = await saveOrder(tx, before, next);
  logRevision(tx, before, stored, action);
  emitChange(tx, before, stored, now);
  return stored;
}

const textOf = (value: unknown): string => JSON.stringify(value, (_, v) => (typeof v === "bigint" ? `${v}` : v));

// They wait for no appointment: a fee is for nothing that has yet to take place, and a class is paid ahead.
const closedByPaying = [OrderType.NOSHOW, OrderType.FULFILLMENT];

// Finished and nothing owed: the order closes by itself.
function completed(order: Order, now: Date): Order {
  const appointmentFinished =
    order.appointmentStatus === AppointmentStatus.FINISHED || (closedByPaying.includes(order.type) && order.paymentStatus === "paid");
  return completesItself({ ...order, appointmentFinished }) ? moved(order, "complete", now) : order;
}

const summaryOf = (order: Order) => ({
  state: order.state,
  total: order.total,
  discount: order.discount,
  tips: order.tips,
  lines: order.lines.length,
});

function logRevision(tx: Tx<DB>, before: Order | null, order: Order, action: string): void {
  insertRevision(tx, {
    orderId: order.orderId,
    version: order.version,
    action,
    actorName: tx.ctx.caller.name,
    afterPayment: before !== null && moneyMoved(before),
    snapshot: Buffer.from(toBinary(OrderSchema, toOrder(order))),
  });
  tx.log({
    entity: "order",
    id: order.orderId,
    action,
    businessId: order.businessId,
    ...(before ? { before: summaryOf(before) } : {}),
    after: summaryOf(order),
  });
}

const tipsOf = (order: Order): string => textOf(tipSplitOf(order).staffTips);

const snapshotText = (order: Order): string => textOf(toSnapshot({ ...order, version: 0 }));

const isSameBalance = (a: Order, b: Order): boolean =>
  a.paid === b.paid && a.refunded === b.refunded && a.kept === b.kept && a.remain === b.remain && a.paymentStatus === b.paymentStatus;

function withBalanceOf(order: Order, { paid, refunded, kept, remain, paymentStatus }: Order): Order {
  return { ...order, paid, refunded, kept, remain, paymentStatus };
}

function emitChange(tx: Tx<DB>, before: Order | null, order: Order, now: Date): void {
  const snapshot = toSnapshot(order);
  const key = { key: `order-${order.orderId}` };
  const movedMoneyOnly = before && snapshotText(withBalanceOf(before, order)) === snapshotText(order);
  if (!movedMoneyOnly) tx.emit(OrderChangedSchema, { order: snapshot }, key);
  else if (!isSameBalance(before, order)) tx.emit(OrderBalanceChangedSchema, { order: snapshot }, key);
  if (order.state === "completed" && (before?.state !== "completed" || tipsOf(before) !== tipsOf(order))) {
    const completedAt = timestampFromDate(order.completedAt ?? now);
    tx.emit(OrderCompletedSchema, { order: snapshot, completedAt, tipShares: toTipShares(order) }, key);
  }
  if (order.state === "cancelled" && before?.state !== "cancelled") tx.emit(OrderCancelledSchema, { order: snapshot }, key);
  tx.notify("order.changed", { businessId: order.businessId, ids: [order.orderId], dates: [order.businessDate] });
}
