import { create } from "@bufbuild/protobuf";
import { type Ctx, fail, type Impl, listed, merged, mustBeCurrent, mustExist, type Page, scopeLevel } from "@leashline/kit";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { StaffNotificationPreferenceSchema, StaffPaySettingSchema } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import type { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { command, query } from "../db.ts";
import { mustBeWellFormed } from "../shared/fields.ts";
import { isOwnerCategory } from "./owner-category.ts";
import { notificationJson, staffChanged, toColleague, toNotification, toPay, toStaff } from "./staff.mapper.ts";
import { batchStaff, countStaff, insertStaff, listStaff, lockStaff, type StaffRow, sortStaff, updateStaff } from "./staff.store.ts";
import { managesStaff, mustAssign, reaches } from "./staff.ts";
import {
  announce,
  moveTo,
  mustBeBusinesses,
  mustBeCategory,
  mustFind,
  mustHaveRoom,
  newRow,
  patchFor,
  roleToGive,
} from "./staff-changes.ts";

const shown = (ctx: Ctx, rows: readonly StaffRow[]) =>
  rows.map((row) =>
    (managesStaff(ctx) && reaches(ctx, row)) || row.id === ctx.caller.staffId || ctx.caller.via !== "" ? toStaff(row) : toColleague(row),
  );

export const staffHandlers = {
  async createStaff(request, ctx) {
    mustBeWellFormed({ email: request.email });
    const businessIds = request.businessIds.length > 0 ? request.businessIds : [ctx.businessId];
    mustAssign(ctx, businessIds);
    return await command(ctx, async (tx) => {
      await mustBeCategory(tx, request.employeeCategory);
      const taken = await mustHaveRoom(tx.db);
      await mustBeBusinesses(tx.db, businessIds);
      const row = await newRow(request, await roleToGive(tx, request.roleId), taken, ctx.caller.country);
      const staff = await insertStaff(tx.db, row, businessIds);
      announce(tx, staff, "created");
      return { staff: toStaff(staff) };
    });
  },

  async updateStaff(request, ctx) {
    mustBeWellFormed({ email: request.email });
    return await command(ctx, async (tx) => {
      const before = await mustFind(tx, request.id);
      mustBeCurrent(request.version, before.version);
      const patch = await patchFor(tx, request, before);
      if (request.businessIds.length > 0 && !isOwnerCategory(before.employeeCategory)) await moveTo(tx, before, request.businessIds);
      const staff = await updateStaff(tx.db, before.id, patch);
      announce(tx, staff, "updated", before);
      return { staff: toStaff(staff) };
    });
  },

  async sortStaff({ staffIdList }, ctx) {
    return await command(ctx, async (tx) => {
      for (const staff of await sortStaff(tx.db, staffIdList)) tx.emit(StaffChangedSchema, staffChanged(staff), { key: staff.id });
      tx.notify("account.staff");
      return {};
    });
  },

  async listCompanyStaffWithLocations(request, ctx) {
    const { includeInactive, includeDeleted, keyword } = request;
    const filter = { includeInactive, includeDeleted, keyword: keyword.trim() };
    return await query(ctx, async (db) => {
      const read = (page: Page) => listStaff(db, { ...filter, ...page });
      const { rows, nextPageToken } = await listed(request, { standard: 200, most: 1000, read, key: (row) => [row.sort, row.id] });
      const total = await countStaff(db, filter);
      return { staff: shown(ctx, rows), nextPageToken, total };
    });
  },

  async listStaffByLocation({ businessId, includeInactive, onCalendarOnly }, ctx) {
    const rows = await query(ctx, (db) => listStaff(db, { businessId, includeInactive, onCalendarOnly, limit: 1000 }));
    return { staff: shown(ctx, rows) };
  },

  async batchGetStaff({ ids }, ctx) {
    return { staff: shown(ctx, await query(ctx, (db) => batchStaff(db, ids))) };
  },

  async unlinkStaff({ staffId }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustFind(tx, staffId);
      if (isOwnerCategory(before.employeeCategory)) throw fail("NO_PERMISSION", { message: "The owner cannot be unlinked." });
      const staff = await updateStaff(tx.db, staffId, { accountId: null, email: "", linkStatus: "unlinked" });
      announce(tx, staff, "unlinked", before);
      return { staff: toStaff(staff) };
    });
  },

  async updateMyNotificationPreference({ notificationPreference, updateMask }, ctx) {
    const given = notificationPreference ?? create(StaffNotificationPreferenceSchema);
    return await command(ctx, async (tx) => {
      const before = mustExist(await lockStaff(tx.db, ctx.caller.staffId));
      const known = create(StaffNotificationPreferenceSchema, toNotification(before));
      const wanted = merged(StaffNotificationPreferenceSchema, known, given, updateMask);
      const staff = await updateStaff(tx.db, ctx.caller.staffId, { notificationPreference: notificationJson(wanted) });
      return { notificationPreference: toNotification(staff) };
    });
  },

  async listPayrollStaff({ businessId }, ctx) {
    const rows = await query(ctx, (db) => listStaff(db, { businessId, includeInactive: true, limit: 1000 }));
    const all = scopeLevel(ctx, ScopeKind.PAYROLL_REPORTS) >= ScopeLevel.WORKING_LOCATIONS;
    const mine = rows.filter((row) => all || row.id === ctx.caller.staffId);
    return { staff: mine.map((row) => ({ staff: toStaff(row), paySetting: create(StaffPaySettingSchema, toPay(row)) })) };
  },
} satisfies Partial<Impl<typeof StaffService>>;
