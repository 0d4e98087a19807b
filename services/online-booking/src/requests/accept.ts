import { asTenant, type Ctx, fail, fromConnectError, type Tx, toMoney, toWireDate } from "@leashline/kit";
import { AppointmentSource, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { BookingRequestAcceptedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { command, type DB, query } from "../db.ts";
import { shopOf } from "../storefront/shop.ts";
import { taken } from "../storefront/times.ts";
import { finishAccepting } from "./request.jobs.ts";
import { lockFor, readRequest, saveMove } from "./request.store.ts";
import { type AskedPet, careTypesOf, type Person, type RequestRow } from "./request.ts";

const takeOverSeconds = 30;

/**
 * Client, then calendar, then our own row: each step can be repeated, and a job takes over when this process dies on the way.
 * When the time is gone the request is submitted again, and the refusal says what is free.
 */
export async function acceptRequest(ctx: Ctx, id: string): Promise<RequestRow> {
  const known = await query(ctx, (db) => readRequest(db, id));
  if (known?.state === "accepted") return known;
  const begun = await command(ctx, (tx) => begin(tx, id), { step: "begin" });
  if (begun.accepted) return await mustRead(ctx, id);
  const key = `accept-request:${id}:${begun.attempt}`;
  const shop = await shopOf(
    asTenant({ ...ctx, idempotencyKey: key }, { companyId: ctx.companyId, businessId: begun.businessId, name: ctx.caller.name }),
    begun.businessId,
  );
  const row = await mustRead(ctx, id);
  const plain = asTenant({ ...shop.ctx, idempotencyKey: "" }, shop.ctx.caller);
  try {
    const { customerId, appointmentId } = await putOnCalendar(shop.ctx, row);
    return await command(plain, (tx) => finish(tx, id, customerId, appointmentId));
  } catch (error) {
    if (isRefusal(error)) await command(plain, (tx) => giveUp(tx, id));
    throw error;
  }
}

async function mustRead(ctx: Ctx, id: string): Promise<RequestRow> {
  const row = await query(ctx, (db) => readRequest(db, id));
  if (!row) throw fail("NOT_FOUND");
  return row;
}

/** Several people may press Accept at once: they share one attempt, so its steps happen once and all get the same answer. */
async function begin(tx: Tx<DB>, id: string): Promise<{ attempt: number; businessId: string; accepted: boolean }> {
  const row = await lockFor(tx, id, "beginAccept");
  if (row.state === "accepted") return { attempt: row.attempt, businessId: row.business_id, accepted: true };
  const attempt = row.state === "accepting" ? row.attempt : row.attempt + 1;
  await saveMove(tx, id, "beginAccept", { attempt });
  tx.schedule(finishAccepting, {
    key: id,
    dueAt: new Date(Date.now() + takeOverSeconds * 1000),
    payload: { id },
    businessId: row.business_id,
  });
  return { attempt, businessId: row.business_id, accepted: false };
}

async function putOnCalendar(ctx: Ctx, row: RequestRow): Promise<{ customerId: string; appointmentId: string }> {
  const person = row.customer as unknown as Person;
  const pets = row.pets as unknown as AskedPet[];
  const { client, pets: known } = await ctx.client(ClientService).upsertClientWithPets({
    customerId: row.customer_id,
    client: {
      firstName: person.firstName,
      lastName: person.lastName,
      phoneNumber: person.phoneNumber,
      email: person.email,
      preferredBusinessId: row.business_id,
    },
    pets: pets.map((p) => ({
      pet: { petName: p.petName, petType: p.petType, breed: p.breed, ...(p.weight > 0 ? { weight: p.weight } : {}) },
    })),
    source: "online booking",
  });
  const notes = [row.note, ...pets.map((p) => (p.notes ? `${p.petName}: ${p.notes}` : ""))].filter(Boolean).join("\n");
  const { appointment } = await ctx.client(AppointmentService).bookAppointment({
    businessId: row.business_id,
    customerId: client?.customerId ?? "0",
    staffId: row.staff_id,
    appointmentDate: toWireDate(row.date),
    startTime: row.start_time,
    petServices: pets.map((pet, i) => ({
      petId: known[i]?.petId ?? "0",
      services: pet.services.map((s) => ({ serviceId: s.serviceId, duration: s.duration, price: toMoney(s.minor, row.currency) })),
    })),
    ticketComments: notes,
    source: AppointmentSource.ONLINE_BOOKING,
    status: AppointmentStatus.CONFIRMED,
    holdToken: row.hold_token,
    bookingRequestId: row.id,
  });
  return { customerId: client?.customerId ?? "0", appointmentId: appointment?.id ?? "0" };
}

async function finish(tx: Tx<DB>, id: string, customerId: string, appointmentId: string): Promise<RequestRow> {
  const before = await readRequest(tx.db, id);
  if (before?.state === "accepted") return before;
  await lockFor(tx, id, "finishAccept");
  const row = await saveMove(tx, id, "finishAccept", { customer_id: customerId, appointment_id: appointmentId, decided_at: new Date() });
  tx.unschedule(finishAccepting, id);
  tx.emit(
    BookingRequestAcceptedSchema,
    {
      bookingRequestId: id,
      businessId: row.business_id,
      customerId,
      appointmentId,
      date: row.date,
      startTime: row.start_time,
      summary: row.summary,
      careTypes: careTypesOf(row.pets as unknown as AskedPet[]),
    },
    { key: id },
  );
  tx.log({ entity: "booking_request", id, action: "accept", businessId: row.business_id, after: { appointmentId, customerId } });
  tx.notify("online_booking.requests", { businessId: row.business_id, ids: [id] });
  return row;
}

async function giveUp(tx: Tx<DB>, id: string): Promise<object> {
  const row = await readRequest(tx.db, id);
  if (row?.state !== "accepting") return {};
  await lockFor(tx, id, "giveUpAccept");
  await saveMove(tx, id, "giveUpAccept");
  tx.unschedule(finishAccepting, id);
  tx.notify("online_booking.requests", { businessId: row.business_id, ids: [id] });
  return {};
}

/** A no from the catalogue, and not a fault or an outage: those are left to the job. */
function isRefusal(error: unknown): boolean {
  const refusal = fromConnectError(error);
  return taken(error) || (refusal !== null && refusal.code !== 0);
}
