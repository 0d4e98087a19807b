import { consumer, type Tx } from "@leashline/kit";
import {
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { BookingRequestDeclinedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import type { DB } from "../../db.ts";
import { readRequest } from "../../requests/request.store.ts";
import { offerFreed } from "./freed.jobs.ts";
import { addFreed } from "./freed.store.ts";
import { type Freed, freedOf, freedOfRequest } from "./freed.ts";
import { readOfferSetting } from "./offer-setting.store.ts";

/** What a cancellation or a move gave back waits so long, so that who undoes it at once meets no offer, and nobody was written to. */
const UNDO_MS = 60_000;

/** Where the business lets offers run by themselves, what came free is offered. */
async function note(tx: Tx<DB>, businessId: string, freed: readonly Freed[], wait = 0): Promise<void> {
  if (freed.length === 0 || !(await readOfferSetting(tx.db, businessId)).byItself) return;
  for (const one of freed) {
    const row = await addFreed(tx, { ...one, businessId });
    if (row) tx.schedule(offerFreed, { key: row.id, dueAt: new Date(Date.now() + wait), payload: { id: row.id }, businessId });
  }
}

const free = async (tx: Tx<DB>, appointment: AppointmentSnapshot | undefined): Promise<void> =>
  appointment && (await note(tx, appointment.businessId, freedOf(appointment), UNDO_MS));

export const freedConsumers = [
  consumer(AppointmentCancelledSchema, (tx: Tx<DB>, { appointment }) => free(tx, appointment)),
  consumer(AppointmentChangedSchema, (tx: Tx<DB>, { previous }) => free(tx, previous), { wanted: ({ rescheduled }) => rescheduled }),
  consumer(BookingRequestDeclinedSchema, async (tx: Tx<DB>, { bookingRequestId }) => {
    const row = await readRequest(tx.db, bookingRequestId);
    if (row) await note(tx, row.businessId, freedOfRequest(row));
  }),
];
