import { consumer, job, type Tx } from "@leashline/kit";
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
import { balanceIn, visitIn } from "./told.ts";
import { nextVisitEnd, rememberBalance, rememberVisit } from "./visit.store.ts";

/** Counts a client's visits again once the next one is over without anybody saying so. */
export const visitPassed = job<{ clientId: string; at: string }>("visit-passed", {
  run: async (ctx, { clientId, at }) => void (await command(ctx, async (tx) => ({ done: await settle(tx, clientId) }), { step: at })),
});

async function settle(tx: Tx<DB>, clientId: string): Promise<boolean> {
  await refreshFacts(tx, [clientId]);
  const dueAt = await nextVisitEnd(tx.db, clientId);
  const at = dueAt?.toISOString() ?? "";
  if (dueAt) tx.schedule(visitPassed, { key: clientId, dueAt: new Date(dueAt.getTime() + 1_000), payload: { clientId, at } });
  tx.notify("customer.client", { ids: [clientId] });
  return true;
}

async function hearVisit(tx: Tx<DB>, appointment: AppointmentSnapshot | undefined, noShow: number | null = null): Promise<void> {
  if (!appointment || appointment.customerId === "0") return;
  const kept = await rememberVisit(tx.db, tx.ctx.companyId, visitIn(appointment, noShow));
  if (kept) await settle(tx, appointment.customerId);
}

async function hearOrder(tx: Tx<DB>, order: OrderSnapshot | undefined, cancelled?: boolean): Promise<void> {
  if (!order || order.customerId === "0") return;
  const kept = await rememberBalance(tx.db, tx.ctx.companyId, balanceIn(order, cancelled));
  if (!kept) return;
  await refreshFacts(tx, [order.customerId]);
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
