import { consumer, type Tx } from "@leashline/kit";
import { AppointmentCancelledSchema, AppointmentStatusChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import {
  type ClientChanged,
  ClientChangedSchema,
  type PetChanged,
  PetChangedSchema,
} from "@leashline/proto/leashline/customer/v1/events_pb.js";
import type { Updateable } from "kysely";
import type { DB } from "../db.ts";
import { entryOfAppointment, entryOfCanceled, lockOfClient, saveEntry } from "./entry/waitlist.store.ts";
import { type EntryRow, wordsOf } from "./entry/waitlist.ts";
import { isUndoneCancellation } from "./offering/freed.ts";

// Names that an entry shows are the client's and the pet's own; an appointment that is gone moves no more.

async function save(tx: Tx<DB>, { id, businessId }: EntryRow, change: Updateable<DB["waitlistEntry"]>): Promise<void> {
  await saveEntry(tx, id, change);
  tx.notify("online_booking.waitlist", { businessId, ids: [id] });
}

/** Whoever is new waits for nothing yet. */
const wanted = ({ created }: { created: boolean }): boolean => !created;

const changeClient = async (tx: Tx<DB>, { customerId, firstName, lastName, clientColor, deleted }: ClientChanged): Promise<void> => {
  for (const row of await lockOfClient(tx, customerId))
    await save(tx, row, { firstName, lastName, clientColor, clientDeleted: deleted, words: wordsOf(firstName, lastName, row.pets) });
};

const changePet = async (tx: Tx<DB>, { petId, customerId, petName, petType, breed, deleted }: PetChanged): Promise<void> => {
  if (deleted) return;
  const rows = await lockOfClient(tx, customerId);
  for (const row of rows.filter(({ pets }) => pets.some((pet) => pet.petId === petId))) {
    const pets = row.pets.map((pet) => (pet.petId === petId ? { ...pet, petName, petType, breed } : pet));
    await save(tx, row, { pets: JSON.stringify(pets), words: wordsOf(row.firstName, row.lastName, pets) });
  }
};

const clientChanged = consumer(ClientChangedSchema, changeClient, { wanted });
const petChanged = consumer(PetChangedSchema, changePet, { wanted });

const appointmentCancelled = consumer(AppointmentCancelledSchema, async (tx: Tx<DB>, { appointment }) => {
  const row = appointment && (await entryOfAppointment(tx.db, appointment.appointmentId));
  if (row) await save(tx, row, { appointmentId: "0", canceledAppointmentId: row.appointmentId });
});

/** Undone, it can move again; unless its client began to wait otherwise meanwhile. */
const appointmentRestored = consumer(
  AppointmentStatusChangedSchema,
  async (tx: Tx<DB>, { appointment }) => {
    if (!appointment) return;
    const { appointmentId } = appointment;
    tx.lock([`waitlist-appointment:${appointmentId}`]);
    const row = await entryOfCanceled(tx.db, appointmentId);
    if (row?.appointmentId !== "0" || (await entryOfAppointment(tx.db, appointmentId))) return;
    await save(tx, row, { appointmentId, canceledAppointmentId: "0" });
  },
  { wanted: isUndoneCancellation },
);

export const waitlistConsumers = [clientChanged, petChanged, appointmentCancelled, appointmentRestored];
