import type { Page } from "@leashline/kit";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db.ts";
import { fromRow } from "./appointment.rows.ts";
import { appointmentsWhere, readRows } from "./appointment.store.ts";
import type { Appointment } from "./appointment.ts";

/** At these businesses; null for all. */
export type At = readonly string[] | null;

const within = (at: At): RawBuilder<unknown> => (at ? sql`and a.business_id = any(${at}::bigint[])` : sql``);

export type Asked = { customerId: string; from: string; to: string; statuses: readonly number[]; at: At };

const asked = ({ companyId }: Db, { customerId, from, to, statuses, at }: Asked): RawBuilder<unknown> =>
  sql`a.company_id = ${companyId} and a.customer_id = ${customerId} and a.deleted_at is null ${within(at)} and a.date between ${from}::date and ${to}::date
    and (cardinality(${statuses}::int[]) = 0 or a.status = any(${statuses}::int[]))`;

/** A client's appointments, newest first. */
export async function readOfClient(db: Db, which: Asked, page: Page): Promise<Appointment[]> {
  const [date = "9999-12-31", id = "9223372036854775807"] = page.after ?? [];
  return await appointmentsWhere(
    db,
    sql`where ${asked(db, which)} and (a.date, a.id) < (${date}::date, ${id}::bigint)
      order by a.date desc, a.id desc limit ${page.limit} offset ${page.offset}`,
  );
}

export async function countOfClient(db: Db, which: Asked): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from appointment a where ${asked(db, which)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Every appointment after an id, deleted ones too. */
export async function readAfter(db: Db, id: string, most: number): Promise<{ appointment: Appointment; deleted: boolean }[]> {
  const rows = await readRows(db, sql`where a.company_id = ${db.companyId} and a.id > ${id}::bigint order by a.id limit ${most}`);
  return rows.map((row) => ({ appointment: fromRow(row), deleted: row.deletedAt !== null }));
}

export type Counts = { upcoming: number; finished: number; cancelled: number; noShow: number; total: number };

export async function readCounts(db: Db, customerId: string, today: string, at: At): Promise<Counts> {
  const { rows } = await sql<Counts>`select count(*) filter (where status in (1, 2) and date >= ${today}::date)::int as upcoming,
      count(*) filter (where status = 3)::int as finished, count(*) filter (where status = 4)::int as cancelled,
      count(*) filter (where no_show = 1)::int as "noShow", count(*)::int as total
      from appointment a where company_id = ${db.companyId} and customer_id = ${customerId} and deleted_at is null ${within(at)}`.execute(
    db,
  );
  return rows[0] as Counts;
}

export type PastComment = { id: string; date: string; ticketComments: string };

/** What was said at the client's appointments before this one, newest first. */
export async function readCommentsBefore(db: Db, appointment: Appointment, at: At, most: number): Promise<PastComment[]> {
  const { rows } = await sql<PastComment>`select id, date, ticket_comments from appointment a
    where company_id = ${db.companyId} and customer_id = ${appointment.customerId}
      and (date, id) < (${appointment.date}::date, ${appointment.id}::bigint) and ticket_comments <> '' and deleted_at is null ${within(at)}
      order by date desc, id desc limit ${most}`.execute(db);
  return rows;
}

/** Whether somebody has come, or is to come. */
export async function isKnownClient(db: Db, customerId: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select exists (select from appointment where company_id = ${db.companyId}
    and customer_id = ${customerId} and status <> 4 and deleted_at is null) as known`.execute(db);
  return rows[0]?.known ?? false;
}
