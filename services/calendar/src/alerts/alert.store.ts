import { create, fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import { type AlertSettings, AlertSettingsSchema } from "@leashline/proto/leashline/calendar/v1/alert_service_pb.js";
import type { Db } from "../db.ts";
import { standardAlerts } from "./alert.ts";

/** The settings of a location, or the standard ones. */
export async function readAlertSettings(db: Db, businessId: string): Promise<AlertSettings> {
  const row = await db
    .selectFrom("alertSetting")
    .select(["setting", "version"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  if (!row) return create(AlertSettingsSchema, { ...standardAlerts(), businessId });
  const stored = fromJson(AlertSettingsSchema, row.setting as JsonValue, { ignoreUnknownFields: true });
  return { ...stored, businessId, version: row.version };
}

export async function saveAlertSettings(db: Db, settings: AlertSettings): Promise<void> {
  const row = { setting: JSON.stringify(toJson(AlertSettingsSchema, settings)), version: settings.version };
  await db
    .insertInto("alertSetting")
    .values({ companyId: db.companyId, businessId: settings.businessId, ...row })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId"]).doUpdateSet(row))
    .execute();
}
