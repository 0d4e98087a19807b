import { fromTimestamp } from "@leashline/kit";
import type { AppointmentSnapshot } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { type Selectable, sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { Appointment, ServiceLine } from "./appointment.ts";

/** The column is jsonb, written by upsertAppointment alone. */
const toAppointment = (row: Selectable<DB["visit"]>): Appointment => ({ ...row, lines: row.lines as ServiceLine[] });

export async function findAppointment(db: Db, appointmentId: string): Promise<Appointment | undefined> {
  const row = await db
    .selectFrom("visit")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", appointmentId)
    .executeTakeFirst();
  return row && toAppointment(row);
}

/** Some appointments as they are now, which nobody else changes before the commit. */
export async function lockAppointments(db: Db, ids: readonly string[]): Promise<Appointment[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("visit")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "in", ids)
    .orderBy("appointmentId")
    .forUpdate()
    .execute();
  return rows.map(toAppointment);
}

/** When an appointment was before it moved, and when it did. */
export type Previous = { previousDate: string; previousStart: number; movedAt: Date };

/** Keeps an appointment as an event has it. Answers it and whether it was not known before; null when what is kept is newer. */
export async function upsertAppointment(
  db: Db,
  snapshot: AppointmentSnapshot,
  moved: Date | null,
  previous?: Previous,
): Promise<{ appointment: Appointment; isNew: boolean } | null> {
  const lines = snapshot.lines.map(
    ({ petName, serviceName, staffName, staffId, careType }): ServiceLine => ({ petName, serviceName, staffName, staffId, careType }),
  );
  const values = {
    businessId: snapshot.businessId,
    customerId: snapshot.customerId,
    customerName: snapshot.customerName,
    date: snapshot.date,
    startTime: snapshot.startTime,
    endTime: snapshot.endTime,
    startAt: fromTimestamp(snapshot.startAt) ?? new Date(0),
    endAt: fromTimestamp(snapshot.endAt) ?? new Date(0),
    status: snapshot.status,
    lines: JSON.stringify(lines),
    // Whoever was to look after a deleted appointment has nothing to do with the client by it.
    staffIds: snapshot.deleted ? [] : [...new Set(snapshot.lines.map((line) => line.staffId))],
    fromRequest: snapshot.bookingRequestId !== "0",
    version: snapshot.version,
    ...(moved ? { plannedAt: moved } : {}),
    ...previous,
  };
  const row = await db
    .insertInto("visit")
    .values({ companyId: db.companyId, appointmentId: snapshot.appointmentId, ...values })
    .onConflict((conflict) =>
      conflict.columns(["companyId", "appointmentId"]).doUpdateSet(values).where("visit.version", "<=", snapshot.version),
    )
    .returningAll()
    // A row that was there before carries the transaction that wrote over it.
    .returning(sql<boolean>`visit.xmax = 0`.as("isNew"))
    .executeTakeFirst();
  if (!row) return null;
  const { isNew, ...appointment } = row;
  return { appointment: { ...appointment, lines }, isNew };
}
