import { implement, merged, mustBeCurrent } from "@leashline/kit";
import {
  type CalendarSetting,
  CalendarSettingSchema,
  CalendarSettingService,
  type UpdateCalendarSettingRequest,
} from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { type CalendarTx, command, type Db, query } from "../db.ts";
import { dayCareTypes, findSetting, upsertSetting } from "./setting.store.ts";
import { settled, standard } from "./setting.ts";

export const settingRpc = implement(CalendarSettingService, {
  getCalendarSetting: ({ businessId }, ctx) =>
    query(ctx, async (db) => ({ setting: await read(db, businessId), dayCareTypes: await dayCareTypes(db, businessId) })),
  updateCalendarSetting: (request, ctx) => command(ctx, async (tx) => ({ setting: await update(tx, request) })),
});

const read = async (db: Db, businessId: string): Promise<CalendarSetting> =>
  (await findSetting(db, businessId)) ?? { ...standard(), businessId, version: 0 };

async function update(tx: CalendarTx, request: UpdateCalendarSettingRequest): Promise<CalendarSetting> {
  const { businessId, setting, updateMask } = request;
  tx.lock([`setting:${businessId}`]);
  const before = await read(tx.db, businessId);
  mustBeCurrent(request.version, before.version);
  const given = setting as NonNullable<typeof setting>;
  const after = { ...settled(merged(CalendarSettingSchema, before, given, updateMask)), businessId, version: before.version + 1 };
  await upsertSetting(tx.db, after);
  tx.log({ entity: "calendar setting", id: businessId, action: "update", before, after, businessId });
  tx.notify("calendar.setting", { businessId });
  return after;
}
