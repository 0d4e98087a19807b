import { rowsOf } from "@leashline/kit";
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

const planAll = `update visit v set planned_at = p."plannedAt" from jsonb_to_recordset($2::jsonb) as p("appointmentId" bigint, "plannedAt" timestamptz)
  where v.company_id = $1 and v.appointment_id = p."appointmentId" returning v.*`;

/** Notes when appointments were booked or last moved, which their rows say that were just stored here; as they are then. */
export async function planAppointments(db: Db, planned: ReadonlyMap<string, Date>): Promise<Appointment[]> {
  if (planned.size === 0) return [];
  const list = [...planned].map(([appointmentId, plannedAt]) => ({ appointmentId, plannedAt }));
  return (await rowsOf<Selectable<DB["visit"]>>(db, planAll, [db.companyId, JSON.stringify(list)])).map(toAppointment);
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

/**
 * What the client of an appointment heard of it: whether the text that it has come where it is still waits, whether anything that went out since it last moved told them
 * when it is, and whether the text that tells them of it at all still waits with nothing else out. Who asked for it themselves waits for an answer.
 */
export type HeardOfIt = { textWaits: boolean; isTold: boolean; isUnheard: boolean };

const ofVisit = "m.company_id = v.company_id and m.appointment_id = v.appointment_id and m.appointment_id > 0";
const textWaits = `coalesce((select bool_and(m.wait_until is not null) from message m where ${ofVisit}
    and m.use_case = 'rescheduled' group by m.cause order by max(m.id) desc limit 1), false) as "textWaits"`;
const moveTextOf = `select ${textWaits} from visit v where v.company_id = $1 and v.appointment_id = $2`;
const heardOfIt = `select v.appointment_id::text as "appointmentId", ${textWaits},
    exists (select from message m where ${ofVisit}
      and m.use_case in ('booked', 'request accepted', 'rescheduled', 'on again', 'reminder first', 'reminder second') and m.status <> ${MessageStatus.FAILED}
      and m.wait_until is null and coalesce(m.sent_time, m.create_time) > v.moved_at) as "isTold",
    coalesce((select bool_or(m.wait_until is not null and m.use_case = 'booked')
        and not bool_or(m.wait_until is null and m.author = 1 and m.status <> ${MessageStatus.FAILED})
      from message m where ${ofVisit}), false) as "isUnheard"
  from visit v where v.company_id = $1 and v.appointment_id = any($2::bigint[])`;

/** Whether the text that tells its client of a move waits for the end of the quiet hours, and no e-mail told them meanwhile. */
export async function moveTextWaits(db: Db, appointmentId: string): Promise<boolean> {
  const [row] = await rowsOf<Pick<HeardOfIt, "textWaits">>(db, moveTextOf, [db.companyId, appointmentId]);
  return row?.textWaits ?? false;
}

/** Of several appointments with one read. */
export async function readHeard(db: Db, ids: readonly string[]): Promise<Map<string, HeardOfIt>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<HeardOfIt & { appointmentId: string }>(db, heardOfIt, [db.companyId, ids]);
  return new Map(rows.map(({ appointmentId, ...heard }) => [appointmentId, heard]));
}

/** When an appointment was before it moved, and when it did. */
export type Previous = { previousDate: string; previousStart: number; movedAt: Date };

/** Nobody but us notes it; nothing noted stays what it was. */
export type Noted = Partial<Previous & { finishedByPayment: boolean; movedVersion: number; untoldVersion: number; ownMoveVersion: number }>;

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
