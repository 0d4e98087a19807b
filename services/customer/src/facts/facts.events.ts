import { consumer, fromMoney, fromTimestamp, job, type Tx } from "@leashline/kit";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import {
  OrderBalanceChangedSchema,
  OrderCancelledSchema,
  OrderChangedSchema,
  OrderCompletedSchema,
  type OrderSnapshot,
} from "@leashline/proto/leashline/order/v1/events_pb.js";
import { command, type DB } from "../db.ts";
import { refreshFacts } from "./overview.store.ts";
import { nextVisitEnd, rememberBalance, rememberVisit } from "./visit.store.ts";

/** Counts a client's visits again once the next one is over without anybody saying so. */
export const visitPassed = job<{ clientId: string; at: string }>("visit-passed", {
  run: async (ctx, { clientId, at }) => void (await command(ctx, async (tx) => ({ done: await settle(tx, clientId) }), { step: at })),
});

async function settle(tx: Tx<DB>, clientId: string): Promise<boolean> {
  await refreshFacts(tx.db, tx.ctx.companyId, [clientId]);
  const dueAt = await nextVisitEnd(tx.db, clientId);
  const at = dueAt?.toISOString() ?? "";
  if (dueAt) tx.schedule(visitPassed, { key: clientId, dueAt: new Date(dueAt.getTime() + 1_000), payload: { clientId, at } });
  tx.notify("customer.client", { ids: [clientId] });
  return true;
}

const ids = (list: readonly string[]): string[] => [...new Set(list)].filter((id) => id !== "0");

async function hearVisit(tx: Tx<DB>, a: AppointmentSnapshot | undefined, noShow: number | null = null): Promise<void> {
  if (!a || a.customerId === "0") return;
  const kept = await rememberVisit(tx.db, tx.ctx.companyId, {
    appointmentId: a.appointmentId,
    clientId: a.customerId,
    businessId: a.businessId,
    date: a.date,
    endsAt: fromTimestamp(a.endAt) ?? new Date(`${a.date}T23:59:59Z`),
    status: a.status,
    noShow,
    petIds: ids(a.lines.map((line) => line.petId)),
    staffIds: ids(a.lines.map((line) => line.staffId)),
    version: a.version,
  });
  if (kept) await settle(tx, a.customerId);
}

async function hearOrder(tx: Tx<DB>, order: OrderSnapshot | undefined, cancelled = false): Promise<void> {
  if (!order || order.customerId === "0") return;
  const minor = (money: OrderSnapshot["paid"]): string => fromMoney(money).minor.toString();
  const kept = await rememberBalance(tx.db, tx.ctx.companyId, {
    orderId: order.orderId,
    clientId: order.customerId,
    appointmentId: order.appointmentId,
    paid: minor(order.paid),
    refunded: minor(order.refunded),
    remain: cancelled ? "0" : minor(order.remain),
    currency: order.total?.currencyCode || "USD",
    version: order.version,
  });
  if (!kept) return;
  await refreshFacts(tx.db, tx.ctx.companyId, [order.customerId]);
  tx.notify("customer.client", { ids: [order.customerId] });
}

export const factConsumers = [
  consumer<typeof AppointmentBookedSchema, DB>(AppointmentBookedSchema, (tx, e) => hearVisit(tx, e.appointment)),
  consumer<typeof AppointmentChangedSchema, DB>(AppointmentChangedSchema, (tx, e) => hearVisit(tx, e.appointment)),
  consumer<typeof AppointmentStatusChangedSchema, DB>(AppointmentStatusChangedSchema, (tx, e) => hearVisit(tx, e.appointment)),
  consumer<typeof AppointmentCancelledSchema, DB>(AppointmentCancelledSchema, (tx, e) => hearVisit(tx, e.appointment, e.noShow)),
  consumer<typeof OrderChangedSchema, DB>(OrderChangedSchema, (tx, e) => hearOrder(tx, e.order)),
  consumer<typeof OrderBalanceChangedSchema, DB>(OrderBalanceChangedSchema, (tx, e) => hearOrder(tx, e.order)),
  consumer<typeof OrderCompletedSchema, DB>(OrderCompletedSchema, (tx, e) => hearOrder(tx, e.order)),
  consumer<typeof OrderCancelledSchema, DB>(OrderCancelledSchema, (tx, e) => hearOrder(tx, e.order, true)),
];
