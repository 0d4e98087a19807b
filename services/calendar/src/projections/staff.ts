import { type Ctx, fail } from "@leashline/kit";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { command, query } from "../db.ts";
import { readStaff, type StaffRow, upsertStaff } from "./staff.store.ts";

/** The placeholder "No staff assigned" (growth §3). */
export const NO_STAFF = "-10";

export const staffOrNone = (staffId: string): string => (staffId === "0" || staffId.startsWith("-") ? NO_STAFF : staffId);

export const nameOf = (staff: Pick<StaffRow, "firstName" | "lastName">): string => `${staff.firstName} ${staff.lastName}`.trim();

/** Staff by id. Somebody who was just added is fetched from account, because their event may still be on the way. */
export async function staffById(ctx: Ctx, ids: readonly string[], field = "staffId"): Promise<Map<string, StaffRow>> {
  const wanted = [...new Set(ids)];
  const rows = wanted.length > 0 ? await query(ctx, (db) => readStaff(db, wanted)) : [];
  const found = new Map(rows.map((row) => [row.staffId, row]));
  const missing = wanted.filter((id) => !found.has(id));
  if (missing.length > 0) for (const row of await fetchStaff(ctx, missing)) found.set(row.staffId, row);
  const unknown = wanted.find((id) => !found.has(id));
  if (unknown !== undefined) throw fail("NOT_FOUND", { field, reason: `there is no staff member ${unknown}` });
  return found;
}

async function fetchStaff(ctx: Ctx, ids: readonly string[]): Promise<StaffRow[]> {
  const { staff } = await ctx.client(StaffService).batchGetStaff({ ids: [...ids] });
  const rows = staff.map((one) => ({
    staffId: one.id,
    firstName: one.firstName,
    lastName: one.lastName,
    colorCode: one.colorCode,
    businessIds: one.businessIds,
    showOnCalendar: one.showOnCalendar,
    bookOnlineAvailable: one.bookOnlineAvailable,
    deleted: one.deleted || one.inactive,
    sort: one.sort,
  }));
  if (rows.length > 0) await command(ctx, (tx) => upsertStaff(tx.db, rows), { step: "keep-staff" });
  return rows;
}
