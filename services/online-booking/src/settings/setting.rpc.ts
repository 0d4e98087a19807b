import { implement, mustExist, named } from "@leashline/kit";
import {
  OnlineBookingSettingService,
  type UpdateOnlineBookingSettingRequest,
  UpdateOnlineBookingSettingRequestSchema,
} from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Updateable } from "kysely";
import { command, type DB, query } from "../db.ts";
import { changeSetting, readSetting, type SettingRow } from "./setting.store.ts";

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

export const settingRpc = implement(OnlineBookingSettingService, {
  async getOnlineBookingSetting({ businessId }, ctx) {
    const row = mustExist(await query(ctx, (db) => readSetting(db, businessId)));
    return { setting: wire(row) };
  },

  async updateOnlineBookingSetting(request, ctx) {
    return await command(ctx, async (tx) => {
      const before = await readSetting(tx.db, request.businessId);
      const row = await changeSetting(tx, request.businessId, request.revision, changeOf(request));
      tx.log({ entity: "online_booking_setting", id: request.businessId, action: "update", before, after: row });
      tx.notify("online_booking.setting", { businessId: request.businessId });
      return { setting: wire(row) };
    });
  },
});
