import { consumer } from "@leashline/kit";
import { ClientChangedSchema, PetChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import type { CalendarTx } from "../db.ts";
import { renameClient, renamePet } from "./enrolment.store.ts";

const wanted = ({ created }: { created: boolean }): boolean => !created;

/** Rosters name clients and pets as they are called now. */
export const classConsumers = [
  consumer(
    ClientChangedSchema,
    (tx: CalendarTx, { customerId, firstName, lastName }) => renameClient(tx.db, customerId, `${firstName} ${lastName}`.trim()),
    { wanted },
  ),
  consumer(PetChangedSchema, (tx: CalendarTx, { petId, petName, breed }) => renamePet(tx.db, petId, { petName, breed }), { wanted }),
];
