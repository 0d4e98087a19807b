import { create } from "@bufbuild/protobuf";
import { type Ctx, fail } from "@leashline/kit";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { command, query } from "../db.ts";
import { staff } from "./projections.ts";
import { readStaff, type StaffRow } from "./staff.store.ts";

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
  const answer = await ctx.client(StaffService).batchGetStaff({ ids: [...ids] });
  const facts = answer.staff.map(({ id, inactive, ...one }) =>
    create(StaffChangedSchema, {
      staffId: id,
      firstName: one.firstName,
      lastName: one.lastName,
      colorCode: one.colorCode,
      businessIds: one.businessIds,
      showOnCalendar: one.showOnCalendar && !inactive,
      bookOnlineAvailable: one.bookOnlineAvailable && !inactive,
      deleted: one.deleted,
      sort: one.sort,
    }),
  );
  if (facts.length > 0) await command(ctx, (tx) => staff.store(tx, facts), { step: "keep-staff" });
  return facts;
}
