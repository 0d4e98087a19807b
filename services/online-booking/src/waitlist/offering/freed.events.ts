import { consumer, type Tx } from "@leashline/kit";
import {
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { BookingRequestDeclinedSchema, BookingRequestWithdrawnSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import type { DB } from "../../db.ts";
import { readRequest } from "../../requests/request.store.ts";
import { lockFor } from "../entry/waitlist.store.ts";
import { endFreed, offersOf, openOfAppointment } from "./freed.store.ts";
import { freedOf, freedOfRequest, isOfAppointment, isUndoneCancellation } from "./freed.ts";
import { withdraw } from "./make-offer.ts";
import { noteFreed, UNDO_MS } from "./note-freed.ts";

const free = async (tx: Tx<DB>, appointment: AppointmentSnapshot | undefined): Promise<void> =>
  appointment && (await noteFreed(tx, appointment.businessId, freedOf(appointment), UNDO_MS));

/** What was kept for a request that is over. */
const freeOfRequest = async (tx: Tx<DB>, { bookingRequestId }: { bookingRequestId: string }): Promise<void> => {
  const row = await readRequest(tx.db, bookingRequestId);
  if (row) await noteFreed(tx, row.businessId, freedOfRequest(row));
};

/**
 * The time is its client's again: nobody is offered it any more, and who has an offer of it is told that it is gone. Who says yes just then is refused by
 * the calendar, or was faster.
 */
async function takeBack(tx: Tx<DB>, appointment: AppointmentSnapshot | undefined): Promise<void> {
  if (!appointment) return;
  for (const freed of await openOfAppointment(tx.db, appointment.appointmentId)) {
    if (!isOfAppointment(freed, appointment)) continue;
    const open = (await offersOf(tx.db, freed.id)).find(({ state }) => state === "open");
    // The entry first, as whoever books them locks it.
    const waits = open && (await lockFor(tx, open.entryId, "beginBooking")).state !== "booking";
    await endFreed(tx, freed.id);
    if (waits) await withdraw(tx, open.id);
  }
}

export const freedConsumers = [
  consumer(AppointmentStatusChangedSchema, (tx: Tx<DB>, { appointment }) => takeBack(tx, appointment), { wanted: isUndoneCancellation }),
  consumer(AppointmentCancelledSchema, (tx: Tx<DB>, { appointment }) => free(tx, appointment)),
  consumer(AppointmentChangedSchema, (tx: Tx<DB>, { previous }) => free(tx, previous), { wanted: ({ rescheduled }) => rescheduled }),
  consumer(BookingRequestDeclinedSchema, freeOfRequest),
  consumer(BookingRequestWithdrawnSchema, freeOfRequest),
];
