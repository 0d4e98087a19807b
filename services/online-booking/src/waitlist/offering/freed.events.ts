import { consumer, type Tx } from "@leashline/kit";
import {
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { BookingRequestDeclinedSchema, BookingRequestWithdrawnSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import type { DB } from "../../db.ts";
import { readRequest } from "../../requests/request.store.ts";
import { freedOf, freedOfRequest } from "./freed.ts";
import { noteFreed, UNDO_MS } from "./note-freed.ts";

const free = async (tx: Tx<DB>, appointment: AppointmentSnapshot | undefined): Promise<void> =>
  appointment && (await noteFreed(tx, appointment.businessId, freedOf(appointment), UNDO_MS));

/** What was kept for a request that is over. */
const freeOfRequest = async (tx: Tx<DB>, { bookingRequestId }: { bookingRequestId: string }): Promise<void> => {
  const row = await readRequest(tx.db, bookingRequestId);
  if (row) await noteFreed(tx, row.businessId, freedOfRequest(row));
};

export const freedConsumers = [
  consumer(AppointmentCancelledSchema, (tx: Tx<DB>, { appointment }) => free(tx, appointment)),
  consumer(AppointmentChangedSchema, (tx: Tx<DB>, { previous }) => free(tx, previous), { wanted: ({ rescheduled }) => rescheduled }),
  consumer(BookingRequestDeclinedSchema, freeOfRequest),
  consumer(BookingRequestWithdrawnSchema, freeOfRequest),
];
