import { type Ctx, can, fail, fromWireDate, mustBeCurrent } from "@leashline/kit";
import type { ChangeSeriesRuleRequest, RepeatRule } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Appointment } from "../appointments/appointment.ts";
import { planOf } from "../appointments/notes.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { applyAll } from "../booking/change-many.ts";
import { lockStays } from "../booking/place-stay.ts";
import { grantOf } from "../booking/placement.ts";
import { type Locked, lockAppointments } from "../booking/save-appointment.store.ts";
import type { Wanted } from "../conflicts/slot-conflict.ts";
import { takingTime } from "../conflicts/taking-time.ts";
import { type CalendarTx, type Db, query } from "../db.ts";
import { mustBeReadyThen } from "../evaluations/visits.ts";
import { staffLocks } from "../occupancy/resource-lock.ts";
import { type BusinessFacts, businessOf } from "../projections/business.ts";
import { canceled } from "../status/progress.ts";
import { type Known, knownForCopies } from "../visit-prices/visit-prices.ts";
import { bookOn, mustBeOfADay, occurrencesOn, previewNew, staffOf } from "./create.ts";
import { type Occurrence, someDates } from "./dates.ts";
import type { Rule } from "./rule.ts";
import { formerDates, type RuleChange, ruleChange } from "./rule-change.ts";
import { fromRule } from "./series.mapper.ts";
import { findRule, insertSeries, readBeginning, readMembers } from "./series.store.ts";
import { inWords } from "./words.ts";

/** What a rule would book, and of one that repeats already, also what it would keep and cancel. */
export async function previewSeries(ctx: Ctx, request: { appointmentId: string; rule?: RepeatRule | undefined }): Promise<Occurrence[]> {
  const source = await appointmentOf(ctx, request.appointmentId);
  const rule = fromRule(request.rule as RepeatRule);
  if (source.seriesId === "0") return await previewNew(ctx, source, rule);
  mustBeOfADay(ctx, source);
  const change = await query(ctx, (db) => changeFor(db, source, rule));
  const there = (outcome: "kept" | "canceled") =>
    change[outcome].map(({ date }): Occurrence => ({ date, staffId: "0", conflict: null, outcome }));
  const booked = await occurrencesOn(ctx, source, change.booked);
  return [...there("kept"), ...there("canceled"), ...booked].sort((a, b) => (a.date < b.date ? -1 : 1));
}

async function changeFor(db: Db, source: Appointment, rule: Rule): Promise<RuleChange> {
  const former = await findRule(db, source.seriesId);
  const members = await readMembers(db, source.seriesId, "0001-01-01");
  const beginning = await readBeginning(db, source.seriesId);
  if (!former) throw fail("NOT_FOUND", { field: "appointmentId", reason: "does not repeat" });
  const following = members.filter(({ id, date }) => id !== source.id && date > source.date);
  return ruleChange(someDates(rule, source.date).slice(1), formerDates(former, members, source.date, beginning), following);
}

/** Another rule for an appointment and those that follow: all of it is done, or nothing. */
export async function changeSeriesRule(
  ctx: Ctx,
  request: ChangeSeriesRuleRequest,
): Promise<{ seriesId: string; appointments: Appointment[] }> {
  const rule = fromRule(request.rule as RepeatRule);
  const source = await appointmentOf(ctx, request.appointmentId, "appointmentId");
  mustBeOfADay(ctx, source);
  mustBeCurrent(request.version, source.version);
  const change = await query(ctx, (db) => changeFor(db, source, rule));
  if (change.canceled.length > 0 && !can(ctx, Permission.CANCEL_OR_DELETE_TICKET)) throw fail("NO_PERMISSION");
  const skipped = new Set(request.skipDates.map((date) => fromWireDate(date, "skipDates")));
  const dates = change.booked.filter((date) => !skipped.has(date));
  const coming = dates.map((date) => ({ visit: source, date, override: request.override }));
  const waived = await mustBeReadyThen(ctx, coming);
  const business = await businessOf(ctx, source.businessId);
  const known = await knownForCopies(ctx, business.businessId, dates.length > 0 ? [source] : []);
  const acting = { business, request, rule, change, dates, waived, known };
  return await takingTime(ctx, business, "series", (tx, wants) => act({ ...acting, tx, wants }));
}

type Acting = {
  readonly tx: CalendarTx;
  readonly business: BusinessFacts;
  readonly request: ChangeSeriesRuleRequest;
  readonly rule: Rule;
  readonly change: RuleChange;
  readonly dates: readonly string[];
  readonly waived: readonly string[];
  readonly known: Known;
  readonly wants: (wanted: Wanted) => void;
};

async function act({ tx, business, request, rule, change, dates, waived, known, wants }: Acting) {
  const { ctx } = tx;
  const gone = new Set(change.canceled.map(({ id }) => id));
  const reached = await lockAppointments(tx, [request.appointmentId, ...gone, ...change.kept.map(({ id }) => id)]);
  const source = reached.find(({ appointment }) => appointment.id === request.appointmentId)?.appointment;
  if (!source) throw fail("APPOINTMENT_NOT_FOUND", { field: "appointmentId" });
  mustBeCurrent(request.version, source.version);
  mustBeOfADay(ctx, source);
  // Somebody was faster: what was looked at is not what is there.
  if (JSON.stringify(await changeFor(tx.db, source, rule)) !== JSON.stringify(change))
    throw fail("VERSION_CONFLICT", { field: "appointmentId" });
  lockDays(tx, business, [...reached.map(({ appointment }) => appointment), ...dates.map((date) => ({ ...source, date, endDate: date }))]);
  const seriesId = await insertSeries(tx, { ...source, rule });
  const changed = await applyAll({
    ...{ tx, business, wants },
    // The client hears of the first that is canceled.
    reached: canceledFirst(reached, gone),
    decide: (current, { now }) =>
      gone.has(current.id)
        ? canceled(current, now, { cancelReason: "No longer in the series" })
        : { plan: planOf(current), kind: "editPetAndServices", note: inWords(rule), seriesId },
  });
  const told = gone.size > 0;
  const like = { ...source, seriesId };
  const booked = await bookOn(tx, { business, source: like, dates, grant: grantOf(ctx, request.override), waived, known, wants, told });
  tx.notify("calendar.cards", { businessId: source.businessId, dates: [...dates], ids: booked.map(({ id }) => id) });
  return { seriesId, appointments: [...changed, ...booked].sort((a, b) => (a.date < b.date ? -1 : 1)) };
}

function lockDays(tx: CalendarTx, { businessId, zone }: BusinessFacts, visits: readonly Appointment[]): void {
  tx.lock(visits.flatMap((visit) => staffLocks(staffOf(visit), visit.date, zone)));
  lockStays(tx, businessId, visits);
}

const canceledFirst = (reached: readonly Locked[], gone: ReadonlySet<string>): Locked[] =>
  [...reached].sort((a, b) => Number(gone.has(b.appointment.id)) - Number(gone.has(a.appointment.id)));
