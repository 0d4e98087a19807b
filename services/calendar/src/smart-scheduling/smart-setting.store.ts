import { create, fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import {
  type SmartScheduleSetting,
  SmartScheduleSettingSchema,
} from "@leashline/proto/leashline/calendar/v1/smart_schedule_setting_service_pb.js";
import type { Db } from "../db.ts";

export type Kept = { setting: SmartScheduleSetting; version: number };

/** The company's own setting, or the defaults with version 0. */
export async function findSmartSetting(db: Db): Promise<Kept> {
  const row = await db
    .selectFrom("smartScheduleSetting")
    .select(["setting", "version"])
    .where("companyId", "=", db.companyId)
    .executeTakeFirst();
  if (!row) return { setting: create(SmartScheduleSettingSchema, { serviceAreaEnable: true }), version: 0 };
  return { setting: fromJson(SmartScheduleSettingSchema, row.setting as JsonValue, { ignoreUnknownFields: true }), version: row.version };
}

export async function upsertSmartSetting(db: Db, { setting, version }: Kept): Promise<void> {
  const row = { setting: JSON.stringify(toJson(SmartScheduleSettingSchema, setting)), version };
  await db
    .insertInto("smartScheduleSetting")
    .values({ companyId: db.companyId, ...row })
    .onConflict((conflict) => conflict.column("companyId").doUpdateSet(row))
    .execute();
}
