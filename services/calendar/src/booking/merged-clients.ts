import { type Followed, followMerges, type Place } from "@leashline/kit";
import { ClientsMergedSchema, ClientsUnmergedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import type { CalendarTx } from "../db.ts";
import { refreshAppointment } from "./refresh.ts";

const theirs = "t.appointment_id in (select a.id from appointment a where a.company_id = $1 and a.customer_id = $4)";
const ofPet = (table: string): Place => ({ table, column: "pet_id", of: "pet", among: theirs });

const places: Place[] = [
  { table: "appointment", column: "customer_id", of: "client" },
  { table: "appointment_series", column: "customer_id", of: "client" },
  ofPet("pet_service"),
  ofPet("care_schedule"),
  ofPet("belonging"),
];

/** Appointments go with their client and show the new names; it is no edit of theirs. */
async function showAnew(tx: CalendarTx, { to, moved, pets }: Followed): Promise<void> {
  const names = new Map(pets.map((pet) => [pet.to, pet.petName]));
  for (const id of moved.get("appointment") ?? []) {
    await refreshAppointment(tx, id, (appointment) => ({
      ...appointment,
      customerFirstName: to.firstName,
      customerLastName: to.lastName,
      clientColor: to.clientColor,
      lines: appointment.lines.map((line) => (names.has(line.petId) ? { ...line, petName: names.get(line.petId) ?? line.petName } : line)),
    }));
  }
}

export const mergedClients = followMerges({ merged: ClientsMergedSchema, unmerged: ClientsUnmergedSchema }, places, showAnew);
