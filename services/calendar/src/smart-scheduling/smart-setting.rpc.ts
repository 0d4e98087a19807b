import { type Ctx, fail, implement, merged, mustBeCurrent, reachesBusiness } from "@leashline/kit";
import {
  type SmartScheduleOverride,
  type SmartScheduleSetting,
  SmartScheduleSettingSchema,
  SmartScheduleSettingService,
  type UpdateSmartScheduleSettingRequest,
} from "@leashline/proto/leashline/calendar/v1/smart_schedule_setting_service_pb.js";
import { type CalendarTx, command, query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { findSmartSetting, type Kept, upsertSmartSetting } from "./smart-setting.store.ts";

export const smartSettingRpc = implement(SmartScheduleSettingService, {
  getSmartScheduleSetting: async (_, ctx) => shownTo(ctx, await query(ctx, findSmartSetting)),

  async updateSmartScheduleSetting(request, ctx) {
    for (const { businessId } of whole(request.setting?.overrides ?? [])) await mustBeOurs(ctx, businessId);
    return shownTo(ctx, await command(ctx, (tx) => update(tx, request)));
  },
});

/** Minutes to be left at each stop of a location. */
export const bufferAt = ({ bufferTime, overrides }: SmartScheduleSetting, businessId: string): number =>
  overrides.find((one) => one.businessId === businessId)?.bufferTime ?? bufferTime;

/** One for each location, with its minutes (growth §5). */
const whole = (overrides: readonly SmartScheduleOverride[]): SmartScheduleOverride[] => {
  const given = overrides.filter(({ businessId, bufferTime }) => businessId !== "0" && bufferTime !== undefined);
  return [...new Map(given.map((one) => [one.businessId, one])).values()];
};

async function mustBeOurs(ctx: Ctx, businessId: string): Promise<void> {
  if (!reachesBusiness(ctx, businessId)) throw fail("NOT_FOUND", { field: "overrides" });
  await businessOf(ctx, businessId);
}

const shownTo = (ctx: Ctx, { setting, version }: Kept): Kept => ({
  setting: { ...setting, overrides: setting.overrides.filter(({ businessId }) => reachesBusiness(ctx, businessId)) },
  version,
});

async function update(tx: CalendarTx, { setting, updateMask, version }: UpdateSmartScheduleSettingRequest): Promise<Kept> {
  tx.lock(["smart-schedule-setting"]);
  const before = await findSmartSetting(tx.db);
  mustBeCurrent(version, before.version);
  const wanted = merged(SmartScheduleSettingSchema, shownTo(tx.ctx, before).setting, setting as NonNullable<typeof setting>, updateMask);
  const outOfReach = before.setting.overrides.filter(({ businessId }) => !reachesBusiness(tx.ctx, businessId));
  const after = { setting: { ...wanted, overrides: [...outOfReach, ...whole(wanted.overrides)] }, version: before.version + 1 };
  await upsertSmartSetting(tx.db, after);
  tx.log({ entity: "smart scheduling setting", id: tx.ctx.companyId, action: "update", before: before.setting, after: after.setting });
  return after;
}
