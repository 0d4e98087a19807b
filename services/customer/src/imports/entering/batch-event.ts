import type { Tx } from "@leashline/kit";
import { ClientsImportedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { clientEvent, petEvent } from "../../clients/client.events.ts";
import type { DB } from "../../db.ts";
import type { ImportRow } from "../import.ts";
import type { MadePet } from "./place.store.ts";
import type { NewClient } from "./place.ts";

/** One event for a whole batch instead of one per client and pet. */
export function emitBatch(
  tx: Tx<DB>,
  row: ImportRow,
  clients: readonly NewClient[],
  ids: ReadonlyMap<string, string>,
  pets: readonly MadePet[],
): void {
  if (clients.length === 0 && pets.length === 0) return;
  const told = clients.map((c) =>
    clientEvent(
      {
        id: ids.get(c.key) ?? "0",
        firstName: c.firstName,
        lastName: c.lastName,
        phoneNumber: c.phoneNumber,
        email: c.email,
        clientColor: "",
        avatarPath: "",
        inactive: false,
        deletedAt: null,
        preferredBusinessId: row.businessId,
        sendAutoEmail: true,
        sendAutoMessage: true,
        isBlockMessage: false,
        isUnsubscribed: false,
        apptReminderByList: [],
        unconfirmedReminderBy: 0,
        preferredFrequencyDay: 0,
        preferredFrequencyType: 0,
      },
      { created: true },
    ),
  );
  const animals = pets.map((p) => petEvent({ ...p, deleted: false }, { created: true }));
  tx.emit(ClientsImportedSchema, { importId: row.id, clients: told, pets: animals }, { key: `import:${row.id}` });
}
