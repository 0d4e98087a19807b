import { isDeepStrictEqual } from "node:util";
import { type Ctx, fail } from "@leashline/kit";
import type { SaveStaffAreasRequest, UndoStaffAreasRequest } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { type Logged, logNumbered, takeBack } from "../changes/changes.store.ts";
import { type CalendarTx, command } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { staffById } from "../projections/staff.ts";
import { toStaffAreas, weekOf } from "./service-area.mapper.ts";
import { areasOf, isFacility, replaceStaffDays, type StaffDayRow, staffDays } from "./service-area.store.ts";

/** Where somebody goes on which weekday. */
type Week = readonly Omit<StaffDayRow, "staffId">[];
type Whose = { readonly businessId: string; readonly staffId: string };

export async function mustGoToClients({ db }: CalendarTx, businessId: string): Promise<void> {
  if (await isFacility(db, businessId))
    throw fail("PARAMS_INVALID", {
      field: "businessId",
      reason: "clients come to this location; only a mobile or hybrid one has service areas",
    });
}

export async function saveStaffAreas(ctx: Ctx, { businessId, staffId, days: given }: SaveStaffAreasRequest) {
  await staffById(ctx, [staffId]);
  const days = weekOf(given);
  return await command(ctx, async (tx) => {
    lockWeeks(tx, businessId);
    await mustGoToClients(tx, businessId);
    const unknown = await goneArea(tx, businessId, days);
    if (unknown !== undefined) throw fail("NOT_FOUND", { field: "days", facts: { areaId: unknown } });
    const before = await weekNow(tx, { businessId, staffId });
    const change = await saveWeek(tx, { businessId, staffId }, { action: "updated", days, before });
    return { staff: toWeek(staffId, days), change };
  });
}

/** The week as it was before the newest act on it, unless that names an area which is gone, or one was taken out of it since. */
export async function undoStaffAreas(ctx: Ctx, { businessId, staffId, change }: UndoStaffAreasRequest) {
  await businessOf(ctx, businessId);
  return await command(ctx, async (tx) => {
    lockWeeks(tx, businessId);
    const { before, after } = await takeBack<{ days: Week }>(tx, loggedAs({ businessId, staffId }), change);
    const left = (after as { days?: Week } | null)?.days ?? [];
    const days = before?.days ?? [];
    const touched = !isDeepStrictEqual(await weekNow(tx, { businessId, staffId }), left);
    if (touched || (await goneArea(tx, businessId, days)) !== undefined) throw fail("UNDO_EXPIRED");
    await saveWeek(tx, { businessId, staffId }, { action: "undo", days });
    return { staff: toWeek(staffId, days) };
  });
}

const lockWeeks = (tx: CalendarTx, businessId: string): void => tx.lock([`service-areas:${businessId}`]);
const loggedAs = ({ businessId, staffId }: Whose): Logged => ({ entity: "staff areas", id: staffId, businessId });

async function goneArea({ db }: CalendarTx, businessId: string, days: Week): Promise<string | undefined> {
  const known = new Set((await areasOf(db, businessId)).map((area) => area.id));
  return days.flatMap((day) => day.areaIds).find((id) => !known.has(id));
}

async function weekNow({ db }: CalendarTx, { businessId, staffId }: Whose): Promise<Week> {
  const rows = (await staffDays(db, businessId)).filter((one) => one.staffId === staffId);
  return rows.map(({ weekday, areaIds }) => ({ weekday, areaIds }));
}

type Saving = { readonly action: string; readonly days: Week; readonly before?: Week };

async function saveWeek(tx: CalendarTx, whose: Whose, { action, days, before }: Saving): Promise<number> {
  const { businessId, staffId } = whose;
  await replaceStaffDays(tx.db, businessId, staffId, days);
  tx.notify("calendar.serviceArea", { businessId, ids: [] });
  return await logNumbered(tx, loggedAs(whose), { businessId, action, before: before && { days: before }, after: { days } });
}

const toWeek = (staffId: string, days: Week) => toStaffAreas(days.map((day) => ({ ...day, staffId })))[0] ?? { staffId, days: [] };
