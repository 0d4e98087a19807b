import type { Page } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type RawBuilder, sql } from "kysely";
import { appointmentsWhere } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import type { Db } from "../db.ts";

const { CANCELLED, CHECKED_IN, FINISHED, READY_FOR_PICKUP } = AppointmentStatus;

/** Which appointments of a day: of these staff members and care types, all where none is named. */
export type PrintedDay = {
  businessId: string;
  date: string;
  staffIds: readonly string[];
  careTypes: readonly string[];
  checkedInOnly: boolean;
  /** Only what begins on the day, or what ends on it. */
  edge?: "start" | "end";
};

/** On the day: it is its first, its last, or any of it. */
const onDay = ({ date, edge }: PrintedDay): RawBuilder<unknown> => {
  if (edge === "start") return sql`a.date = ${date}::date`;
  if (edge === "end") return sql`a.end_date > a.date and a.end_date = ${date}::date`;
  return sql`(a.date = ${date}::date or (a.end_date > a.date and a.date < ${date}::date and a.end_date >= ${date}::date))`;
};

const withLine = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`and exists (select from pet_service l where l.company_id = a.company_id and l.appointment_id = a.id and ${condition})`;

/** A day's appointments that are not canceled, by start. */
export async function readPrinted(db: Db, day: PrintedDay, { limit, after }: Page): Promise<Appointment[]> {
  const [start = "-1", id = "0"] = after ?? [];
  const here = day.checkedInOnly ? sql`and a.status in (${CHECKED_IN}, ${READY_FOR_PICKUP})` : sql`and a.status <> ${CANCELLED}`;
  const staff =
    day.staffIds.length > 0
      ? withLine(sql`(l.staff_id = any(${day.staffIds}::bigint[]) or l.other_staff_ids && ${day.staffIds}::bigint[])`)
      : sql``;
  const types = day.careTypes.length > 0 ? withLine(sql`l.care_type = any(${day.careTypes}::text[]) and l.stay_day = 0`) : sql``;
  return await appointmentsWhere(
    db,
    sql`where a.company_id = ${db.companyId} and a.business_id = ${day.businessId} and a.deleted_at is null
      and ${onDay(day)} ${here} ${staff} ${types} and (a.start_minute, a.id) > (${start}::int, ${id}::bigint) order by a.start_minute, a.id limit ${limit}`,
  );
}

/** The newest finished appointments of each client before a day, at these businesses (null: at all). */
export async function readHistory(
  db: Db,
  of: { customerIds: readonly string[]; before: string; at: readonly string[] | null },
  most: number,
): Promise<Appointment[]> {
  if (most === 0) return [];
  return await appointmentsWhere(
    db,
    sql`where a.company_id = ${db.companyId} and a.id in (
        select past.id from unnest(${of.customerIds}::bigint[]) c(id), lateral (select p.id from appointment p
          where p.company_id = ${db.companyId} and p.customer_id = c.id and p.date < ${of.before}::date and p.status = ${FINISHED} and p.deleted_at is null
            and (${of.at}::bigint[] is null or p.business_id = any(${of.at}::bigint[]))
          order by p.date desc, p.id desc limit ${most}) past)
      order by a.date desc, a.id desc`,
  );
}

export type StoredSettings = { settings: string; version: number };

export async function findSettings(db: Db, accountId: string, kind: number): Promise<StoredSettings | undefined> {
  const { rows } = await sql<StoredSettings>`select settings::text as settings, version from print_card_setting
    where company_id = ${db.companyId} and account_id = ${accountId} and kind = ${kind}`.execute(db);
  return rows[0];
}

export async function saveSettings(db: Db, accountId: string, kind: number, { settings, version }: StoredSettings): Promise<void> {
  const row = { settings, version };
  await db
    .insertInto("printCardSetting")
    .values({ companyId: db.companyId, accountId, kind, ...row })
    .onConflict((conflict) => conflict.columns(["companyId", "accountId", "kind"]).doUpdateSet(row))
    .execute();
}
