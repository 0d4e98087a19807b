import { type Ctx, fail, fromWireDate, mustExistFor } from "@leashline/kit";
import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type {
  FindWaitlistTimesRequest,
  ListWaitlistPlacesRequest,
} from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { partsOfLine } from "@leashline/proto/rules/line-staff.ts";
import { query } from "../db.ts";
import { businessAt } from "../storefront/business.ts";
import { withDrives } from "./drives.ts";
import { type Fit, fitsOf } from "./entry/fits.ts";
import { lastOffers } from "./entry/offer.store.ts";
import { isOpen } from "./entry/offer.ts";
import { spanOf } from "./entry/span.ts";
import { toPlace } from "./entry/waitlist.mapper.ts";
import { offeredAt, readEntries, waitingAt } from "./entry/waitlist.store.ts";
import { type EntryRow, isByDay, isPlace, isStay } from "./entry/waitlist.ts";
import { shownEntries } from "./show.ts";

const mostAsked = 20;
const mostLookedAt = 100;
const mostTimes = 10;
const mostDays = 62;
/** Where times are looked for, nobody wants to know in which service areas people live. */
const notAsked = new Map<string, never>();

/** Free times that suit those who wait, each with how many there are. */
export async function findTimes(ctx: Ctx, { businessId, waitListIds, startDateTime, endDateTime }: FindWaitlistTimesRequest) {
  const { timezoneName } = await businessAt(ctx, businessId);
  const span = spanOf(timezoneName, startDateTime, endDateTime, { start: "startDateTime", end: "endDateTime" });
  const rows = await query(ctx, (db) =>
    waitListIds.length > 0 ? readEntries(db, waitListIds) : waitingAt(db, businessId, span, mostAsked),
  );
  const here = rows.filter((row) => row.businessId === businessId && row.state === "waiting");
  const fits = await fitsOf(ctx, here, span);
  const places = here.flatMap((row) => placesOf(row, timesOf(row, fits.get(row.id) ?? []), (all) => all.slice(0, mostTimes)));
  return await withDrives(ctx, businessId, here, places);
}

/** A class has one place for them, however many sessions it has. */
const timesOf = (row: EntryRow, fits: readonly Fit[]): readonly Fit[] => (isPlace(row) ? fits.slice(0, 1) : fits);

const placesOf = (row: EntryRow, fits: readonly Fit[], some: (fits: readonly Fit[]) => readonly Fit[]) =>
  some(fits).map((fit) => toPlace(row, fit, fits.length));

/** For each of them the first free time of each day. */
export async function placesOn(ctx: Ctx, { businessId, startDate, endDate, staffIds, offeredOnly }: ListWaitlistPlacesRequest) {
  const [from, to] = [fromWireDate(startDate, "startDate"), fromWireDate(endDate, "endDate")];
  if (to < from || Temporal.PlainDate.from(from).until(to).days > mostDays)
    throw fail("PARAMS_INVALID", { field: "endDate", reason: `at most ${mostDays} days after the start` });
  const { timezoneName } = await businessAt(ctx, businessId);
  const now = spanOf(timezoneName, "", "", { start: "", end: "" });
  if (to < now.from) return {};
  const first = from <= now.from ? now : { from, fromMinute: 0 };
  const span = { from: first.from, fromMinute: first.fromMinute, to, toMinute: 1440 };
  const waiting = await query(ctx, (db) => (offeredOnly ? offeredAt : waitingAt)(db, businessId, span, mostLookedAt));
  const fits = new Map([
    ...(offeredOnly ? [] : await fitsOf(ctx, waiting, span, { onlyStaff: staffIds })),
    ...(await offeredIn(ctx, waiting, { ...span, staffIds })),
  ]);
  const rows = waiting.filter(({ id, state }) => state === "waiting" && (fits.get(id) ?? []).length > 0);
  const found = rows.flatMap((row) => placesOf(row, fits.get(row.id) ?? [], firstOfEachDay));
  const [places, entries] = await Promise.all([
    withDrives(ctx, businessId, rows, found),
    shownEntries(ctx, rows, { fits, areas: notAsked, roomRates: notAsked }),
  ]);
  return { places, entries };
}

type Shown = { from: string; to: string; staffIds: readonly string[] };

/** Who was offered a time has that one in mind, and no other one. */
async function offeredIn(ctx: Ctx, rows: readonly EntryRow[], { from, to, staffIds }: Shown): Promise<[string, Fit[]][]> {
  const ids = rows.map(({ id }) => id);
  const offers = await query(ctx, (db) => lastOffers(db, ids));
  const open = [...offers].filter(([, offer]) => isOpen(offer, Date.now()));
  return open.map(([id, { date, staffId, startTime, freedTimeId }]) => {
    const isShown = date >= from && date <= to && (staffIds.length === 0 || staffIds.includes(staffId));
    return [id, isShown ? [{ date, staffId, startTime, byHand: freedTimeId === "0" }] : []];
  });
}

const firstOfEachDay = (fits: readonly Fit[]): Fit[] =>
  [...Map.groupBy(fits, ({ date }) => date).values()].flatMap(([first]) => first ?? []);

/** Whom the time of an appointment that was cancelled would suit, who waits longest first. */
export async function waitingForGap(ctx: Ctx, appointmentId: string) {
  const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids: [appointmentId] });
  const appointment = mustExistFor(ctx, appointments[0], "appointmentId", "APPOINTMENT_NOT_FOUND");
  const { timezoneName } = await businessAt(ctx, appointment.businessId);
  const { date, endDate, gaps } = gapsOf(appointment);
  const now = spanOf(timezoneName, "", "", { start: "", end: "" });
  if (endDate < now.from) return [];
  const first = date <= now.from ? now : { from: date, fromMinute: 0 };
  const span = { from: first.from, fromMinute: first.fromMinute, to: endDate, toMinute: 1440 };
  const waiting = await query(ctx, (db) => waitingAt(db, appointment.businessId, span, mostLookedAt));
  const had = { careTypes: appointment.petServiceList.map(({ careType }) => careType) };
  const isNobodys = isStay(had) || isByDay(had);
  const isLike = (row: EntryRow): boolean => isStay(row) === isStay(had) && isByDay(row) === isByDay(had);
  const rows = waiting.filter((row) => row.customerId !== appointment.customerId && isLike(row) && row.state === "waiting");
  const fits = await fitsOf(ctx, rows, span, { onlyStaff: isNobodys ? [] : [...gaps.keys()] });
  const matches = rows.flatMap((row) => {
    const fitting = (fits.get(row.id) ?? []).filter((fit) => isNobodys || fills(gaps, fit, row.duration));
    return fitting[0] ? [{ row, place: toPlace(row, fitting[0], fitting.length) }] : [];
  });
  const shown = matches.slice(0, mostAsked);
  const entries = await shownEntries(
    ctx,
    shown.map(({ row }) => row),
    { fits, areas: notAsked, roomRates: notAsked },
  );
  return shown.map(({ place }, index) => ({ entry: entries[index], place }));
}

type Gap = { from: number; to: number };

/** What each staff member had of an appointment. */
function gapsOf({ appointmentDate, endDate, startTime, endTime, staffId, petServiceList }: Appointment) {
  const date = fromWireDate(appointmentDate, "appointmentDate");
  const gaps = new Map<string, Gap>();
  for (const line of petServiceList.flatMap(partsOfLine)) {
    const before = gaps.get(line.staffId);
    const to = line.startTime + line.duration;
    gaps.set(line.staffId, { from: Math.min(before?.from ?? line.startTime, line.startTime), to: Math.max(before?.to ?? to, to) });
  }
  if (gaps.size === 0) gaps.set(staffId, { from: startTime, to: endTime });
  return { date, endDate: endDate ? fromWireDate(endDate, "endDate") : date, gaps };
}

/** A time that would take some of what became free. */
function fills(gaps: ReadonlyMap<string, Gap>, { staffId, startTime }: Fit, duration: number): boolean {
  const gap = gaps.get(staffId);
  return gap !== undefined && startTime < gap.to && startTime + duration > gap.from;
}
