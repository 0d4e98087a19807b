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
import { nextVisitEnds, rememberBalance, rememberVisit } from "./visit.store.ts";

/** Counts a client's visits again once the next one is over without anybody saying so. */
export const visitPassed = job<{ clientId: string; at: string }>("visit-passed", {
  run: async (ctx, { clientId, at }) => void (await command(ctx, async (tx) => ({ done: await settle(tx, [clientId]) }), { step: at })),
});

/** Once for all that one transaction hears of a client. */
async function settle(tx: Tx<DB>, clientIds: readonly string[]): Promise<boolean> {
  const ids = [...new Set(clientIds)];
  await refreshFacts(tx, ids);
  for (const { clientId, endsAt } of await nextVisitEnds(tx.db, tx.ctx.companyId, ids)) {
    const payload = { clientId, at: endsAt.toISOString() };
    tx.schedule(visitPassed, { key: clientId, dueAt: new Date(endsAt.getTime() + 1_000), payload });
  }
  tx.notify("customer.client", { ids });
  return true;
}

async function hearVisit(tx: Tx<DB>, appointment: AppointmentSnapshot | undefined, noShow: number | null = null): Promise<void> {
  if (!appointment || appointment.customerId === "0") return;
  const kept = await rememberVisit(tx.db, tx.ctx.companyId, visitIn(appointment, noShow));
  if (kept) tx.together(settle, appointment.customerId);
}

async function sumUp(tx: Tx<DB>, clientIds: readonly string[]): Promise<void> {
  await refreshFacts(tx, clientIds);
  tx.notify("customer.client", { ids: [...new Set(clientIds)] });
}

async function hearOrder(tx: Tx<DB>, order: OrderSnapshot | undefined, cancelled?: boolean): Promise<void> {
  if (!order || order.customerId === "0") return;
  const kept = await rememberBalance(tx.db, tx.ctx.companyId, balanceIn(order, cancelled));
  if (kept) tx.together(sumUp, order.customerId);
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
