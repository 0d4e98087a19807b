import { MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { CompiledQuery, type Selectable, sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db, MessageTx } from "../db.ts";
import type { Appointment, ServiceLine } from "./appointment.ts";

/** The column is jsonb, written by the projection alone. */
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

/** Which version of some appointments is kept; those that are not known are left out. */
export async function keptVersions(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("visit")
    .select(["appointmentId", "version"])
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", sql<string>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ appointmentId, version }) => [appointmentId, version]));
}

/** Whether the text that tells its client of a move waits for the end of the quiet hours, and no e-mail told them meanwhile. */
export async function moveTextWaits(db: Db, appointmentId: string): Promise<boolean> {
  const last = await db
    .selectFrom("message")
    .select(sql<boolean>`bool_and(wait_until is not null)`.as("waits"))
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", appointmentId)
    .where("appointmentId", ">", "0")
    .where("useCase", "=", "rescheduled")
    .groupBy("cause")
    .orderBy(sql`max(id)`, "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.waits ?? false;
}

/** Whether anything that went out about an appointment since it last moved told its client when it is. */
export async function isToldSinceMove(
  db: Db,
  { appointmentId, movedAt }: Pick<Appointment, "appointmentId" | "movedAt">,
): Promise<boolean> {
  if (movedAt === null) return false;
  const row = await db
    .selectFrom("message")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", appointmentId)
    .where("appointmentId", ">", "0")
    .where("useCase", "in", ["booked", "request accepted", "rescheduled", "on again", "reminder first", "reminder second"])
    .where("status", "<>", MessageStatus.FAILED)
    .where("waitUntil", "is", null)
    .where(sql<boolean>`coalesce(sent_time, create_time) > ${movedAt}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the text that tells its client of an appointment at all still waits, and nothing else went out about it. Who asked for it themselves waits for an answer. */
export async function isUnheard(db: Db, appointmentId: string): Promise<boolean> {
  const row = await db
    .selectFrom("message")
    .select([
      sql<boolean | null>`bool_or(wait_until is not null and use_case = 'booked')`.as("waits"),
      sql<boolean | null>`bool_or(wait_until is null and author = 1 and status <> ${MessageStatus.FAILED})`.as("isOut"),
    ])
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", appointmentId)
    .where("appointmentId", ">", "0")
    .executeTakeFirst();
  return row?.waits === true && row.isOut !== true;
}

/** When an appointment was before it moved, and when it did. */
export type Previous = { previousDate: string; previousStart: number; movedAt: Date };

/** Nobody but us notes it; nothing noted stays what it was. */
export type Noted = Partial<Previous & { plannedAt: Date; finishedByPayment: boolean; movedVersion: number; untoldVersion: number }>;

export function note(tx: MessageTx, appointmentId: string, noted: Noted): void {
  if (Object.keys(noted).length === 0) return;
  const { db } = tx;
  tx.write(db.updateTable("visit").set(noted).where("companyId", "=", db.companyId).where("appointmentId", "=", appointmentId));
}

const untold = `update visit v set untold_version = greatest(v.untold_version, m."version")
  from jsonb_to_recordset($2::jsonb) as m("appointmentId" bigint, "version" int) where v.company_id = $1 and v.appointment_id = m."appointmentId"`;

/** Of moves up to these versions the clients are not to hear. */
export function noteUntold(tx: MessageTx, moves: readonly { appointmentId: string; version: number }[]): void {
  const list = JSON.stringify(moves.map(({ appointmentId, version }) => ({ appointmentId, version })));
  tx.write({ compile: () => CompiledQuery.raw(untold, [tx.db.companyId, list]) });
}
