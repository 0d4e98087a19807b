import { type Ctx, fail } from "@leashline/kit";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { sql } from "kysely";
import { command, type Db, query } from "../db.ts";

/** What the calendar keeps of a staff member. */
export type StaffRow = {
  staff_id: string;
  first_name: string;
  last_name: string;
  color_code: string;
  business_ids: string[];
  show_on_calendar: boolean;
  book_online_available: boolean;
  deleted: boolean;
  sort: number;
};

const columns = [
  "staff_id",
  "first_name",
  "last_name",
  "color_code",
  "business_ids",
  "show_on_calendar",
  "book_online_available",
  "deleted",
  "sort",
] as const;

export const nameOf = (staff: Pick<StaffRow, "first_name" | "last_name">): string => `${staff.first_name} ${staff.last_name}`.trim();

/** Staff of a business in their order; those who left or are hidden only when asked for. */
export async function listStaff(db: Db, companyId: string, businessId: string, { hidden = false } = {}): Promise<StaffRow[]> {
  let found = db
    .selectFrom("staff")
    .select(columns)
    .where("company_id", "=", companyId)
    .where(sql<boolean>`${businessId}::bigint = any(business_ids)`)
    .orderBy("sort")
    .orderBy("staff_id");
  if (!hidden) found = found.where("deleted", "=", false).where("show_on_calendar", "=", true);
  return await found.execute();
}

/** Staff by id. Somebody who was just added is fetched from account, because their event may still be on the way. */
export async function staffById(ctx: Ctx, ids: readonly string[], field = "staffId"): Promise<Map<string, StaffRow>> {
  const wanted = [...new Set(ids)];
  const rows = wanted.length > 0 ? await query(ctx, (db) => readStaff(db, ctx.companyId, wanted)) : [];
  const found = new Map(rows.map((row) => [row.staff_id, row]));
  const missing = wanted.filter((id) => !found.has(id));
  if (missing.length > 0) for (const row of await fetchStaff(ctx, missing)) found.set(row.staff_id, row);
  const unknown = wanted.find((id) => !found.has(id));
  if (unknown !== undefined) throw fail("NOT_FOUND", { field, reason: `there is no staff member ${unknown}` });
  return found;
}

export const readStaff = (db: Db, companyId: string, ids: readonly string[]): Promise<StaffRow[]> =>
  db
    .selectFrom("staff")
    .select(columns)
    .where("company_id", "=", companyId)
    .where(sql<boolean>`staff_id = any(${ids}::bigint[])`)
    .execute();

async function fetchStaff(ctx: Ctx, ids: readonly string[]): Promise<StaffRow[]> {
  const { staff } = await ctx.client(StaffService).batchGetStaff({ ids: [...ids] });
  const rows = staff.map((one) => ({
    staff_id: one.id,
    first_name: one.firstName,
    last_name: one.lastName,
    color_code: one.colorCode,
    business_ids: one.businessIds,
    show_on_calendar: one.showOnCalendar,
    book_online_available: one.bookOnlineAvailable,
    deleted: one.deleted || one.inactive,
    sort: one.sort,
  }));
  if (rows.length > 0) await command(ctx, (tx) => keepStaff(tx.db, ctx.companyId, rows), { step: "keep-staff" });
  return rows;
}

export async function keepStaff(db: Db, companyId: string, rows: readonly StaffRow[]): Promise<void> {
  await db
    .insertInto("staff")
    .values(rows.map((row) => ({ company_id: companyId, ...row })))
    .onConflict((conflict) =>
      conflict.columns(["company_id", "staff_id"]).doUpdateSet((eb) => ({
        first_name: eb.ref("excluded.first_name"),
        last_name: eb.ref("excluded.last_name"),
        color_code: eb.ref("excluded.color_code"),
        business_ids: eb.ref("excluded.business_ids"),
        show_on_calendar: eb.ref("excluded.show_on_calendar"),
        book_online_available: eb.ref("excluded.book_online_available"),
        deleted: eb.ref("excluded.deleted"),
        sort: eb.ref("excluded.sort"),
      })),
    )
    .execute();
}
