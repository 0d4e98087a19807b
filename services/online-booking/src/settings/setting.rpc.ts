import { type Ctx, implement, mustExist, named } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import {
  OnlineBookingSettingService,
  type UpdateOnlineBookingSettingRequest,
  UpdateOnlineBookingSettingRequestSchema,
} from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Updateable } from "kysely";
import { command, type DB, query } from "../db.ts";
import { changeSetting, makeSetting, readSetting, type SettingRow } from "./setting.store.ts";

const columns = {
  bookOnlineName: "bookOnlineName",
  isEnable: "isEnable",
  aboutUs: "aboutUs",
  welcomeMessage: "welcomeMessage",
  themeColor: "themeColor",
  acceptedClientType: "acceptedClientType",
  soonestAvailable: "soonestAvailable",
  farthestAvailable: "farthestAvailable",
  timeslotLength: "timeslotLength",
  noticeMinutes: "noticeMinutes",
  cancellationPolicy: "cancellationPolicy",
  staffSelection: "staffSelection",
  autoAccept: "autoAccept",
  arrivalWindowBefore: "arrivalWindowBefore",
  arrivalWindowAfter: "arrivalWindowAfter",
  version: "version",
  submissionCheck: "submissionCheck",
  clientChanges: "clientChanges",
  changeNoticeHours: "changeNoticeHours",
} as const satisfies Record<string, keyof DB["setting"]>;

function changeOf(request: UpdateOnlineBookingSettingRequest): Updateable<DB["setting"]> {
  const fields = named(UpdateOnlineBookingSettingRequestSchema, request, request.updateMask);
  const entries = Object.entries(columns).filter(([field]) => fields.has(field));
  return Object.fromEntries(
    entries.flatMap(([field, column]) => {
      const value = request[field as keyof typeof columns];
      return value === undefined ? [] : [[column, value]];
    }),
  );
}

const wire = (row: SettingRow) => ({
  ...Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, row[column]])),
  businessId: row.businessId,
  revision: row.revision,
});

/** Right after a business is made its event may still be on the way: its page is then made from what account says. */
async function settingOf(ctx: Ctx, businessId: string): Promise<SettingRow> {
  const kept = await query(ctx, (db) => readSetting(db, businessId));
  if (kept) return kept;
  const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: [businessId] });
  const { businessName } = mustExist(businesses[0], "businessId");
  await command(ctx, (tx) => makeSetting(tx, businessId, businessName), { step: "page" });
  return mustExist(await query(ctx, (db) => readSetting(db, businessId)));
}

export const settingRpc = implement(OnlineBookingSettingService, {
  async getOnlineBookingSetting({ businessId }, ctx) {
    return { setting: wire(await settingOf(ctx, businessId)) };
  },

  async updateOnlineBookingSetting(request, ctx) {
    await settingOf(ctx, request.businessId);
    return await command(ctx, async (tx) => {
      const before = await readSetting(tx.db, request.businessId);
      const row = await changeSetting(tx, request.businessId, request.revision, changeOf(request));
      tx.log({ entity: "online_booking_setting", id: request.businessId, action: "update", before, after: row });
      tx.notify("online_booking.setting", { businessId: request.businessId });
      return { setting: wire(row) };
    });
  },
});
