import { randomBytes } from "node:crypto";
import { type Ctx, fail } from "@leashline/kit";
import type { HoldSlotRequest } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { offered } from "../appointments/catalogue.ts";
import { dayLocks } from "../appointments/change.ts";
import { comingDay } from "../availability/bookable.ts";
import { dayKey, loadDays } from "../availability/days.store.ts";
import { Clash, refusingClashes, type Wanted } from "../availability/refusal.ts";
import { type CalendarTx, command, query } from "../db.ts";
import { type Conflict, conflictsOf } from "../scheduling/verdict.ts";
import { utcMinute } from "../scheduling/zone.ts";
import { type Place, placeOf } from "../staff/place.ts";
import { listStaff, staffById } from "../staff/staff.store.ts";

/** A hold lasts ten minutes unless asked otherwise. */
export const HOLD_MINUTES = 10;

type Instants = { readonly from_utc: number; readonly to_utc: number };

export type Held = { token: string; staffId: string; expiresAt: string };

/** Keeps a time with the first of the staff members who is free then. */
export async function holdSlot(ctx: Ctx, request: HoldSlotRequest): Promise<Held> {
  const place = await placeOf(ctx, request.businessId);
  const [staffIds] = await Promise.all([candidates(ctx, request), offered(ctx, request.businessId, request.serviceIds, "serviceIds")]);
  const range = { start: request.startTime, end: request.startTime + request.duration };
  const date = comingDay(request.date, "date", place);
  const wanted = (staffId: string): Wanted => ({ ...range, staffId, date, pets: request.pets || 1, serviceIds: request.serviceIds });
  const first = wanted(staffIds[0] as string);
  return await refusingClashes(
    ctx,
    place,
    () => first,
    () => command(ctx, (tx) => holdFirst({ tx, place, request, options: staffIds.map(wanted) }), { step: "hold" }),
  );
}

async function candidates(ctx: Ctx, request: HoldSlotRequest): Promise<string[]> {
  if (request.staffIds.length > 0)
    return [...(await staffById(ctx, request.staffIds, "staffIds")).keys()].sort(inOrderOf(request.staffIds));
  const staff = await query(ctx, (db) => listStaff(db, ctx.companyId, request.businessId));
  const online = staff.filter((one) => one.book_online_available).map((one) => one.staff_id);
  if (online.length === 0) throw fail("OUTSIDE_WORKING_HOURS", { field: "staffIds", reason: "nobody takes online bookings" });
  return online;
}

const inOrderOf = (ids: readonly string[]) => (a: string, b: string) => ids.indexOf(a) - ids.indexOf(b);

type Holding = { tx: CalendarTx; place: Place; request: HoldSlotRequest; options: readonly Wanted[] };

async function holdFirst({ tx, place, request, options }: Holding): Promise<Held> {
  const { ctx, db } = tx;
  const staffIds = options.map((option) => option.staffId);
  const { date } = options[0] as Wanted;
  tx.lock(dayLocks(staffIds, date, place.zone));
  const question = { ...place, companyId: ctx.companyId, who: staffIds, from: date, to: date, ignoreToken: request.replaceToken };
  const days = await loadDays(db, question);
  const refusals: [Wanted, Conflict][] = [];
  for (const option of options) {
    const staffDay = days.get(dayKey(option.staffId, date));
    const [conflict] = staffDay ? conflictsOf(staffDay, { range: option, pets: option.pets, serviceIds: option.serviceIds }) : [];
    if (!conflict) return await keep(tx, place, request, option);
    refusals.push([option, conflict]);
  }
  // A time that is taken says more than a time at which this person does not work.
  const [wanted, conflict] = refusals.find(([, one]) => one.kind !== "notWorking") ?? (refusals[0] as [Wanted, Conflict]);
  throw new Clash(conflict, wanted);
}

/** The same time again is the same hold for longer: whoever else knows its token still holds it. */
async function renew(tx: CalendarTx, token: string, staffId: string, instants: Instants, expiresAt: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable("slot_hold")
    .set({ expires_at: expiresAt })
    .where("company_id", "=", tx.ctx.companyId)
    .where("token", "=", token)
    .where("staff_id", "=", staffId)
    .where("from_utc", "=", String(instants.from_utc))
    .where("to_utc", "=", String(instants.to_utc))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

async function keep(tx: CalendarTx, place: Place, request: HoldSlotRequest, wanted: Wanted): Promise<Held> {
  const { companyId } = tx.ctx;
  const { staffId, date, start, end, pets, serviceIds } = wanted;
  const instants = { from_utc: utcMinute(date, start, place.zone), to_utc: utcMinute(date, end, place.zone) };
  const expiresAt = new Date(Date.now() + (request.holdMinutes || HOLD_MINUTES) * 60_000).toISOString();
  const { replaceToken } = request;
  if (replaceToken && (await renew(tx, replaceToken, staffId, instants, expiresAt))) return { token: replaceToken, staffId, expiresAt };
  const token = randomBytes(18).toString("base64url");
  await tx.db
    .deleteFrom("slot_hold")
    .where("company_id", "=", companyId)
    .where((eb) =>
      eb.or([eb("token", "=", request.replaceToken), eb.and([eb("staff_id", "=", staffId), eb("expires_at", "<=", new Date())])]),
    )
    .execute();
  const when = { date, start_minute: start, end_minute: end, ...instants };
  const held = { business_id: place.businessId, staff_id: staffId, ...when, pets, service_ids: [...serviceIds] };
  await tx.db
    .insertInto("slot_hold")
    .values({ company_id: companyId, token, ...held, expires_at: expiresAt })
    .execute();
  return { token, staffId, expiresAt };
}

export const releaseHold = (ctx: Ctx, token: string): Promise<unknown> =>
  command(
    ctx,
    async (tx) => {
      await tx.db.deleteFrom("slot_hold").where("company_id", "=", ctx.companyId).where("token", "=", token).execute();
      return {};
    },
    { step: "release" },
  );
