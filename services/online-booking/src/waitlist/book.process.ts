import { type Ctx, ErrorCode, fromConnectError, process, type Run, type Tx, toWireDate } from "@leashline/kit";
import { AppointmentSource, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { ClassHoldService } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { announce, handOver, recall } from "../agreements/hand-over.ts";
import { dropSignatures } from "../agreements/signature.store.ts";
import { command, type DB, query } from "../db.ts";
import { readRequest, saveMove } from "../requests/request.store.ts";
import type { Override, RequestRow } from "../requests/request.ts";
import { fromKept } from "../storefront/agreed.ts";
import { isThere } from "../visit-addresses/keep-address.ts";
import { followLine } from "./class-line/class-line.jobs.ts";
import { mustRead } from "./entry/entries.ts";
import { endOffer, openOfferOf } from "./entry/offer.store.ts";
import { isSameTime } from "./entry/offer.ts";
import { signedFor } from "./entry/signed.ts";
import { lockFor, saveEntry } from "./entry/waitlist.store.ts";
import { type EntryRow, endDateOf, isPlace, isStay, signedUnder } from "./entry/waitlist.ts";
import { tellOffer } from "./offering/offer.jobs.ts";

/** When, with whom, and of a stay until when they are booked; `holdToken`: in the place of what keeps that time, `offerId`: by the client, who was offered it. */
export type Booking = {
  date: string;
  startTime: number;
  staffId: string;
  endDate?: string;
  endTime?: number;
  override?: Override;
  holdToken?: string;
  offerId?: string;
  /** Something was signed as they joined the waitlist, or with the request that brought them there. */
  withAgreements?: boolean;
};

/** The calendar, then our own row, which is not refused any more. After a refusal they go on waiting. */
export const waitlistBooking = process<Booking>("book-waitlist", {
  steps: [
    { name: "book", run: (ctx, run) => book(ctx, run), undo: waitAgain },
    { name: "sign", run: handOverSigned, needed: ({ withAgreements }) => withAgreements === true },
    { name: "decide", within: (tx, run) => decide(tx as never, run) },
  ],
});

/** `endTime` and `staffName`: of an appointment that is new. */
type Booked = { appointmentId: string; endTime?: number; staffName?: string };

async function book(ctx: Ctx, { key, input }: Run<Booking>): Promise<Booked> {
  const row = await mustRead(ctx, key);
  if (input.withAgreements) await announce(ctx, await signedFor(ctx, row), row.customerId);
  if (isPlace(row)) return await takePlace(ctx, row, input);
  if (row.appointmentId === "0") return await bookNew(ctx, row, input);
  const { appointmentId } = row;
  const { holdToken = "" } = input;
  const when = {
    businessId: row.businessId,
    startDate: toWireDate(input.date),
    startTime: input.startTime,
    override: input.override,
    holdToken,
  };
  if (isStay(row)) await ctx.client(StayService).changeStay({ ...when, appointmentId, ...endOf(row, input), chooseAgain: true });
  else await moved(ctx, { ...when, appointmentId, staffId: input.staffId, cardType: CardType.APPOINTMENT, moveAllCards: true });
  return { appointmentId };
}

/** What they signed before is on record. */
async function handOverSigned(ctx: Ctx, { key, results }: Run<Booking>): Promise<{ kept: boolean }> {
  const row = await mustRead(ctx, key);
  const { customerId, businessId } = row;
  const { appointmentId } = results.book as Booked;
  const appointmentIds = appointmentId === "0" ? [] : [appointmentId];
  return { kept: await handOver(ctx, { id: signedUnder(row), businessId }, { customerId, appointmentIds }) };
}

/** In the place that is kept for them, or in one that is free. */
async function takePlace(ctx: Ctx, { enrolmentId }: EntryRow, { holdToken = "" }: Booking): Promise<Booked> {
  await ctx.client(ClassHoldService).enrolWaiting({ enrolmentId, holdToken });
  return { appointmentId: "0" };
}

const moved = (ctx: Ctx, request: Parameters<ReturnType<typeof appointments>["rescheduleCard"]>[0]) =>
  appointments(ctx).rescheduleCard(request);
const appointments = (ctx: Ctx) => ctx.client(AppointmentService);

/** As many nights as they wish for, unless an end is named. */
const endOf = (row: EntryRow, { date, endDate, endTime, startTime }: Booking) => ({
  endDate: toWireDate(endDate ?? endDateOf(row, date) ?? date),
  endTime: endTime ?? startTime,
});

async function bookNew(ctx: Ctx, row: EntryRow, input: Booking): Promise<Booked> {
  const { holdToken = "" } = input;
  const visit = { ...visitOf(row, input), addressId: await whereOf(ctx, row), ...(await agreedWith(ctx, row)) };
  // What kept the time has run out: then like any other appointment.
  const { appointment } = await appointments(ctx)
    .bookAppointment({ ...visit, holdToken })
    .catch((error) => {
      if (!holdToken || fromConnectError(error)?.code !== ErrorCode.HOLD_EXPIRED) throw error;
      return appointments(ctx).bookAppointment(visit);
    });
  if (!appointment) throw new Error("the calendar booked without answering with the appointment");
  const { id: appointmentId, endTime, petServiceList } = appointment;
  return { appointmentId, endTime, staffName: petServiceList[0]?.staffName ?? "" };
}

/** What they were told with the request that brought them to the waitlist. */
async function agreedWith(ctx: Ctx, { bookingRequestId: id }: EntryRow) {
  return id === "0" ? {} : fromKept((await query(ctx, (db) => readRequest(db, id)))?.policy);
}

/** Their address as long as it is there, else their primary one. Settled with the first try, so that a second one asks the calendar for the very same. */
async function whereOf(ctx: Ctx, { customerId, addressId }: EntryRow): Promise<string> {
  if (addressId === "0") return "0";
  const there = await isThere(ctx, customerId, addressId);
  const settled = await command(ctx, async () => ({ addressId: there ? addressId : "0" }), { step: "address" });
  return settled.addressId;
}

const visitOf = (row: EntryRow, input: Booking) => ({
  businessId: row.businessId,
  customerId: row.customerId,
  staffId: input.staffId,
  appointmentDate: toWireDate(input.date),
  startTime: input.startTime,
  // What its boarding adds to a stay comes along, as it would have.
  withoutBundled: !isStay(row),
  petServices: row.pets.map(({ petId, services }) => ({ petId, services: services.map(({ serviceId }) => ({ serviceId })) })),
  ticketComments: row.note,
  source: row.fromOnline ? AppointmentSource.ONLINE_BOOKING : AppointmentSource.WEB,
  status: input.offerId ? AppointmentStatus.CONFIRMED : AppointmentStatus.UNCONFIRMED,
  ...(isStay(row) && endOf(row, input)),
  ...(input.override && { override: input.override }),
});

async function decide(tx: Tx<DB>, { key: id, input, results }: Run<Booking>): Promise<void> {
  const booked = results.book as Booked;
  const { appointmentId } = booked;
  const row = await lockFor(tx, id, "finishBooking");
  const { businessId, bookingRequestId } = row;
  await saveEntry(tx, id, { state: "booked", appointmentId, endedAt: new Date() });
  const { date, startTime, staffId } = input;
  const offer = await openOfferOf(tx.db, id);
  if (offer) await endOffer(tx, offer.id, isSameTime(row, offer, input) ? "accepted" : "withdrawn");
  tx.log({ entity: "waitlist_entry", id, action: "book", businessId, after: { appointmentId, date, startTime, staffId } });
  tx.notify("online_booking.waitlist", { businessId, ids: [id] });
  if ((results.sign as { kept?: boolean } | null | undefined)?.kept) await dropSignatures(tx, signedUnder(row));
  await acceptAsked(tx, bookingRequestId, input, booked);
}

/** The request with which they came to the waitlist waits no longer: it is accepted, at the time that was found. */
async function acceptAsked(tx: Tx<DB>, requestId: string, booking: Booking, booked: Booked): Promise<void> {
  const request = requestId === "0" ? undefined : await readRequest(tx.db, requestId);
  if (request?.state !== "waitlisted") return;
  const found = request.classId === "0" ? foundFor(request, booking, booked) : {};
  await saveMove(tx, requestId, "bookWaiting", { decidedAt: new Date(), ...found });
  const { businessId } = request;
  const { appointmentId } = booked;
  const { date, startTime, staffId } = booking;
  tx.log({ entity: "booking_request", id: requestId, action: "accept", businessId, after: { appointmentId, date, startTime, staffId } });
  tx.notify("online_booking.requests", { businessId, ids: [requestId] });
}

/** A class has the dates it had. */
function foundFor(request: RequestRow, { date, startTime, staffId, endDate }: Booking, booked: Booked) {
  const { appointmentId, endTime = request.endTime, staffName = request.staffName } = booked;
  const asked = JSON.stringify({ date: request.date, startTime: request.startTime, staffName: request.staffName });
  const stays = request.endDate !== null && endDate !== undefined && { endDate };
  return { appointmentId, date, startTime, endTime, staffId, staffName, asked, ...stays };
}

/** What is missing may still come while staff keep the time for them; what came free by itself goes to the next. */
const mayStillCome = (code: number | undefined, offer: { freedTimeId: string } | undefined): boolean =>
  (code === ErrorCode.VACCINE_REQUIRED || code === ErrorCode.EVALUATION_REQUIRED) && offer?.freedTimeId === "0";

async function waitAgain(ctx: Ctx, { key: id, input, refusedWith }: Run<Booking>): Promise<void> {
  if (input.withAgreements) {
    const row = await mustRead(ctx, id);
    await recall(ctx, signedUnder(row), row.customerId);
  }
  await command(ctx, async (tx) => {
    const { businessId, classId } = await lockFor(tx, id, "giveUpBooking");
    await saveEntry(tx, id, { state: "waiting" });
    // Whoever left the class meanwhile does not go on waiting for it.
    if (classId !== "0") tx.schedule(followLine, { key: classId, dueAt: new Date(), payload: { classId }, businessId });
    const ends = input.offerId && !mayStillCome(refusedWith, await openOfferOf(tx.db, id)) ? input.offerId : undefined;
    const lost = ends ? await endOffer(tx, ends, "lost") : undefined;
    if (lost) tx.schedule(tellOffer, { key: `${lost.id}-lost`, dueAt: new Date(), payload: { id: lost.id, what: "lost" }, businessId });
    tx.notify("online_booking.waitlist", { businessId, ids: [id] });
    return {};
  });
}
