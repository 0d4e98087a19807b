import { sql } from "kysely";
import type { Db } from "../db.ts";
import { daysBetween } from "../scheduling/dates.ts";

type Stay = { readonly id: string; readonly date: string; readonly endDate: string };

/** What is given on certain days of a stay moves with the whole of it. */
export async function moveCareDays(db: Db, { id, date, endDate }: Stay, after: Omit<Stay, "id">): Promise<void> {
  const days = daysBetween(date, after.date);
  if (days === 0 || days !== daysBetween(endDate, after.endDate)) return;
  await sql`update care_schedule set first_date = first_date + ${days}::int, last_date = last_date + ${days}::int
    where company_id = ${db.companyId} and appointment_id = ${id} and ended_at is null and (first_date is not null or last_date is not null)`.execute(
    db,
  );
}
