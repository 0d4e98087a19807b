import { type Ctx, fail, fromWireDate, mustBeCurrent } from "@leashline/kit";
import type { CreateSeriesRequest, RepeatRule } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { type Appointment, isDaycare, isStay, segmentsOf } from "../appointments/appointment.ts";
import { ENTITY, planOf } from "../appointments/notes.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { bookCopy } from "../booking/copy.ts";
import { mustBeEditable } from "../booking/edit.ts";
import { lockStays } from "../booking/place-stay.ts";
import { firstConflict, type Grant, grantOf, takesTime } from "../booking/placement.ts";
import { type Fresh, freshIds, lockAppointment, updateAppointment } from "../booking/save-appointment.store.ts";
import type { Wanted } from "../conflicts/slot-conflict.ts";
import { takingTime } from "../conflicts/taking-time.ts";
import { fullDays, withoutDaycare } from "../daycare/take-heads.ts";
import { type CalendarTx, type Db, query } from "../db.ts";
import { mustBeReadyThen } from "../evaluations/visits.ts";
import { type Days, loadDays } from "../occupancy/days.store.ts";
import { over, staffLocks } from "../occupancy/resource-lock.ts";
import { type BusinessFacts, businessOf } from "../projections/business.ts";
import type { Conflict } from "../scheduling/verdict.ts";
import { type Known, knownForCopies, linesOn } from "../visit-prices/visit-prices.ts";
import { type Occurrence, repeatDates } from "./dates.ts";
import { lackingFrom } from "./lacking.ts";
import type { Rule } from "./rule.ts";
import { fromRule } from "./series.mapper.ts";
import { insertSeries } from "./series.store.ts";
import { inWords } from "./words.ts";

/** The further dates of a rule, and the first thing that stands in the way on each. */
export async function previewNew(ctx: Ctx, source: Appointment, rule: Rule): Promise<Occurrence[]> {
  mustRepeat(ctx, source);
  return await occurrencesOn(ctx, source, furtherDates(rule, source.date));
}

/** What stands in the way where an appointment is booked once more on each of these dates. */
export async function occurrencesOn(ctx: Ctx, source: Appointment, dates: readonly string[]): Promise<Occurrence[]> {
  if (dates.length === 0) return [];
  const business = await businessOf(ctx, source.businessId);
  const daycare = source.lines.filter(isDaycare);
  const [days, full, without] = await query(
    ctx,
    async (db) =>
      [
        await daysFor(ctx, db, business, source, dates),
        await fullDays(db, business.businessId, dates, daycare),
        daycare.length > 0 ? await withoutDaycare(db, business.businessId, dates) : new Set<string>(),
      ] as const,
  );
  const lacking = await lackingFrom(ctx, source, dates);
  return dates.map((date) => {
    const found = firstConflict({ date, lines: source.lines }, days);
    const conflict = found?.conflict ?? (without.has(date) ? noDaycare : full.has(date) ? daycareFull : null);
    const lacks = lacking.find(({ from }) => date >= from);
    if (conflict || !lacks) return { date, staffId: found?.wanted.staffId ?? "0", conflict, note: "" };
    return { date, staffId: "0", conflict: lacks.may ? null : { ...daycareFull, note: lacks.note }, note: lacks.note };
  });
}

const daycareFull: Conflict = { kind: "existingBooking", why: "capacity", range: null, id: "", note: "Daycare is full" };
const noDaycare: Conflict = { ...daycareFull, note: "No daycare on this day" };

/** Repeated is what lies within a day and is still to happen, once. */
function mustRepeat(ctx: Ctx, source: Appointment): void {
  mustBeOfADay(ctx, source);
  if (source.seriesId !== "0") throw fail("STATE_CONFLICT", { message: "This appointment repeats already." });
}

export function mustBeOfADay(ctx: Ctx, source: Appointment): void {
  mustBeEditable(ctx, source);
  if (isStay(source)) throw fail("STATE_CONFLICT", { message: "A stay of several nights cannot be repeated." });
}

const furtherDates = (rule: Rule, first: string): string[] => repeatDates(rule, first).slice(1);

export const staffOf = (source: Appointment): string[] => [
  ...new Set(
    segmentsOf(source.lines)
      .filter((segment) => takesTime(source, segment))
      .map(({ staffId }) => staffId),
  ),
];

function daysFor(ctx: Ctx, db: Db, business: BusinessFacts, source: Appointment, dates: readonly string[]): Promise<Days> {
  const [from, to] = [dates[0] as string, dates.at(-1) as string];
  return loadDays(db, { ...business, who: staffOf(source), from, to, ...over(ctx) });
}

/** Books the further dates of a rule, all or none. */
export async function createSeries(ctx: Ctx, request: CreateSeriesRequest): Promise<{ seriesId: string; appointments: Appointment[] }> {
  const rule = fromRule(request.rule as RepeatRule);
  const skipped = new Set(request.skipDates.map((date) => fromWireDate(date, "skipDates")));
  const source = await appointmentOf(ctx, request.appointmentId);
  const dates = furtherDates(rule, source.date).filter((date) => !skipped.has(date));
  if (dates.length === 0) throw fail("PARAMS_INVALID", { field: "skipDates", reason: "leaves no date" });
  const { override } = request;
  const waived = await mustBeReadyThen(
    ctx,
    dates.map((date) => ({ visit: source, date, override })),
  );
  const business = await businessOf(ctx, source.businessId);
  const known = await knownForCopies(ctx, business.businessId, [source]);
  return await takingTime(ctx, business, "series", (tx, wants) => book({ tx, business, request, rule, dates, waived, known, wants }));
}

type Booking = {
  tx: CalendarTx;
  business: BusinessFacts;
  request: CreateSeriesRequest;
  rule: Rule;
  dates: readonly string[];
  waived: readonly string[];
  /** What each date is priced by. */
  known: Known;
  wants: (wanted: Wanted) => void;
};

async function book({ tx, business, request, rule, dates, waived, known, wants }: Booking) {
  const { ctx } = tx;
  const locked = await lockAppointment(tx, request.appointmentId);
  if (!locked) throw fail("APPOINTMENT_NOT_FOUND", { field: "appointmentId" });
  const { appointment: source } = locked;
  mustBeCurrent(request.version, source.version);
  mustRepeat(ctx, source);
  tx.lock(dates.flatMap((date) => staffLocks(staffOf(source), date, business.zone)));
  lockStays(
    tx,
    business.businessId,
    dates.map((date) => ({ ...source, date, endDate: date })),
  );
  const seriesId = await insertSeries(tx, { ...source, rule });
  const after = { ...source, seriesId, version: source.version + 1, updatedAt: new Date().toISOString() };
  await updateAppointment(tx, { appointment: after, orderVersion: locked.orderVersion, linesChanged: false });
  log(tx, after, "editPetAndServices", { before: { ...planOf(source), seriesId: source.seriesId }, note: inWords(rule) });
  const grant = grantOf(ctx, request.override);
  const appointments = await bookOn(tx, { business, source: after, dates, grant, waived, known, wants, told: true });
  tx.notify("calendar.cards", { businessId: source.businessId, dates: [source.date, ...dates], ids: [source.id] });
  return { seriesId, appointments };
}

type Copies = Pick<Booking, "business" | "dates" | "waived" | "known" | "wants"> & {
  readonly source: Appointment;
  readonly grant: Grant;
  /** The client hears of another one that the act is about. */
  readonly told: boolean;
};

/** Books an appointment once more on each of these dates, whose days are locked. */
export async function bookOn(
  tx: CalendarTx,
  { business, source, dates, grant, waived, known, wants, told }: Copies,
): Promise<Appointment[]> {
  if (dates.length === 0) return [];
  const days = await daysFor(tx.ctx, tx.db, business, source, dates);
  const fresh = await freshIds(tx.db, dates.length, dates.length * source.lines.length);
  const booked: Appointment[] = [];
  for (const [nth, date] of dates.entries()) {
    const lines = linesOn(source, date, known);
    const copying = { business, source: { ...source, lines, date, endDate: date }, ids: idsOf(fresh, source, nth), days, grant, wants };
    booked.push(await bookCopy(tx, { ...copying, toldWithAnother: told || nth > 0, waived: waived[nth] ?? "" }));
  }
  return booked;
}

const idsOf = ({ appointmentIds, lineIds }: Fresh, { lines }: Appointment, nth: number) => ({
  id: appointmentIds[nth] as string,
  lineIds: lineIds.slice(nth * lines.length, (nth + 1) * lines.length),
});

type Noted = { before?: object; note: string };

function log(tx: CalendarTx, { id, businessId, version }: Appointment, action: "create" | "editPetAndServices", noted: Noted): void {
  tx.log({ entity: ENTITY, id, action, after: { version }, businessId, ...noted });
}
