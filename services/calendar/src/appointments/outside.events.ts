import { consumer, minorOf } from "@leashline/kit";
import { ClientChangedSchema, PetChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { OrderBalanceChangedSchema, OrderChangedSchema, type OrderSnapshot } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { CalendarTx } from "../db.ts";
import { refreshVisit } from "./refresh.ts";

// What others tell us and a visit shows: names, and what is paid. None of it is an edit: the version stays, so nobody's change is refused for it.

export const clientChanged = consumer<typeof ClientChangedSchema, DB>(ClientChangedSchema, async (tx, event) => {
  const { firstName, lastName, clientColor } = event;
  const stale = sql`select id from appointment where company_id = ${tx.ctx.companyId} and customer_id = ${event.customerId} and deleted_at is null
    and (customer_first_name, customer_last_name, client_color) is distinct from (${firstName}, ${lastName}, ${clientColor}) order by id`;
  for (const id of await idsOf(tx, stale)) {
    await refreshVisit(tx, id, (visit) => ({ ...visit, customerFirstName: firstName, customerLastName: lastName, clientColor }));
  }
});

export const petChanged = consumer<typeof PetChangedSchema, DB>(PetChangedSchema, async (tx, event) => {
  const { petId, petName, breed } = event;
  const stale = sql`select distinct appointment_id as id from pet_service where company_id = ${tx.ctx.companyId} and pet_id = ${petId}
    and (pet_name, breed) is distinct from (${petName}, ${breed}) order by id`;
  for (const id of await idsOf(tx, stale)) {
    await refreshVisit(tx, id, (visit) => ({
      ...visit,
      lines: visit.lines.map((line) => (line.petId === petId ? { ...line, petName, breed } : line)),
    }));
  }
});

export const orderChanged = consumer<typeof OrderChangedSchema, DB>(OrderChangedSchema, (tx, event) => settle(tx, event.order));
export const orderBalanceChanged = consumer<typeof OrderBalanceChangedSchema, DB>(OrderBalanceChangedSchema, (tx, event) =>
  settle(tx, event.order),
);

const paymentStatuses: Record<string, number> = { unpaid: 1, partial: 2, paid: 3 };

async function settle(tx: CalendarTx, order: OrderSnapshot | undefined): Promise<void> {
  if (!order || order.appointmentId === "0") return;
  const { orderId, version, paid, refunded, remain } = order;
  const paymentStatus = paymentStatuses[order.paymentStatus] ?? 1;
  await refreshVisit(
    tx,
    order.appointmentId,
    (visit) => ({ ...visit, orderId, paymentStatus, paid: minorOf(paid), refunded: minorOf(refunded), outstanding: minorOf(remain) }),
    version,
  );
}

async function idsOf(tx: CalendarTx, found: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await (found as ReturnType<typeof sql<{ id: string }>>).execute(tx.db);
  return rows.map((row) => row.id);
}
