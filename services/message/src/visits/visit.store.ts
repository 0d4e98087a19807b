import { fromTimestamp } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { AppointmentSnapshot } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { Selectable } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { VisitWords } from "../wording/placeholders.ts";

export type VisitLine = VisitWords & { staffId: string; careType: string };
export type Visit = Omit<Selectable<DB["visit"]>, "lines"> & { lines: VisitLine[] };

const OPEN: number[] = [AppointmentStatus.UNCONFIRMED, AppointmentStatus.CONFIRMED];

/** Booked, and neither begun, over nor cancelled. */
export const isAhead = (visit: Pick<Visit, "status">): boolean => OPEN.includes(visit.status);

export async function visitIn(db: Db, companyId: string, appointmentId: string): Promise<Visit | undefined> {
  const row = await db
    .selectFrom("visit")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  return row && { ...row, lines: row.lines as VisitLine[] };
}

/** Some visits as they are now, which nobody else changes before the commit. */
export async function visitsIn(db: Db, companyId: string, ids: readonly string[]): Promise<Visit[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("visit")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("appointment_id", "in", ids)
    .orderBy("appointment_id")
    .forUpdate()
    .execute();
  return rows.map((row) => ({ ...row, lines: row.lines as VisitLine[] }));
}

/** Keeps a visit as an event tells it. Answers what we had before, and null when what we have is newer. */
export async function keepVisit(
  db: Db,
  companyId: string,
  snapshot: AppointmentSnapshot,
  moved: Date | null,
): Promise<{ before: Visit | undefined; visit: Visit } | null> {
  const before = await visitIn(db, companyId, snapshot.appointmentId);
  if (before && before.version > snapshot.version) return null;
  const lines: VisitLine[] = snapshot.lines.map(({ petName, serviceName, staffName, staffId, careType }) => ({
    petName,
    serviceName,
    staffName,
    staffId,
    careType,
  }));
  const values = {
    business_id: snapshot.businessId,
    customer_id: snapshot.customerId,
    customer_name: snapshot.customerName,
    date: snapshot.date,
    start_time: snapshot.startTime,
    end_time: snapshot.endTime,
    start_at: fromTimestamp(snapshot.startAt) ?? new Date(0),
    end_at: fromTimestamp(snapshot.endAt) ?? new Date(0),
    status: snapshot.status,
    lines: JSON.stringify(lines),
    // Whoever was to look after a deleted visit has nothing to do with the client by it.
    staff_ids: snapshot.deleted ? [] : [...new Set(snapshot.lines.map((line) => line.staffId))],
    from_request: snapshot.bookingRequestId !== "0",
    version: snapshot.version,
    ...(moved ? { planned_at: moved } : {}),
  };
  const row = await db
    .insertInto("visit")
    .values({ company_id: companyId, appointment_id: snapshot.appointmentId, ...values })
    .onConflict((conflict) => conflict.columns(["company_id", "appointment_id"]).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  return { before, visit: { ...row, lines } };
}
