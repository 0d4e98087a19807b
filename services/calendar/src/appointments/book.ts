import { type Ctx, fail } from "@leashline/kit";
import type { BookAppointmentRequest } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { calendarDay } from "../availability/bookable.ts";
import { daysStatement } from "../availability/days.store.ts";
import { refusingClashes, type Wanted } from "../availability/refusal.ts";
import { type CalendarTx, command } from "../db.ts";
import { DAY_MINUTES } from "../scheduling/minutes.ts";
import { instantsOf } from "../scheduling/zone.ts";
import { type Place, placeOf } from "../staff/place.ts";
import { tellBooked } from "./appointment.events.ts";
import { type Catalogue, catalogueFor, lineInputs } from "./catalogue.ts";
import { dayLocks, instantsOfPlan, over } from "./change.ts";
import { ENTITY, petsAndServices, whenAndWho } from "./log.ts";
import { initial, type Status } from "./moves.ts";
import { grantOf, mustFitTheDay, type Placed, placed, takesTime, wantedOf } from "./placement.ts";
import { sourceOrWeb } from "./source.ts";
import { cardRow } from "./visit.rows.ts";
import { type Fresh, freshText, insertVisit, unclaimRequest } from "./visit.store.ts";
import { framed, isStay, type Line, lineUp, type Share, sharesOf, takenBy, type Visit } from "./visit.ts";

type Draft = {
  readonly date: string;
  readonly endDate: string;
  readonly start: number;
  readonly end: number;
  readonly staffId: string;
  readonly lines: readonly Line[];
};

/** Books a visit: asks the other services, locks the days, checks, writes. One commit. */
export async function bookVisit(ctx: Ctx, request: BookAppointmentRequest): Promise<Visit> {
  mustBeItsOwn(ctx, request);
  const place = await placeOf(ctx, request.businessId);
  const catalogue = await catalogueFor(ctx, request);
  const draft = draftOf(request, catalogue);
  const shares = sharesOf(draft.lines);
  const taking = shares.filter((share) => takesTime(draft, share));
  const first = taking[0] ?? shares[0];
  const wanted = (): Wanted | null => (first ? wantedOf(draft.date, first) : null);
  return await refusingClashes(ctx, place, wanted, () =>
    command(ctx, (tx) => store({ tx, place, request, catalogue, draft, shares, taking }), { step: "book" }).catch(onceOnly),
  );
}

/** Which visit a request became is said by whoever accepts requests: a visit that claims somebody's request would keep it from ever being accepted. */
function mustBeItsOwn({ caller }: Ctx, { bookingRequestId }: BookAppointmentRequest): void {
  if (bookingRequestId !== "0" && caller.via !== "online-booking")
    throw fail("PARAMS_INVALID", { field: "bookingRequestId", reason: "is set when the request is accepted" });
}

/** A booking request becomes one visit, whoever accepts it. */
function onceOnly(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== "23505" || constraint !== "appointment_of_request") throw error;
  throw fail("STATE_CONFLICT", { message: "This booking request is on the calendar already." });
}

function draftOf(request: BookAppointmentRequest, catalogue: Catalogue): Draft {
  const date = calendarDay(request.appointmentDate, "appointmentDate");
  const endDate = request.endDate ? calendarDay(request.endDate, "endDate") : date;
  if (endDate < date) throw fail("PARAMS_INVALID", { field: "endDate", reason: "is before the first day" });
  const lines = lineUp(lineInputs(request, catalogue), request.startTime ?? 0);
  const draft = framed({ date, endDate, end: 0, lines });
  const end = isStay(draft) ? Math.min(Math.max(...lines.map((line) => line.start + line.duration)), DAY_MINUTES) : draft.end;
  mustFitTheDay({ ...draft, end });
  return { ...draft, end };
}

type Storing = {
  tx: CalendarTx;
  place: Place;
  request: BookAppointmentRequest;
  catalogue: Catalogue;
  draft: Draft;
  shares: readonly Share[];
  taking: readonly Share[];
};

async function store({ tx, place, request, catalogue, draft, shares, taking }: Storing): Promise<Visit> {
  const { ctx, db } = tx;
  const staffIds = [...new Set(taking.map((share) => share.staffId))];
  if (staffIds.length > 0) tx.lock(dayLocks(staffIds, draft.date, place.zone));
  const question = {
    ...place,
    companyId: ctx.companyId,
    who: staffIds,
    from: draft.date,
    to: draft.date,
    ...over(ctx),
    ignoreToken: request.holdToken,
  };
  const { days, extra } = await daysAndExtra(db, question, [1, draft.lines.length, shares.length, request.customerId]);
  if (request.holdToken && !extra.holdLives) throw fail("HOLD_EXPIRED", { field: "holdToken" });
  const grant = grantOf(ctx, request.override);
  const seats = shares.map((share) => placed(draft, share, days, grant));
  const lines = draft.lines.map((line, index) => ({ ...line, id: extra.lineIds[index] as string }));
  const visit = newVisit({ ctx, place, request, catalogue, draft: { ...draft, lines }, extra, seats, reason: grant.reason });
  const numbered = sharesOf(lines);
  const rows = seats.map((seat, index) => {
    const during = instantsOf(draft.date, takenBy(seat), place.zone);
    const lineIds = numbered[index]?.lineIds ?? [];
    return cardRow(ctx.companyId, visit, { ...seat, lineIds, cardId: extra.cardIds[index] as string, during }, seats.length > 1);
  });
  if (request.bookingRequestId !== "0") await takeOver(tx, request.bookingRequestId);
  await insertVisit(tx, visit, rows, request.holdToken);
  tellBooked(tx, visit);
  const note = `${whenAndWho(visit)}; ${petsAndServices(visit)}`;
  tx.log({ entity: ENTITY, id: visit.id, action: "create", after: { version: 1 }, note, businessId: visit.businessId });
  tx.notify("calendar.cards", { businessId: visit.businessId, dates: [visit.date], ids: [visit.id] });
  return visit;
}

/** Whoever accepts a request says which visit it becomes. One that was booked with its number otherwise stays on the calendar, as a visit like any other. */
async function takeOver(tx: CalendarTx, bookingRequestId: string): Promise<void> {
  const note = `Is not what booking request ${bookingRequestId} became; that is another visit.`;
  for (const id of await unclaimRequest(tx, bookingRequestId)) tx.log({ entity: ENTITY, id, action: "update", note });
}

type Extra = Fresh & { known: boolean; holdLives: boolean };

/** What booking wants to know besides the days, in the same statement. */
const extraText = (first: number): string => `, ${freshText(first)},
  exists (select from appointment where company_id = $1 and customer_id = $${first + 3} and status <> 4 and deleted_at is null) as known,
  exists (select from slot_hold where company_id = $1 and token = $9 and expires_at > clock_timestamp()) as "holdLives"`;
const daysAndExtra = daysStatement<Extra>(extraText);

type Making = {
  ctx: Ctx;
  place: Place;
  request: BookAppointmentRequest;
  catalogue: Catalogue;
  draft: Draft;
  extra: Extra;
  seats: readonly Placed[];
  reason: string;
};

function newVisit({ ctx, place, request, catalogue, draft, extra, seats, reason }: Making): Visit {
  const now = new Date().toISOString();
  const { start, end } = instantsOfPlan(draft, place.zone);
  const overbooked = seats.some((seat) => seat.overbooked);
  const outOfHours = seats.some((seat) => seat.outOfHours);
  const { client } = catalogue;
  return {
    ...draft,
    id: extra.appointmentIds[0] as string,
    businessId: place.businessId,
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
    colorCode: request.colorCode,
    source: sourceOrWeb(request.source),
    currency: place.currency,
    orderId: "0",
    paymentStatus: 1,
    paid: "0",
    refunded: "0",
    outstanding: null,
    overbooked,
    outOfHours,
    overrideReason: overbooked || outOfHours ? reason : "",
    bookingRequestId: request.bookingRequestId,
    createdByStaffId: ctx.caller.kind === "staff" ? ctx.caller.staffId : "0",
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
