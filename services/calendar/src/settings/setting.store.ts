import { fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import { type CalendarSetting, CalendarSettingSchema } from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
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
