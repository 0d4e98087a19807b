import { type Ctx, instantAt } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { type Db, query } from "../../db.ts";
import { readRequest } from "../../requests/request.store.ts";
import { followClass } from "../class-line/follow-line.ts";
import { type Fit, fitsOf } from "../entry/fits.ts";
import type { OfferRow } from "../entry/offer.store.ts";
import { waitingAt, waitingForClass } from "../entry/waitlist.store.ts";
import { type EntryRow, endDateOf, isAreaUnknown, isByDay, isOutOfArea, isPlace, isStay, minutesOf, type Span } from "../entry/waitlist.ts";
import { type Chosen, type FreedKind, type FreedRow, turnsOf } from "./freed.store.ts";
import { lackingFor } from "./lacking.ts";
import { holdMinutesUntil } from "./make-offer.ts";
import type { OfferSetting } from "./offer-setting.store.ts";
import { inTurn } from "./order.ts";
import { termsOf } from "./quiet.ts";

const mostLookedAt = 500;
/** So many are looked at for a time that suits them at once; mostly the first of them is the one. */
const atOnce = 8;
/** A stay that would use a freed night may begin so many days before it. */
const daysBefore = 13;

function kindOf(row: EntryRow): FreedKind {
  if (isPlace(row)) return "seat";
  return isStay(row) ? "stay" : isByDay(row) ? "daycare" : "time";
}

type About = { offers: readonly OfferRow[]; setting: OfferSetting; zone: string };

/** Whom a time that came free is offered to next, and when exactly; undefined when it suits nobody who is left. */
export async function chooseNext(ctx: Ctx, freed: FreedRow, { offers, setting, zone }: About): Promise<Chosen | undefined> {
  const span = spanOf(freed, zone);
  const line = await lineFor(ctx, freed, offers, span);
  const onlyStaff = freed.kind === "time" ? [freed.staffId] : [];
  for (let at = 0; at < line.length; at += atOnce) {
    const some = line.slice(at, at + atOnce).map(({ row }) => row);
    const fits = await fitsOf(ctx, some, span, { onlyStaff, asClients: true });
    for (const row of some) {
      for (const fit of possible(freed, row, fits.get(row.id) ?? [])) {
        const terms = termsOf(setting, new Date(), instantAt(fit.date, fit.startTime, zone), zone);
        // What could not be booked is offered to nobody.
        if (terms && (await lackingFor(ctx, row, { date: fit.date, endDate: endDateOf(row, fit.date) })).length === 0)
          return chosenOf(row, fit, terms.until);
      }
    }
  }
  return undefined;
}

function spanOf({ kind, date, endDate }: FreedRow, zone: string): Span {
  const now = Temporal.Now.zonedDateTimeISO(zone);
  const day = Temporal.PlainDate.from(date);
  const first = (kind === "stay" ? day.subtract({ days: daysBefore }) : day).toString();
  const today = now.toPlainDate().toString();
  const to = kind === "stay" ? Temporal.PlainDate.from(endDate).subtract({ days: 1 }).toString() : date;
  const [from, fromMinute] = first > today ? [first, 0] : [today, now.hour * 60 + now.minute];
  return { from, fromMinute, to, toMinute: 1440 };
}

/** Those who wait for such, in their turn; not the client who gave it back, nor who is to be visited outside the service areas or nobody knows where, nor who had it offered or has an offer. */
async function lineFor(ctx: Ctx, freed: FreedRow, offers: readonly OfferRow[], span: Span) {
  const giver = await giverOf(ctx, freed);
  if (freed.kind === "seat") await followClass(ctx, freed.classId);
  const { rows, turns } = await query(ctx, async (db) => {
    const waiting = await waitingFor(db, freed, span);
    const askable = waiting.filter(
      (row) => row.state === "waiting" && row.customerId !== giver && !isOutOfArea(row) && !isAreaUnknown(row),
    );
    const rows = askable.filter((row) => kindOf(row) === freed.kind);
    const ids = rows.map(({ id }) => id);
    return { rows, turns: await turnsOf(db, ids) };
  });
  const had = new Set([...freed.passedOver, ...offers.map(({ entryId }) => entryId)]);
  const free = rows.filter(({ id }) => !had.has(id) && !turns.get(id)?.open);
  return inTurn(free.map((row) => ({ entryId: row.id, turns: turns.get(row.id)?.turns ?? 0, asksForIt: asksFor(freed, row), row })));
}

async function waitingFor(db: Db, { kind, classId, businessId }: FreedRow, span: Span): Promise<EntryRow[]> {
  if (kind === "seat") return await waitingForClass(db, classId, mostLookedAt);
  return span.from > span.to ? [] : await waitingAt(db, businessId, span, mostLookedAt);
}

const asksFor = ({ date, staffId }: FreedRow, { dates, timeRanges, staffIds }: EntryRow): boolean =>
  dates.includes(date) || timeRanges.length > 0 || staffIds.includes(staffId);

/** Who leaves a class is in its line no more; another pet of theirs may be. */
async function giverOf(ctx: Ctx, { kind, appointmentId, bookingRequestId }: FreedRow): Promise<string | undefined> {
  if (kind === "seat") return undefined;
  if (bookingRequestId !== "0") return (await query(ctx, (db) => readRequest(db, bookingRequestId)))?.customerId;
  const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids: [appointmentId] });
  return appointments[0]?.customerId;
}

/** The one that suits them best; of a class any session to come, as they may begin with a later one. */
const possible = (freed: FreedRow, row: EntryRow, fits: readonly Fit[]): readonly Fit[] =>
  freed.kind === "seat" ? fits : [bestOf(freed, row, fits)].filter((fit) => fit !== undefined);

/** Within what came free rather than only touching it, and then the earliest; of a stay the day they would like most, or the nearest to it. */
function bestOf(freed: FreedRow, row: EntryRow, fits: readonly Fit[]): Fit | undefined {
  const using = fits.filter((fit) => uses(freed, row, fit));
  if (freed.kind === "stay") return nearestFirst(row, using)[0];
  if (freed.kind !== "time") return using[0];
  const { startTime, endTime } = freed;
  return using.find((fit) => fit.startTime >= startTime && fit.startTime + row.duration <= endTime) ?? using[0];
}

/** By how far from the first of the days of their wish; for any day, the earliest first. */
function nearestFirst({ dates: [wanted] }: EntryRow, fits: readonly Fit[]): readonly Fit[] {
  if (!wanted) return fits;
  const away = ({ date }: Fit) => Math.abs(Temporal.PlainDate.from(wanted).until(date).days);
  return [...fits].sort((a, b) => away(a) - away(b));
}

/** It would take some of what came free. */
function uses(freed: FreedRow, row: EntryRow, fit: Fit): boolean {
  if (freed.kind === "stay") return fit.date < freed.endDate && (endDateOf(row, fit.date) ?? fit.date) > freed.date;
  if (fit.date !== freed.date) return false;
  return freed.kind === "daycare" || (fit.startTime < freed.endTime && fit.startTime + minutesOf(row) > freed.startTime);
}

const chosenOf = (row: EntryRow, { date, startTime, staffId }: Fit, until: Date): Chosen => ({
  ...{ entryId: row.id, date, startTime, staffId },
  endDate: endDateOf(row, date),
  until: until.toISOString(),
  holdMinutes: holdMinutesUntil(until.getTime()),
});
