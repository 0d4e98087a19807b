import { type Ctx, fail, mustBeCurrent } from "@leashline/kit";
import type { BatchPlace } from "@leashline/proto/leashline/calendar/v1/batch_pb.js";
import type {
  BatchBookAgainRequest,
  BatchCancelRequest,
  BatchRescheduleRequest,
} from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { type Appointment, type ServiceLine, segmentsOf } from "../appointments/appointment.ts";
import { offered } from "../appointments/catalogue.ts";
import { changeMany } from "../booking/change-many.ts";
import { bookCopy } from "../booking/copy.ts";
import { alsoNoted, rescheduled, untoldIf } from "../booking/edit.ts";
import { lockStays } from "../booking/place-stay.ts";
import { grantOf } from "../booking/placement.ts";
import { freshIds } from "../booking/save-appointment.store.ts";
import type { Wanted } from "../conflicts/slot-conflict.ts";
import { takingTime } from "../conflicts/taking-time.ts";
import type { CalendarTx } from "../db.ts";
import { mustBeReadyThen } from "../evaluations/visits.ts";
import { type Days, loadDays } from "../occupancy/days.store.ts";
import { over, staffLocks } from "../occupancy/resource-lock.ts";
import { type BusinessFacts, businessOf } from "../projections/business.ts";
import { mustStayTheirWork } from "../projections/own-staff.ts";
import { canceled, mustBeAllowedToRefund } from "../status/progress.ts";
import { type Known, knownForCopies, linesOn } from "../visit-prices/visit-prices.ts";
import { copiedTo, dragOf, namedOf, spanOfPlans, staffOfPlaces, whereOf } from "./place.ts";
import { withPlan } from "./turn.ts";

/** Each goes where it is to be; nobody of them stands in another's way. */
export async function batchReschedule(ctx: Ctx, { places, withoutTelling }: BatchRescheduleRequest): Promise<Appointment[]> {
  const placeOf = new Map(places.map((place) => [place.appointmentId, place]));
  if (placeOf.size < places.length) throw fail("PARAMS_INVALID", { field: "places", reason: "names an appointment twice" });
  const staff = await staffOfPlaces(ctx, places);
  const named = await namedOf(ctx, [...placeOf.keys()]);
  const moves = named.map((visit, nth) => {
    const { override, ...place } = places[nth] as BatchPlace;
    return { visit, date: whereOf({ ...place, override }, staff).date ?? visit.date, movedFrom: visit.date, override };
  });
  const waived = await mustBeReadyThen(ctx, moves);
  const waivedOf = new Map(named.map(({ id }, nth) => [id, waived[nth] ?? ""]));
  return await changeMany(ctx, [...placeOf.keys()], (current) => {
    const place = placeOf.get(current.id) as BatchPlace;
    mustBeCurrent(place.version, current.version);
    const change = alsoNoted(rescheduled(ctx, current, dragOf(place), whereOf(place, staff)), waivedOf.get(current.id) ?? "");
    return untoldIf(change, current, { withoutTelling });
  });
}

export async function batchCancel(ctx: Ctx, request: BatchCancelRequest): Promise<Appointment[]> {
  mustBeAllowedToRefund(ctx, request);
  const { targets } = request;
  const versions = new Map(targets.map(({ appointmentId, version }) => [appointmentId, version]));
  if (versions.size < targets.length) throw fail("PARAMS_INVALID", { field: "targets", reason: "names an appointment twice" });
  return await changeMany(ctx, [...versions.keys()], (current, { now }) => {
    mustBeCurrent(versions.get(current.id) ?? 0, current.version);
    return canceled(current, now, request);
  });
}

/** What is booked once more, on the day and at the time it is to be, and what the caller lets it override. */
type Copy = { readonly before: Appointment; readonly source: Appointment; readonly place: BatchPlace };
/** With whom and when it is to be, at the prices of that day. */
function linesThere(before: Appointment, source: Appointment, known: Known): ServiceLine[] {
  const priced = linesOn(before, source.date, known);
  return source.lines.map((line, nth) => {
    const { price, priceParts } = priced[nth] ?? line;
    return { ...line, price, priceParts };
  });
}
const comingOf = ({ source, place }: Copy) => ({ visit: source, date: source.date, override: place.override });

export async function batchBookAgain(ctx: Ctx, { places }: BatchBookAgainRequest): Promise<Appointment[]> {
  const ids = places.map(({ appointmentId }) => appointmentId);
  const named = await namedOf(ctx, ids);
  const staff = await staffOfPlaces(ctx, places);
  const asked = places.map((place, nth): Copy => {
    const before = named[nth] as Appointment;
    mustBeCurrent(place.version, before.version);
    return { before, place, source: { ...before, ...copiedTo(before, place, staff), seriesId: "0" } };
  });
  const business = await businessOf(ctx, named[0]?.businessId ?? "0");
  const known = await knownForCopies(ctx, business.businessId, named);
  const copies = asked.map(({ source, ...copy }) => ({ ...copy, source: { ...source, lines: linesThere(copy.before, source, known) } }));
  await mustStillBe(ctx, business, named);
  const waived = await mustBeReadyThen(ctx, copies.map(comingOf));
  return await takingTime(ctx, business, "batch", (tx, wants) => bookAll({ tx, business, copies, waived, wants }));
}

/** Clients, pets and services may have gone since. One question for each client, one for all services. */
async function mustStillBe(ctx: Ctx, { businessId }: BusinessFacts, sources: readonly Appointment[]): Promise<void> {
  const services = sources.flatMap(({ lines }) => lines.map(({ serviceId }) => serviceId));
  const byClient = Map.groupBy(sources, ({ customerId }) => customerId);
  const parties = [...byClient].map(async ([customerId, own]) => {
    const petIds = [...new Set(own.flatMap(({ lines }) => lines.map(({ petId }) => petId)))];
    const { client, pets } = await ctx.client(VisitPartyService).getVisitParty({ customerId, petIds });
    if (!client) throw fail("CUSTOMER_NOT_FOUND", { field: "places" });
    if (pets.length < petIds.length) throw fail("PET_NOT_FOUND", { field: "places" });
  });
  await Promise.all([offered(ctx, businessId, services, "places"), ...parties]);
}

type Booking = {
  tx: CalendarTx;
  business: BusinessFacts;
  copies: readonly Copy[];
  waived: readonly string[];
  wants: (wanted: Wanted) => void;
};

async function bookAll({ tx, business, copies, waived, wants }: Booking): Promise<Appointment[]> {
  const { ctx } = tx;
  const plans = copies.map(({ source }) => source);
  await mustStayTheirWork(
    tx.db,
    copies.flatMap(({ before }) => before.lines),
    plans.flatMap(({ lines }) => lines),
    "staffId",
  );
  const span = spanOfPlans(plans);
  const who = [...new Set(plans.flatMap(staffOf))];
  tx.lock(plans.flatMap((plan) => staffLocks(staffOf(plan), plan.date, business.zone)));
  lockStays(tx, business.businessId, plans);
  let days: Days = await loadDays(tx.db, { ...business, who, ...span, ...over(ctx) });
  const lines = plans.map((plan) => plan.lines.length);
  const fresh = await freshIds(
    tx.db,
    copies.length,
    lines.reduce((sum, count) => sum + count, 0),
  );
  const told = new Set<string>();
  const booked: Appointment[] = [];
  for (const { source, place } of copies) {
    const ids = { id: fresh.appointmentIds[booked.length] as string, lineIds: fresh.lineIds.splice(0, source.lines.length) };
    const toldWithAnother = told.has(source.customerId);
    const grant = grantOf(ctx, place.override);
    const copying = { business, source, ids, days, grant, toldWithAnother, waived: waived[booked.length] ?? "", wants };
    booked.push(await bookCopy(tx, copying));
    days = withPlan(days, ids.id, source);
    told.add(source.customerId);
  }
  const dates = [...new Set(plans.map(({ date }) => date))];
  tx.notify("calendar.cards", { businessId: business.businessId, dates, ids: booked.map(({ id }) => id) });
  return booked.sort((a, b) => (a.date < b.date ? -1 : 1));
}

const staffOf = ({ lines }: Appointment): string[] =>
  segmentsOf(lines)
    .map(({ staffId }) => staffId)
    .filter((id) => Number(id) > 0);
