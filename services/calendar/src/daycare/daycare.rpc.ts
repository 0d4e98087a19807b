import { type Ctx, fromWireDate, implement, merged, mustBeCurrent } from "@leashline/kit";
import {
  DaycareService,
  DaycareSettingSchema,
  type UpdateDaycareSettingRequest,
} from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import { type CalendarTx, command, query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { spanOf } from "../scheduling/asked-days.ts";
import { deleteOwnDay, readDaycareSetting, readOwnDays, saveDaycareSetting, saveOwnDay } from "./daycare.store.ts";
import { mustBeWhole } from "./daycare.ts";
import { daysOf } from "./days.ts";
import { daycareLock } from "./take-heads.ts";

const MOST_DAYS = 63;

export const daycareRpc = implement(DaycareService, {
  getDaycareSetting: async ({ businessId }, ctx) => ({ setting: await query(ctx, (db) => readDaycareSetting(db, businessId)) }),
  updateDaycareSetting: (request, ctx) => command(ctx, async (tx) => ({ setting: await update(tx, request) })),

  async getDaycareDays({ businessId: asked, startDate, endDate }, ctx) {
    const { businessId } = await businessOf(ctx, asked);
    const { from, to } = spanOf({ startDate, endDate }, MOST_DAYS);
    return { days: await query(ctx, (db) => daysOf(db, businessId, from, to)) };
  },

  setDaycareDay: (request, ctx) => setDay(ctx, request),
});

async function update(tx: CalendarTx, { businessId, setting: given, updateMask, version }: UpdateDaycareSettingRequest) {
  tx.lock([`daycare-setting:${businessId}`]);
  const before = await readDaycareSetting(tx.db, businessId);
  mustBeCurrent(version, before.version);
  const setting = { ...merged(DaycareSettingSchema, before, given!, updateMask), businessId, version: before.version + 1 };
  mustBeWhole(setting);
  await saveDaycareSetting(tx.db, setting);
  tx.log({ entity: "daycare setting", id: businessId, action: "update", before, after: setting, businessId });
  tx.notify("calendar.setting", { businessId });
  return setting;
}

type Day = { businessId: string; date?: Parameters<typeof fromWireDate>[0]; heads?: number | undefined; note: string };

async function setDay(ctx: Ctx, { businessId: asked, date, heads, note }: Day) {
  const { businessId } = await businessOf(ctx, asked);
  const day = fromWireDate(date, "date");
  return await command(ctx, async (tx) => {
    tx.lock([daycareLock(businessId, day)]);
    const [before] = await readOwnDays(tx.db, businessId, day, day);
    const after = heads === undefined ? undefined : { day, heads, note: note.trim() };
    if (after) await saveOwnDay(tx.db, businessId, after);
    else await deleteOwnDay(tx.db, businessId, day);
    tx.log({ entity: "daycare day", id: businessId, action: "update", businessId, before: { ...before, day }, after: { ...after, day } });
    tx.notify("calendar.setting", { businessId });
    return { day: (await daysOf(tx.db, businessId, day, day))[0]! };
  });
}
