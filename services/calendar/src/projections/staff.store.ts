import { type Selectable, sql } from "kysely";
import type { Staff } from "../db.gen.ts";
import type { Db } from "../db.ts";

const columns = [
  "staffId",
  "firstName",
  "lastName",
  "colorCode",
  "businessIds",
  "showOnCalendar",
  "bookOnlineAvailable",
  "deleted",
  "sort",
] as const;

/** What the calendar keeps of a staff member. */
export type StaffRow = Pick<Selectable<Staff>, (typeof columns)[number]>;

/** Staff of a business in their order; those who left or are hidden only when asked for. */
export async function listStaff(db: Db, businessId: string, { hidden = false } = {}): Promise<StaffRow[]> {
  let found = db
    .selectFrom("staff")
    .select(columns)
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`${businessId}::bigint = any(business_ids)`)
    .orderBy("sort")
    .orderBy("staffId");
  if (!hidden) found = found.where("deleted", "=", false).where("showOnCalendar", "=", true);
  return await found.execute();
}

export const readStaff = (db: Db, ids: readonly string[]): Promise<StaffRow[]> =>
  db
    .selectFrom("staff")
    .select(columns)
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`staff_id = any(${ids}::bigint[])`)
    .execute();
