import { fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import { type CalendarSetting, CalendarSettingSchema } from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { sql } from "kysely";
import type { Db } from "../db.ts";

/** The business's own setting; null while it has the standard one. One that was saved before a switch existed has it as it comes. */
export async function findSetting(db: Db, businessId: string): Promise<CalendarSetting | null> {
  const row = await db
    .selectFrom("calendarSetting")
    .select(["setting", "version"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  if (!row) return null;
  const stored = fromJson(CalendarSettingSchema, row.setting as JsonValue, { ignoreUnknownFields: true });
  return { ...stored, finishWhenPaid: stored.finishWhenPaid ?? true, businessId, version: row.version };
}

export async function upsertSetting(db: Db, setting: CalendarSetting): Promise<void> {
  const row = { setting: JSON.stringify(toJson(CalendarSettingSchema, setting)), version: setting.version };
  await db
    .insertInto("calendarSetting")
    .values({ companyId: db.companyId, businessId: setting.businessId, ...row })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId"]).doUpdateSet(row))
    .execute();
}

/**
 * What a location has besides appointments with staff: "DAYCARE", "BOARDING", in this order. Whoever books daycare states its places of the day, so they tell
 * of it by their key.
 */
export async function dayCareTypes(db: Db, businessId: string): Promise<string[]> {
  const { rows } = await sql<{ daycare: boolean; boarding: boolean }>`select
    exists (select from capacity where company_id = ${db.companyId} and resource_kind in (6, 7) and resource_id = ${businessId} and day > current_date - 60)
      or exists (select from daycare_setting where company_id = ${db.companyId} and business_id = ${businessId} and (setting->>'limited')::boolean) as daycare,
    exists (select from lodging_unit where company_id = ${db.companyId} and business_id = ${businessId} and not deleted) as boarding`.execute(
    db,
  );
  return [...(rows[0]?.daycare ? ["DAYCARE"] : []), ...(rows[0]?.boarding ? ["BOARDING"] : [])];
}
