import { fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import { type Ctx, implement, merged, mustBeCurrent } from "@leashline/kit";
import {
  type CalendarSetting,
  CalendarSettingSchema,
  CalendarSettingService,
  type UpdateCalendarSettingRequest,
} from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { command, type Db, query } from "../db.ts";
import { settled, standard } from "./setting.ts";

export const settingRpc = implement(CalendarSettingService, {
  async getCalendarSetting({ businessId }, ctx) {
    return { setting: await query(ctx, (db) => read(db, ctx.companyId, businessId)) };
  },
  updateCalendarSetting: (request, ctx) => command(ctx, async (tx) => ({ setting: await update(ctx, tx, request) })),
});

async function read(db: Db, companyId: string, businessId: string): Promise<CalendarSetting> {
  const row = await db
    .selectFrom("calendar_setting")
    .select(["setting", "version"])
    .where("company_id", "=", companyId)
    .where("business_id", "=", businessId)
    .executeTakeFirst();
  const stored = row ? fromJson(CalendarSettingSchema, row.setting as JsonValue, { ignoreUnknownFields: true }) : standard();
  return { ...stored, businessId, version: row?.version ?? 0 };
}

type Update = Parameters<Parameters<typeof command>[1]>[0];

async function update(ctx: Ctx, tx: Update, request: UpdateCalendarSettingRequest): Promise<CalendarSetting> {
  const { businessId, setting, updateMask } = request;
  tx.lock([`setting:${businessId}`]);
  const before = await read(tx.db, ctx.companyId, businessId);
  mustBeCurrent(request.version, before.version);
  const given = setting as NonNullable<typeof setting>;
  const after = { ...settled(merged(CalendarSettingSchema, before, given, updateMask)), businessId, version: before.version + 1 };
  const row = { setting: JSON.stringify(toJson(CalendarSettingSchema, after)), version: after.version };
  await tx.db
    .insertInto("calendar_setting")
    .values({ company_id: ctx.companyId, business_id: businessId, ...row })
    .onConflict((conflict) => conflict.columns(["company_id", "business_id"]).doUpdateSet(row))
    .execute();
  tx.log({ entity: "calendar setting", id: businessId, action: "update", before, after, businessId });
  tx.notify("calendar.setting", { businessId });
  return after;
}
