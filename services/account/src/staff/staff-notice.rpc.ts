import { implement } from "@leashline/kit";
import { StaffNoticeService } from "@leashline/proto/leashline/account/v1/staff_notice_service_pb.js";
import { query } from "../db.ts";
import { staffToTell } from "./staff-notice.store.ts";

export const staffNoticeRpc = implement(StaffNoticeService, {
  listStaffToTell: async (asked, ctx) => ({ staff: await query(ctx, (db) => staffToTell(db, asked)) }),
});
