import type { Page } from "@leashline/kit";
import { sql } from "kysely";
import type { AppointmentPlan } from "../appointments/appointment.ts";
import { ENTITY, type LogKind } from "../appointments/notes.ts";
import type { Db } from "../db.ts";

export type LogRow = {
  id: string;
  action: LogKind;
  at: Date;
  actorStaffId: string;
  actorName: string;
  source: string;
  note: string;
  /** Of an act that made it one of a series, also which it was of before. */
  before: (AppointmentPlan & { seriesId?: string }) | null;
  /** The version it came to; of one that took another back, also the version as which the appointment stands again. */
  after: { version?: number; standsAs?: number } | null;
  undone: boolean;
};

const fields = sql`id, action, at, actor_staff_id, actor_name, source, note, before, after, undone_by is not null as undone`;

/** Entries that say what clients were told: they change nothing of the appointment. */
export const notifications = ["sendNotification", "updateNotificationStatus"] as const satisfies LogKind[];
export type NotificationKind = (typeof notifications)[number];

/** The newest entry that changed the appointment, or the newest before another one. */
export async function readNewestChange(db: Db, appointmentId: string, before: string | null = null): Promise<LogRow | undefined> {
  const { rows } =
    await sql<LogRow>`select ${fields} from change_log where company_id = ${db.companyId} and entity = ${ENTITY} and entity_id = ${appointmentId}
    and (${before}::bigint is null or id < ${before}::bigint) and action <> all(${notifications}) order by id desc limit 1`.execute(db);
  return rows[0];
}

/** The entry of the change that the appointment came to a version by. */
export async function readChangeTo(db: Db, appointmentId: string, version: number): Promise<LogRow | undefined> {
  const { rows } =
    await sql<LogRow>`select ${fields} from change_log where company_id = ${db.companyId} and entity = ${ENTITY} and entity_id = ${appointmentId}
    and (after ->> 'version')::int = ${version} and action <> all(${notifications}) order by id desc limit 1`.execute(db);
  return rows[0];
}

export async function isBooked(db: Db, appointmentId: string): Promise<boolean> {
  const { rows } = await sql`select from appointment where company_id = ${db.companyId} and id = ${appointmentId}`.execute(db);
  return rows.length > 0;
}

/** The appointment's log, newest first. */
export async function readLog(db: Db, appointmentId: string, { limit, after }: Page): Promise<LogRow[]> {
  const below = after?.[0] ?? null;
  const { rows } = await sql<LogRow>`select ${fields}
    from change_log where company_id = ${db.companyId} and entity = ${ENTITY} and entity_id = ${appointmentId}
    and (${below}::bigint is null or id < ${below}::bigint) order by id desc limit ${limit}`.execute(db);
  return rows;
}
