import { type Followed, followMerges, type Place } from "@leashline/kit";
import { ClientsMergedSchema, ClientsUnmergedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import type { CalendarTx } from "../db.ts";
import { refreshAppointment } from "./refresh.ts";
import { renameEnrolled } from "./shown-facts.store.ts";

const theirs = "t.appointment_id in (select a.id from appointment a where a.company_id = $1 and a.customer_id = $4)";
const ofPet = (table: string): Place => ({ table, column: "pet_id", of: "pet", among: theirs });

/** Of two pets that are one, in the same class, the other one's place stays as it is. */
const alreadyInClass = `t.state <> 3 and exists (select 1 from class_enrolment e
  where e.company_id = t.company_id and e.class_id = t.class_id and e.pet_id = $3 and e.state <> 3)`;

/** The same of a day's playgroup. */
const alreadyPlaced = `exists (select 1 from playgroup_pet e
  where e.company_id = t.company_id and e.appointment_id = t.appointment_id and e.day = t.day and e.pet_id = $3)`;

/** And of a walk's marks. */
const alreadyMarked =
  "exists (select 1 from walk_pet e where e.company_id = t.company_id and e.appointment_id = t.appointment_id and e.pet_id = $3)";

const places: Place[] = [
  { table: "appointment", column: "customer_id", of: "client" },
  { table: "appointment_series", column: "customer_id", of: "client" },
  ofPet("pet_service"),
  ofPet("care_schedule"),
  ofPet("day_service_event"),
  ofPet("belonging"),
  { ...ofPet("playgroup_pet"), unless: alreadyPlaced },
  { ...ofPet("walk_pet"), unless: alreadyMarked },
  { table: "class_enrolment", column: "customer_id", of: "client" },
  { table: "class_enrolment", column: "pet_id", of: "pet", unless: alreadyInClass },
];

/** Appointments go with their client and show the new names; it is no edit of theirs. */
async function showAnew(tx: CalendarTx, { to, moved, pets }: Followed): Promise<void> {
  const names = new Map(pets.map((pet) => [pet.to, pet.petName]));
  await renameEnrolled(tx.db, moved.get("class_enrolment") ?? [], `${to.firstName} ${to.lastName}`.trim(), names);
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
