import {
  type Ctx,
  dateIn,
  fail,
  fromTimestamp,
  fromWireDate,
  implement,
  listed,
  mustBeCurrent,
  ownStaffId,
  type Page,
  scopeLevel,
  todayIn,
} from "@leashline/kit";
import { ClockService } from "@leashline/proto/leashline/account/v1/clock_service_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { command, query } from "../db.ts";
import { listStaff } from "../staff/staff.store.ts";
import { statusOf, toLog, toSetting } from "./clock.mapper.ts";
import {
  correctionsOf,
  countEntries,
  entriesOfDay,
  findSetting,
  insertEntry,
  listEntries,
  saveSetting,
  updateEntry,
} from "./clock.store.ts";
import { decide, mustBeTimes, settled } from "./clock.ts";
import { correct, endForgotten, later, mustFind, mustKnowCode, mustWorkHere, refusing } from "./clock-steps.ts";

const ownOnly = (ctx: Ctx, kind: ScopeKind): boolean => scopeLevel(ctx, kind) <= ScopeLevel.OWN;

export const clockRpc = implement(ClockService, {
  async listClockStatuses({ businessId, date }, ctx) {
    const day = date ? fromWireDate(date, "date") : todayIn(ctx.caller.zone);
    const now = new Date();
    const [staff, entries, setting] = await query(
      ctx,
      async (db) =>
        [
          await listStaff(db, { businessId, includeInactive: false, limit: 1000 }),
          await entriesOfDay(db, businessId, day),
          await findSetting(db, businessId),
        ] as const,
    );
    const mine = ownOnly(ctx, ScopeKind.CLOCK_IN_OUT) ? staff.filter((p) => p.id === ctx.caller.staffId) : staff;
    const today = day === todayIn(ctx.caller.zone, now.getTime());
    const shown = entries
      .map((entry) => settled(entry, setting.enableClockInOutOvernight, ctx.caller.zone, now))
      .filter((entry) => entry.day === day || (today && entry.clockOutTime === null));
    return { statuses: mine.map((staff) => statusOf(staff, shown, now)) };
  },

  async clockInOut({ businessId, staffId, operateType, accessCode }, ctx) {
    const wanted = staffId === "0" ? ctx.caller.staffId : staffId;
    if (wanted !== ctx.caller.staffId && ownOnly(ctx, ScopeKind.CLOCK_IN_OUT)) throw fail("NO_PERMISSION");
    return await command(ctx, async (tx) => {
      const staff = await mustWorkHere(tx, wanted, businessId);
      await mustKnowCode(ctx, staff, accessCode);
      const setting = await findSetting(tx.db, businessId);
      tx.lock([`clock:${wanted}`]);
      const now = new Date();
      const open = await endForgotten(tx, wanted, setting, now);
      const day = todayIn(ctx.caller.zone, now.getTime());
      const done = decide(operateType, setting, open);
      if (done === "open")
        await insertEntry(tx.db, {
          staffId: wanted,
          businessId,
          day,
          clockInTime: now,
          clockOutTime: null,
        });
      else await updateEntry(tx.db, open?.id ?? "0", { clockOutTime: later(now, open) });
      tx.log({ entity: "staff", id: wanted, action: done === "open" ? "clocked in" : "clocked out", businessId });
      // Who it was and which way is asked by those who may know.
      tx.notify("account.clock", { businessId, ids: [wanted], tell: setting.clockInOutNotify });
      const entries = await entriesOfDay(tx.db, businessId, done === "close" && open ? open.day : day);
      return { status: statusOf(staff, entries, now) };
    });
  },

  async getClockSetting({ businessId }, ctx) {
    return { setting: toSetting(await query(ctx, (db) => findSetting(db, businessId))) };
  },

  async updateClockSetting({ businessId, enableClockInOut, clockInOutNotify, enableClockInOutOvernight }, ctx) {
    const sent = {
      enableClockInOut,
      clockInOutNotify,
      enableClockInOutOvernight,
    };
    const patch = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    return await command(ctx, async (tx) => {
      const setting = await saveSetting(tx.db, businessId, patch);
      tx.log({ entity: "clock_setting", id: businessId, action: "updated", after: patch, businessId });
      tx.notify("account.clock", { businessId });
      return { setting: toSetting(setting) };
    });
  },

  async listClockLogs(request, ctx) {
    const today = todayIn(ctx.caller.zone);
    const from = request.startDate
      ? fromWireDate(request.startDate, "startDate")
      : Temporal.PlainDate.from(today).subtract({ days: 30 }).toString();
    const to = request.endDate ? fromWireDate(request.endDate, "endDate") : today;
    const staffIds = ownOnly(ctx, ScopeKind.CLOCK_RECORDS) ? [ownStaffId(ctx)] : request.staffIds.length > 0 ? request.staffIds : null;
    const filter = { businessId: request.businessId, from, to, staffIds, includeDeleted: request.includeDeleted };
    return await query(ctx, async (db) => {
      const read = (page: Page) => listEntries(db, { ...filter, ...page });
      const { rows, nextPageToken } = await listed(request, { standard: 50, most: 500, read, key: (row) => [row.day, row.id] });
      const total = await countEntries(db, filter);
      const corrections = await correctionsOf(
        db,
        rows.map((row) => row.id),
      );
      const { enableClockInOutOvernight: overnight } = await findSetting(db, request.businessId);
      const now = new Date();
      const logs = rows.map((row) => toLog(settled(row, overnight, ctx.caller.zone, now), corrections, now));
      return { logs, nextPageToken, total };
    });
  },

  async createClockLog({ businessId, staffId, clockInTime, clockOutTime, note }, ctx) {
    const [start, end] = [fromTimestamp(clockInTime) as Date, fromTimestamp(clockOutTime)];
    mustBeTimes(start, end, new Date());
    return await refusing(
      command(ctx, async (tx) => {
        await mustWorkHere(tx, staffId, businessId);
        const day = dateIn(start, ctx.caller.zone);
        const row = await insertEntry(tx.db, {
          staffId,
          businessId,
          day,
          clockInTime: start,
          clockOutTime: end,
          note,
          corrected: true,
        });
        return { log: await correct(tx, "created", null, row) };
      }),
    );
  },

  async updateClockLog({ id, clockInTime, clockOutTime, note, version }, ctx) {
    return await refusing(
      command(ctx, async (tx) => {
        const before = await mustFind(tx, id);
        mustBeCurrent(version, before.version);
        const start = fromTimestamp(clockInTime) ?? before.clockInTime;
        const end = fromTimestamp(clockOutTime) ?? before.clockOutTime;
        mustBeTimes(start, end, new Date());
        const patch = {
          clockInTime: start,
          clockOutTime: end,
          day: dateIn(start, ctx.caller.zone),
          corrected: true,
          ...(note === undefined ? {} : { note }),
        };
        return { log: await correct(tx, "updated", before, await updateEntry(tx.db, id, patch)) };
      }),
    );
  },

  async deleteClockLog({ id }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustFind(tx, id);
      await updateEntry(tx.db, id, { deletedAt: new Date() });
      await correct(tx, "deleted", before, null);
      return {};
    });
  },
});
