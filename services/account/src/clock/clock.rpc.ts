import { timingSafeEqual } from "node:crypto";
import {
  type Ctx,
  cut,
  dateIn,
  fail,
  fromTimestamp,
  fromWireDate,
  implement,
  mustBeCurrent,
  pageOf,
  scopeLevel,
  type Tx,
  todayIn,
} from "@leashline/kit";
import { ClockService } from "@leashline/proto/leashline/account/v1/clock_service_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { command, type DB, query } from "../db.ts";
import { findStaff, listStaff, type StaffRow } from "../staff/staff.store.ts";
import {
  correctionsOf,
  countEntries,
  entriesOfDay,
  findSetting,
  insertCorrection,
  insertEntry,
  listEntries,
  lockEntry,
  openEntry,
  saveSetting,
  updateEntry,
} from "./clock.store.ts";
import { decide, type Entry, endOfOpen, mustBeTimes, type Setting, statusOf, toLog } from "./clock.ts";

const toSetting = (s: Setting) => ({
  enableClockInOut: s.enable_clock_in_out,
  clockInOutNotify: s.clock_in_out_notify,
  enableClockInOutOvernight: s.enable_clock_in_out_overnight,
  version: s.version,
});
const ownOnly = (ctx: Ctx, kind: ScopeKind): boolean => scopeLevel(ctx, kind) <= ScopeLevel.OWN;

export const clockRpc = implement(ClockService, {
  async listClockStatuses({ businessId, date }, ctx) {
    const day = date ? fromWireDate(date, "date") : todayIn(ctx.caller.zone);
    const [people, entries] = await query(
      ctx,
      async (db) =>
        [
          await listStaff(db, ctx.companyId, { businessId, includeInactive: false, limit: 1000 }),
          await entriesOfDay(db, ctx.companyId, businessId, day),
        ] as const,
    );
    const mine = ownOnly(ctx, ScopeKind.CLOCK_IN_OUT) ? people.filter((p) => p.id === ctx.caller.staffId) : people;
    const now = new Date();
    return { statuses: mine.map((person) => statusOf(person, entries, now)) };
  },

  async clockInOut({ businessId, staffId, operateType, accessCode }, ctx) {
    const wanted = staffId === "0" ? ctx.caller.staffId : staffId;
    if (wanted !== ctx.caller.staffId && ownOnly(ctx, ScopeKind.CLOCK_IN_OUT)) throw fail("NO_PERMISSION");
    return await command(ctx, async (tx) => {
      const person = await mustWorkHere(tx, wanted, businessId);
      mustKnowCode(person, accessCode);
      const setting = await findSetting(tx.db, ctx.companyId, businessId);
      await tx.lock([`clock:${wanted}`]);
      const now = new Date();
      const open = await endForgotten(tx, wanted, setting, now);
      const day = todayIn(ctx.caller.zone, now.getTime());
      const done = decide(operateType, setting, open);
      if (done === "open")
        await insertEntry(tx.db, ctx.companyId, {
          staff_id: wanted,
          business_id: businessId,
          day,
          clock_in_time: now,
          clock_out_time: null,
        });
      else await updateEntry(tx.db, ctx.companyId, open?.id ?? "0", { clock_out_time: later(now, open) });
      tx.log({ entity: "staff", id: wanted, action: done === "open" ? "clocked in" : "clocked out", businessId });
      tx.notify("account.clock", {
        businessId,
        ids: [wanted],
        notify: setting.clock_in_out_notify,
        name: person.first_name,
        clockedIn: done === "open",
      });
      const entries = await entriesOfDay(tx.db, ctx.companyId, businessId, done === "close" && open ? open.day : day);
      return { status: statusOf(person, entries, now) };
    });
  },

  async getClockSetting({ businessId }, ctx) {
    return { setting: toSetting(await query(ctx, (db) => findSetting(db, ctx.companyId, businessId))) };
  },

  async updateClockSetting({ businessId, enableClockInOut, clockInOutNotify, enableClockInOutOvernight }, ctx) {
    const sent = {
      enable_clock_in_out: enableClockInOut,
      clock_in_out_notify: clockInOutNotify,
      enable_clock_in_out_overnight: enableClockInOutOvernight,
    };
    const patch = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    return await command(ctx, async (tx) => {
      const setting = await saveSetting(tx.db, ctx.companyId, businessId, patch);
      tx.log({ entity: "clock_setting", id: businessId, action: "updated", after: patch, businessId });
      tx.notify("account.clock", { businessId });
      return { setting: toSetting(setting) };
    });
  },

  async listClockLogs(request, ctx) {
    const { companyId } = ctx;
    const page = pageOf(request, { standard: 50, most: 500 });
    const today = todayIn(ctx.caller.zone);
    const from = request.startDate
      ? fromWireDate(request.startDate, "startDate")
      : Temporal.PlainDate.from(today).subtract({ days: 30 }).toString();
    const to = request.endDate ? fromWireDate(request.endDate, "endDate") : today;
    const staffIds = ownOnly(ctx, ScopeKind.CLOCK_RECORDS) ? [ctx.caller.staffId] : request.staffIds.length > 0 ? request.staffIds : null;
    const filter = { businessId: request.businessId, from, to, staffIds };
    return await query(ctx, async (db) => {
      const found = await listEntries(db, companyId, { ...filter, after: page.after, offset: page.offset, limit: page.size + 1 });
      const total = await countEntries(db, companyId, filter);
      const { rows, nextPageToken } = cut(found, page.size, (row) => [row.day, row.id]);
      const corrections = await correctionsOf(
        db,
        companyId,
        rows.map((row) => row.id),
      );
      const now = new Date();
      return { logs: rows.map((row) => toLog(row, corrections, now)), nextPageToken, total };
    });
  },

  async createClockLog({ businessId, staffId, clockInTime, clockOutTime, note }, ctx) {
    const [start, end] = [fromTimestamp(clockInTime) as Date, fromTimestamp(clockOutTime)];
    mustBeTimes(start, end, new Date());
    return await refusing(
      command(ctx, async (tx) => {
        await mustWorkHere(tx, staffId, businessId);
        const day = dateIn(start, ctx.caller.zone);
        const row = await insertEntry(tx.db, ctx.companyId, {
          staff_id: staffId,
          business_id: businessId,
          day,
          clock_in_time: start,
          clock_out_time: end,
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
        const start = fromTimestamp(clockInTime) ?? before.clock_in_time;
        const end = fromTimestamp(clockOutTime) ?? before.clock_out_time;
        mustBeTimes(start, end, new Date());
        const patch = {
          clock_in_time: start,
          clock_out_time: end,
          day: dateIn(start, ctx.caller.zone),
          corrected: true,
          ...(note === undefined ? {} : { note }),
        };
        return { log: await correct(tx, "updated", before, await updateEntry(tx.db, ctx.companyId, id, patch)) };
      }),
    );
  },

  async deleteClockLog({ id }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustFind(tx, id);
      await updateEntry(tx.db, ctx.companyId, id, { deleted_at: new Date() });
      await correct(tx, "deleted", before, null);
      return {};
    });
  },
});

// Clocking out in the very millisecond of clocking in still leaves a span.
const later = (now: Date, open: Entry | null): Date => new Date(Math.max(now.getTime(), (open?.clock_in_time.getTime() ?? 0) + 1));

async function mustWorkHere(tx: Tx<DB>, staffId: string, businessId: string): Promise<StaffRow> {
  const person = await findStaff(tx.db, tx.ctx.companyId, staffId);
  if (!person?.business_ids.includes(businessId)) throw fail("NOT_FOUND", { field: "staffId" });
  return person;
}

function mustKnowCode(person: StaffRow, given: string): void {
  if (person.access_code === "") return;
  const [a, b] = [Buffer.from(given.padEnd(8)), Buffer.from(person.access_code.padEnd(8))];
  if (a.length !== b.length || !timingSafeEqual(a, b)) throw fail("CODE_INVALID", { field: "accessCode" });
}

/** The open entry, unless it was forgotten on an earlier day: then it ends with that day. */
async function endForgotten(tx: Tx<DB>, staffId: string, setting: Setting, now: Date): Promise<Entry | null> {
  const { db, ctx } = tx;
  const open = await openEntry(db, ctx.companyId, staffId);
  const end = open ? endOfOpen(open, setting.enable_clock_in_out_overnight, ctx.caller.zone, now) : null;
  if (open && end) await updateEntry(db, ctx.companyId, open.id, { clock_out_time: end, note: open.note || "Ended at midnight" });
  return open && !end ? open : null;
}

async function mustFind(tx: Tx<DB>, id: string): Promise<Entry> {
  const entry = await lockEntry(tx.db, tx.ctx.companyId, id);
  if (!entry || (tx.ctx.caller.via === "" && !tx.ctx.caller.businessIds.includes(entry.business_id)))
    throw fail("NOT_FOUND", { field: "id" });
  return entry;
}

async function correct(tx: Tx<DB>, action: string, before: Entry | null, after: Entry | null) {
  const { db, ctx } = tx;
  const entry = (after ?? before) as Entry;
  const [old_in, old_out] = [before?.clock_in_time ?? null, before?.clock_out_time ?? null];
  const [new_in, new_out] = [after?.clock_in_time ?? null, after?.clock_out_time ?? null];
  await insertCorrection(db, ctx.companyId, {
    clock_log_id: entry.id,
    action,
    actor_name: ctx.caller.name,
    old_in,
    old_out,
    new_in,
    new_out,
  });
  tx.notify("account.clock", { businessId: entry.business_id, ids: [entry.staff_id] });
  return toLog(entry, await correctionsOf(db, ctx.companyId, [entry.id]), new Date());
}

async function refusing<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    if ((error as { code?: string }).code === "23P01")
      throw fail("STATE_CONFLICT", { message: "This overlaps another entry of the same person." });
    throw error;
  }
}
