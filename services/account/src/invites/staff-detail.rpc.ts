import { fail, type Impl } from "@leashline/kit";
import type { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { query } from "../db.ts";
import { toDetail } from "../staff/staff.mapper.ts";
import { findStaff } from "../staff/staff.store.ts";
import { managesStaff, reaches } from "../staff/staff.ts";
import { openInviteCode } from "./invite.ts";

export const staffDetailHandlers = {
  async getStaffFullDetail({ id }, ctx) {
    const wanted = id === "0" ? ctx.caller.staffId : id;
    const row = await query(ctx, (db) => findStaff(db, wanted));
    const self = wanted === ctx.caller.staffId;
    if (!row || (!self && !(managesStaff(ctx) && reaches(ctx, row)))) throw fail("NOT_FOUND", { field: "id" });
    const inviteCode = managesStaff(ctx) ? await query(ctx, (db) => openInviteCode(ctx, db, row.id)) : "";
    return { detail: toDetail(row, managesStaff(ctx) || self, inviteCode) };
  },
} satisfies Partial<Impl<typeof StaffService>>;
