import { fail, implement, named } from "@leashline/kit";
import {
  OnlineBookingSettingService,
  type UpdateOnlineBookingSettingRequest,
  UpdateOnlineBookingSettingRequestSchema,
} from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Updateable } from "kysely";
import { command, type DB, query } from "../db.ts";
import { changeSetting, readSetting, type SettingRow } from "./setting.store.ts";

const columns = {
  bookOnlineName: "book_online_name",
  isEnable: "is_enable",
  aboutUs: "about_us",
  welcomeMessage: "welcome_message",
  themeColor: "theme_color",
  acceptedClientType: "accepted_client_type",
  soonestAvailable: "soonest_available",
  farthestAvailable: "farthest_available",
  timeslotLength: "timeslot_length",
  noticeMinutes: "notice_minutes",
  cancellationPolicy: "cancellation_policy",
  staffSelection: "staff_selection",
  autoAccept: "auto_accept",
  arrivalWindowBefore: "arrival_window_before",
  arrivalWindowAfter: "arrival_window_after",
  version: "version",
  submissionCheck: "submission_check",
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
  businessId: row.business_id,
  revision: row.revision,
});

export const settingRpc = implement(OnlineBookingSettingService, {
  async getOnlineBookingSetting({ businessId }, ctx) {
    const row = await query(ctx, (db) => readSetting(db, businessId));
    if (!row) throw fail("NOT_FOUND");
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
