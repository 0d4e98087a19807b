import { type Ctx, implement, type Tx } from "@leashline/kit";
import { type Place, type Repair, repairOf, walkOf } from "@leashline/kit/projections/repair.ts";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientFactService } from "@leashline/proto/leashline/customer/v1/client_fact_service_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { sumUpAndWatch } from "./appointment-passed.jobs.ts";
import { appointmentIn, balanceIn } from "./projections.mapper.ts";
import type { Appointment, Balance } from "./projections.store.ts";
import { appointmentsAfter, balancesAfter, clientsAfter, replaceAppointments, replaceBalances, sumsOf } from "./rebuild.store.ts";

type Step = { last: string | null; corrected: number };
type Stage = "visits" | "orders" | "clients";
const atOnce = 200;
// What the sums are made of comes before the sums.
const { placeOf, tokenAfter } = walkOf<Stage>(["visits", "orders", "clients"]);

export const clientFactRpc = implement(ClientFactService, {
  async rebuildClientFacts({ pageToken, pageSize }, ctx) {
    const place = placeOf(pageToken);
    const { last, corrected } = await steps[place.stage](ctx, place, pageSize || atOnce);
    return { nextPageToken: tokenAfter(place, last), corrected };
  },
});

const steps: Record<Stage, (ctx: Ctx, place: Place<Stage>, size: number) => Promise<Step>> = { visits, orders, clients };

const hasClient = ({ clientId }: { clientId: string }): boolean => clientId !== "0";

async function visits(ctx: Ctx, { after }: Place<Stage>, size: number): Promise<Step> {
  const named = (appointment: Appointment) => ({ ...appointment, id: appointment.appointmentId });
  const kept = (await query(ctx, (db) => appointmentsAfter(db, after, size))).map(named);
  const { records } = await ctx.client(AppointmentService).listAppointmentRecords({ afterAppointmentId: after, pageSize: size });
  const source = records.flatMap(({ appointment, noShow }) => (appointment ? [named(appointmentIn(appointment, noShow))] : []));
  const repair = repairOf(kept, source, size, hasClient);
  return await putRight(ctx, repair, (tx) => replaceAppointments(tx.db, repair.wrong, repair.right.map(unnamed)));
}

async function orders(ctx: Ctx, { after }: Place<Stage>, size: number): Promise<Step> {
  const named = (balance: Balance) => ({ ...balance, id: balance.orderId });
  const kept = (await query(ctx, (db) => balancesAfter(db, after, size))).map(named);
  const answer = await ctx.client(OrderService).listOrderRecords({ afterOrderId: after, pageSize: size });
  const source = answer.orders.map((order) => named(balanceIn(order)));
  const repair = repairOf(kept, source, size, hasClient);
  return await putRight(ctx, repair, (tx) => replaceBalances(tx.db, repair.wrong, repair.right.map(unnamed)));
}

const unnamed = <T extends { id: string }>({ id: _, ...row }: T): Omit<T, "id"> => row;

type About = { id: string; version: number; clientId: string };
async function putRight(ctx: Ctx, { wrong, right, last }: Repair<About>, replace: (tx: Tx<DB>) => Promise<void>): Promise<Step> {
  const about = [...wrong, ...right];
  const clientIds = about.map(({ clientId }) => clientId);
  if (about.length > 0)
    await command(ctx, async (tx) => {
      await replace(tx);
      return { changed: await settle(tx, clientIds) };
    });
  return { last, corrected: new Set(about.map(({ id }) => id)).size };
}

async function clients(ctx: Ctx, { after }: Place<Stage>, size: number): Promise<Step> {
  const ids = await query(ctx, (db) => clientsAfter(db, after, size));
  const lastId = ids.at(-1);
  if (lastId === undefined) return { last: null, corrected: 0 };
  const { changed } = await command(ctx, async (tx) => ({ changed: await settle(tx, ids) }));
  return { last: ids.length < size ? null : lastId, corrected: changed };
}

/** Sums clients up again and tells open pages of those that came out different; answers how many. */
async function settle(tx: Tx<DB>, clientIds: readonly string[]): Promise<number> {
  const before = await sumsOf(tx.db, clientIds);
  await sumUpAndWatch(tx, clientIds);
  const after = await sumsOf(tx.db, clientIds);
  const changed = [...new Set(clientIds)].filter((id) => before.get(id) !== after.get(id));
  if (changed.length > 0) tx.notify("customer.client", { ids: changed });
  return changed.length;
}
