import type { MessageInitShape } from "@bufbuild/protobuf";
import { asTenant, type Ctx, ErrorCode, fail, fromConnectError, type Tx, toMoney, toWireDate } from "@leashline/kit";
import type { BookAppointmentRequestSchema } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { type Appointment, AppointmentSource, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { BookingRequestAcceptedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { command, type DB, query } from "../db.ts";
import { shopOf } from "../storefront/shop.ts";
import { taken } from "../storefront/times.ts";
import { finishAccepting, keepTime } from "./request.jobs.ts";
import { forgetHold, lockFor, readRequest, saveMove } from "./request.store.ts";
import { type Asked, askedTime, type Choice, careTypesOf, chosenOf, isSameTime, type Person, type RequestRow, reachOf } from "./request.ts";

const takeOverSeconds = 30;

/**
 * Client, then calendar, then our own row: each step can be repeated, and a job takes over when this process dies on the way; it has no choice of its
 * own (null) and goes on with the one that was begun. When the time is gone the request is submitted again, and the refusal says what is free.
 */
export async function acceptRequest(ctx: Ctx, id: string, choice: Choice | null): Promise<RequestRow> {
  const begun = await begin(ctx, id, choice);
  if (begun.state === "accepted") return begun;
  const key = `accept-request:${id}:${begun.attempt}`;
  const shop = await shopOf(
    asTenant({ ...ctx, idempotencyKey: key }, { companyId: ctx.companyId, businessId: begun.businessId, name: ctx.caller.name }),
    begun.businessId,
  );
  const plain = asTenant({ ...shop.ctx, idempotencyKey: "" }, shop.ctx.caller);
  try {
    const put = await putOnCalendar(shop.ctx, begun, () => command(plain, (tx) => forgetHold(tx, id)));
    return await command(plain, (tx) => finish(tx, id, put));
  } catch (error) {
    if (isRefusal(error)) await command(plain, (tx) => giveUp(tx, begun));
    throw error;
  }
}

async function mustRead(ctx: Ctx, id: string): Promise<RequestRow> {
  const row = await query(ctx, (db) => readRequest(db, id));
  if (!row) throw fail("NOT_FOUND");
  return row;
}

/**
 * Several people may press Accept at once: those who mean the same time share one attempt, so its steps happen once and all get the same answer. The
 * key of the call tells a repeated press from another one; what was begun is read anew, since the first try may have been refused by now.
 */
async function begin(ctx: Ctx, id: string, choice: Choice | null): Promise<RequestRow> {
  const step = { step: "begin" };
  const { attempt } = await command(ctx, async (tx) => ({ attempt: (await beginIn(tx, id, choice)).attempt }), step);
  const row = await mustRead(ctx, id);
  if (row.attempt === attempt && (row.state === "accepting" || row.state === "accepted")) return row;
  return await command({ ...ctx, idempotencyKey: "" }, (tx) => beginIn(tx, id, choice));
}

async function beginIn(tx: Tx<DB>, id: string, choice: Choice | null): Promise<RequestRow> {
  const row = await lockFor(tx, id, "beginAccept");
  const wanted = { ...chosenOf(row, choice ?? {}), byStaff: choice !== null };
  const begun = row.state === "accepting" ? (row.chosen ?? chosenOf(row, {})) : null;
  if (row.state === "accepted") {
    if (!isSameTime(wanted, chosenOf(row, {}))) throw fail("STATE_CONFLICT", { message: "Somebody else accepted this request meanwhile." });
    return row;
  }
  if (begun && choice && !isSameTime(wanted, begun)) {
    throw fail("STATE_CONFLICT", { message: "Somebody else is accepting this request at another time just now." });
  }
  const attempt = begun ? row.attempt : row.attempt + 1;
  tx.schedule(finishAccepting, {
    key: id,
    dueAt: new Date(Date.now() + takeOverSeconds * 1000),
    payload: { id },
    businessId: row.businessId,
  });
  return await saveMove(tx, id, "beginAccept", { attempt, chosen: JSON.stringify(begun ?? wanted) });
}

type Put = { customerId: string; appointment: Appointment };

async function putOnCalendar(ctx: Ctx, row: RequestRow, holdLost: () => Promise<unknown>): Promise<Put> {
  const person = row.customer;
  const pets = row.pets;
  const confirmed = confirmedPart(person, row.verified);
  const { client, pets: known } = await ctx.client(ClientService).upsertClientWithPets({
    customerId: row.customerId,
    client: { firstName: person.firstName, lastName: person.lastName, preferredBusinessId: row.businessId, ...confirmed },
    // What was only typed is for staff to believe.
    ...(row.chosen?.byStaff && { unconfirmed: { phoneNumber: person.phoneNumber, email: person.email } }),
    pets: pets.map((p) => ({
      pet: { petName: p.petName, petType: p.petType, breed: p.breed, ...(p.weight > 0 ? { weight: p.weight } : {}) },
    })),
    source: "online booking",
  });
  const notes = [row.note, ...pets.map((p) => (p.notes ? `${p.petName}: ${p.notes}` : ""))].filter(Boolean).join("\n");
  const customerId = client?.customerId ?? "0";
  const { date, startTime, staffId, override } = row.chosen ?? chosenOf(row, {});
  const visit = {
    businessId: row.businessId,
    customerId,
    staffId,
    appointmentDate: toWireDate(date),
    startTime,
    petServices: pets.map((pet, i) => ({
      petId: known[i]?.petId ?? "0",
      services: pet.services.map((s) => ({ serviceId: s.serviceId, duration: s.duration, price: toMoney(s.minor, row.currency) })),
    })),
    ticketComments: notes,
    source: AppointmentSource.ONLINE_BOOKING,
    status: AppointmentStatus.CONFIRMED,
    bookingRequestId: row.id,
    ...(override && { override }),
  };
  return { customerId, appointment: await booked(ctx, visit, row.holdToken, holdLost) };
}

/** What finds a client: only what was shown to be the person's. */
const confirmedPart = ({ phoneNumber, email }: Person, verified: readonly string[]) => ({
  ...(verified.includes("phone") && { phoneNumber }),
  ...(verified.includes("email") && { email }),
});

type Booking = MessageInitShape<typeof BookAppointmentRequestSchema>;

/** In the place of the request's own hold, which may be at another time; when that has run out, like any other visit. */
async function booked(ctx: Ctx, visit: Booking, holdToken: string, holdLost: () => Promise<unknown>): Promise<Appointment> {
  const book = async (token: string) => {
    const { appointment } = await ctx.client(AppointmentService).bookAppointment({ ...visit, holdToken: token });
    if (!appointment) throw new Error("the calendar booked without answering with the visit");
    return appointment;
  };
  if (!holdToken) return await book("");
  return await book(holdToken).catch(async (error) => {
    if (fromConnectError(error)?.code !== ErrorCode.HOLD_EXPIRED) throw error;
    await holdLost();
    return await book("");
  });
}

async function finish(tx: Tx<DB>, id: string, { customerId, appointment }: Put): Promise<RequestRow> {
  // Of several who share a try the first one finishes it; the others answer with what it made.
  const asking = await lockFor(tx, id, "finishAccept");
  if (asking.state === "accepted") return asking;
  const row = await saveMove(tx, id, "finishAccept", {
    ...givenTime(asking, appointment),
    customerId,
    appointmentId: appointment.id,
    decidedAt: new Date(),
    chosen: null,
  });
  tx.unschedule(finishAccepting, id);
  const person = row.customer;
  tx.emit(
    BookingRequestAcceptedSchema,
    {
      bookingRequestId: id,
      businessId: row.businessId,
      customerId,
      appointmentId: appointment.id,
      date: row.date,
      startTime: row.startTime,
      summary: row.summary,
      careTypes: careTypesOf(row.pets),
      ...askedTime(row),
      ...reachOf(person, row.verified),
      firstName: person.firstName,
      lastName: person.lastName,
    },
    { key: id },
  );
  const after = { appointmentId: appointment.id, customerId, ...chosenOf(row, {}) };
  tx.log({ entity: "booking_request", id, action: "accept", businessId: row.businessId, before: chosenOf(asking, {}), after });
  tx.notify("online_booking.requests", { businessId: row.businessId, ids: [id] });
  return row;
}

/** What the request says from now on, and what was asked for where that differs. */
function givenTime(asking: RequestRow, { startTime, endTime, petServiceList }: Appointment) {
  const { date, staffId } = asking.chosen ?? chosenOf(asking, {});
  if (isSameTime({ date, startTime, staffId }, chosenOf(asking, {}))) return {};
  const given = { date, startTime, endTime, staffId, staffName: petServiceList[0]?.staffName ?? "" };
  const asked: Asked = { date: asking.date, startTime: asking.startTime, staffName: asking.staffName };
  return { ...given, asked: JSON.stringify(asked) };
}

/** Only the try it speaks of: by now somebody may have begun another one. */
async function giveUp(tx: Tx<DB>, { id, attempt }: RequestRow): Promise<object> {
  const row = await readRequest(tx.db, id, { lock: true });
  if (row?.state !== "accepting" || row.attempt !== attempt) return {};
  await saveMove(tx, id, "giveUpAccept", { chosen: null });
  tx.schedule(keepTime, { key: id, dueAt: new Date(), payload: { id }, businessId: row.businessId });
  tx.unschedule(finishAccepting, id);
  tx.notify("online_booking.requests", { businessId: row.businessId, ids: [id] });
  return {};
}

/** A no from the catalogue, and not a fault or an outage: those are left to the job. */
function isRefusal(error: unknown): boolean {
  const refusal = fromConnectError(error);
  return taken(error) || (refusal !== null && refusal.code !== 0);
}
