import { toJson } from "@bufbuild/protobuf";
import { type Ctx, fail } from "@leashline/kit";
import type { BookAppointmentRequest } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { AgreedPolicySchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { emitBooked } from "../appointments/appointment.events.ts";
import {
  type Appointment,
  isBoardingStay,
  isStay,
  type PlacedSegment,
  type ServiceLine,
  type StaffSegment,
  stretchesOf,
  takenBy,
  withBounds,
} from "../appointments/appointment.ts";
import { type Catalogue, lineInputs, wholeWish } from "../appointments/catalogue.ts";
import { initial, type Status } from "../appointments/moves.ts";
import { ENTITY, petsAndServices, whenAndWho } from "../appointments/notes.ts";
import { nothingAsked } from "../appointments/prepaid.ts";
import { sourceOrWeb } from "../appointments/source.ts";
import { refusingConflicts, type Wanted } from "../conflicts/slot-conflict.ts";
import { type CalendarTx, command } from "../db.ts";
import { mustBeEvaluated } from "../evaluations/gate.ts";
import { mustBeVaccinated } from "../evaluations/vaccines.ts";
import { mustBeOfAStay } from "../lodging/day-lines.ts";
import type { Span } from "../lodging/room.ts";
import { daysStatement } from "../occupancy/days.store.ts";
import { over, staffLocks } from "../occupancy/resource-lock.ts";
import { type BusinessFacts, businessOf } from "../projections/business.ts";
import { mustBeTheirWork, ownStaffIn } from "../projections/own-staff.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { daysBetween } from "../scheduling/dates.ts";
import { lineUp } from "../scheduling/line-up.ts";
import { DAY_MINUTES } from "../scheduling/minutes.ts";
import { instantsOf } from "../scheduling/zone.ts";
import { mustBeTheirAddress } from "../visit-places/visit-places.ts";
import { withRoomRates } from "../visit-prices/room-rates.ts";
import { instantsOfPlan } from "./change.ts";
import { findUnits, type PlacedStay, placeStay } from "./place-stay.ts";
import { grantOf, mustFitTheDay, occupancyOf, placed, takesTime, wantedOf } from "./placement.ts";
import { type Fresh, freshText, unclaimRequest, writeAppointment } from "./save-appointment.store.ts";

/** What of a booking says when, for whom and what. */
type Placing = Pick<
  BookAppointmentRequest,
  "businessId" | "customerId" | "staffId" | "petServices" | "appointmentDate" | "endDate" | "startTime" | "endTime"
>;

type Draft = {
  readonly date: string;
  readonly endDate: string;
  readonly start: number;
  readonly end: number;
  readonly staffId: string;
  readonly lines: readonly ServiceLine[];
};

/** Books an appointment: asks the other services, locks the days, checks, writes. One commit. */
export async function bookAppointment(ctx: Ctx, asked: BookAppointmentRequest): Promise<Appointment> {
  mustBeItsOwn(ctx, asked);
  const business = await businessOf(ctx, asked.businessId);
  await mustBeTheirAddress(ctx, asked.customerId, asked.addressId);
  const wish = { ...asked, addOnsAsAsked: ctx.caller.via === "online-booking" };
  const [request, catalogue] = await wholeWish(ctx, wish, daysAskedFor(asked));
  const draft = draftOf(request, catalogue);
  mustBeTheirWork(draft.lines, ownStaffIn(catalogue.services.values()));
  const asking = { wish: request, catalogue, override: request.override };
  const evaluated = await mustBeEvaluated(ctx, { ...asking, date: draft.date });
  const waived = [evaluated, mustBeVaccinated(ctx, { ...asking, until: draft.endDate })].filter(Boolean).join("; ");
  const segments = stretchesOf(draft.lines);
  const taking = segments.filter((segment) => takesTime(draft, segment));
  const first = taking[0] ?? segments[0];
  const wanted = (): Wanted | null => (first ? wantedOf(draft.date, first) : null);
  return await refusingConflicts(ctx, business, wanted, () =>
    command(ctx, (tx) => store({ tx, business, request, catalogue, waived, draft, segments, taking }), { step: "book" }).catch(onceOnly),
  );
}

/** Which appointment a request became is said by whoever accepts requests: an appointment that claims somebody's request would keep it from ever being accepted. */
function mustBeItsOwn({ caller }: Ctx, { bookingRequestId, agreedPolicy, toldWithAnother }: BookAppointmentRequest): void {
  const ofRequest = { bookingRequestId: bookingRequestId !== "0", agreedPolicy: agreedPolicy !== undefined, toldWithAnother };
  const field = Object.entries(ofRequest).find(([, isSet]) => isSet)?.[0];
  if (field && caller.via !== "online-booking") throw fail("PARAMS_INVALID", { field, reason: "is set when the request is accepted" });
}

/** A booking request becomes one appointment, whoever accepts it. */
function onceOnly(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== "23505" || constraint !== "appointment_of_request") throw error;
  throw fail("STATE_CONFLICT", { message: "This booking request is on the calendar already." });
}

function daysAskedFor(request: Pick<Placing, "appointmentDate" | "endDate">): { from: string; to: string } {
  const from = calendarDay(request.appointmentDate, "appointmentDate");
  const to = request.endDate ? calendarDay(request.endDate, "endDate") : from;
  if (to < from) throw fail("PARAMS_INVALID", { field: "endDate", reason: "is before the first day" });
  return { from, to };
}

export function draftOf(request: Placing, catalogue: Catalogue): Draft {
  const { from: date, to: endDate } = daysAskedFor(request);
  const { startTime: start = 0 } = request;
  const span = { date, start, endDate, end: request.endTime ?? start };
  const lines = lineUp(lineInputs(request, catalogue, span), start);
  mustBeOfAStay(lines);
  if (isBoardingStay({ lines })) return stayOf(lines, span);
  const draft = withBounds({ date, endDate, end: 0, lines });
  const end = isStay(draft) ? Math.min(Math.max(...lines.map((line) => line.start + line.duration)), DAY_MINUTES) : draft.end;
  mustFitTheDay({ ...draft, end });
  return { ...draft, end };
}

const MOST_NIGHTS = 180;

/** A boarding stay goes from one day to a later one. */
export function mustBeStay({ date, endDate }: Pick<Span, "date" | "endDate">): void {
  if (endDate <= date) throw fail("PARAMS_INVALID", { field: "endDate", reason: "a boarding stay ends on a later day than it begins" });
  if (daysBetween(date, endDate) > MOST_NIGHTS) throw fail("PARAMS_INVALID", { field: "endDate", reason: `at most ${MOST_NIGHTS} nights` });
}

function stayOf(lines: readonly ServiceLine[], span: Span): Draft {
  mustBeStay(span);
  return withBounds({ ...span, lines });
}

type Storing = {
  tx: CalendarTx;
  business: BusinessFacts;
  request: BookAppointmentRequest;
  catalogue: Catalogue;
  /** What the log keeps of evaluations that were lacking. */
  waived: string;
  draft: Draft;
  segments: readonly StaffSegment[];
  taking: readonly StaffSegment[];
};

async function store({ tx, business, request, catalogue, waived, draft, segments, taking }: Storing): Promise<Appointment> {
  const { ctx, db } = tx;
  const { holdToken, lodgingTypeId, separateRooms } = request;
  const staffIds = [...new Set(taking.map((segment) => segment.staffId))];
  if (staffIds.length > 0) tx.lock(staffLocks(staffIds, draft.date, business.zone));
  const question = {
    ...business,
    companyId: ctx.companyId,
    who: staffIds,
    from: draft.date,
    to: draft.date,
    ...over(ctx),
    ignoreToken: holdToken,
  };
  const grant = grantOf(ctx, request.override);
  const [{ days, extra }, found] = await Promise.all([
    daysAndExtra(db, question, [1, draft.lines.length, request.customerId]),
    findUnits({ tx, business, plan: draft, grant, holdToken }),
  ]);
  if (holdToken && !extra.holdLives) throw fail("HOLD_EXPIRED", { field: "holdToken" });
  const placedSegments = segments.map((segment) => placed(draft, segment, days, grant));
  const fresh = draft.lines.map((line, index) => ({ ...line, id: extra.lineIds[index] as string }));
  const plan = { ...draft, lines: fresh };
  const stay = await placeStay({ tx, business, plan, grant, pets: catalogue.pets, holdToken, lodgingTypeId, separateRooms, found });
  const lines = pricedInRooms(stay, draft, catalogue);
  const appointment = newAppointment({
    ctx,
    business,
    request,
    catalogue,
    draft: { ...draft, lines },
    extra,
    placedSegments,
    stay,
    reason: grant.reason,
  });
  const timed = placedSegments.map((one) => ({ ...one, during: instantsOf(draft.date, takenBy(one), business.zone) }));
  const taken = [...occupancyOf(business.businessId, draft.date, timed), ...stay.taken];
  if (request.bookingRequestId !== "0") await takeOver(tx, request.bookingRequestId);
  writeAppointment(tx, appointment, taken, holdToken);
  emitBooked(tx, appointment, { toldWithAnother: request.toldWithAnother, untied: !extra.tied });
  const note = [whenAndWho(appointment), petsAndServices(appointment), waived].filter(Boolean).join("; ");
  tx.log({ entity: ENTITY, id: appointment.id, action: "create", after: { version: 1 }, note, businessId: appointment.businessId });
  tx.notify("calendar.cards", { businessId: appointment.businessId, dates: [appointment.date], ids: [appointment.id] });
  return appointment;
}

/** All of its rooms are chosen just now. */
function pricedInRooms({ lines, rooms }: PlacedStay, span: Span, { services, pricing, firstVisit }: Catalogue) {
  return rooms ? withRoomRates({ lines, rooms, span, known: { services, pricing, firstVisit }, chosen: () => true }) : lines;
}

/** Whoever accepts a request says which appointment it becomes. One that was booked with its number otherwise stays on the calendar, as an appointment like any other. */
async function takeOver(tx: CalendarTx, bookingRequestId: string): Promise<void> {
  const note = `Is not what booking request ${bookingRequestId} became; that is another visit.`;
  for (const id of await unclaimRequest(tx, bookingRequestId)) tx.log({ entity: ENTITY, id, action: "update", note });
}

type Extra = Fresh & { known: boolean; holdLives: boolean; tied: boolean };

/** What booking wants to know besides the days, in the same statement. */
const extraText = (first: number): string => `, ${freshText(first)},
  exists (select from appointment where company_id = $1 and customer_id = $${first + 2} and status <> 4 and deleted_at is null) as known,
  exists (select from google_link where company_id = $1 and connected) as tied,
  exists (select from slot_hold where company_id = $1 and token = $9 and expires_at > clock_timestamp())
    or exists (select from stay_hold where company_id = $1 and token = $9 and expires_at > clock_timestamp()) as "holdLives"`;
const daysAndExtra = daysStatement<Extra>(extraText);

type Making = {
  ctx: Ctx;
  business: BusinessFacts;
  request: BookAppointmentRequest;
  catalogue: Catalogue;
  draft: Draft;
  extra: Fresh & Pick<Extra, "known">;
  placedSegments: readonly PlacedSegment[];
  /** What it takes besides people's time. */
  stay: PlacedStay;
  reason: string;
};

export function newAppointment({ ctx, business, request, catalogue, draft, extra, placedSegments, stay, reason }: Making): Appointment {
  const now = new Date().toISOString();
  const { start, end } = instantsOfPlan(draft, business.zone);
  const overbooked = stay.overbooked || placedSegments.some((placed) => placed.overbooked);
  const outOfHours = stay.closed || placedSegments.some((placed) => placed.outOfHours);
  const { client } = catalogue;
  return {
    ...draft,
    id: extra.appointmentIds[0] as string,
    businessId: business.businessId,
    customerId: request.customerId,
    customerFirstName: client.firstName,
    customerLastName: client.lastName,
    clientColor: client.clientColor,
    isNewClient: !extra.known,
    startAt: start.toString(),
    endAt: end.toString(),
    status: (request.status || initial) as Status,
    statusPath: [],
    checkInAt: null,
    readyAt: null,
    checkOutAt: null,
    canceledAt: null,
    cancelReason: "",
    noShow: 0,
    ticketComments: request.ticketComments,
    alertNotes: request.alertNotes,
    addressId: request.addressId,
    colorCode: request.colorCode,
    source: sourceOrWeb(request.source),
    currency: business.currency,
    orderId: "0",
    paymentStatus: 1,
    paid: "0",
    refunded: "0",
    outstanding: null,
    ...nothingAsked,
    overbooked,
    outOfHours,
    overrideReason: overbooked || outOfHours ? reason : "",
    bookingRequestId: request.bookingRequestId,
    agreedPolicy: request.agreedPolicy ? toJson(AgreedPolicySchema, request.agreedPolicy) : null,
    seriesId: "0",
    createdByStaffId: ctx.caller.kind === "staff" ? ctx.caller.staffId : "0",
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
