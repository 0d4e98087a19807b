import type { Tx } from "@leashline/kit";
import { ClientsImportedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { clientEvent, petEvent } from "../clients/client.events.ts";
import type { DB } from "../db.ts";
import type { ImportRow } from "./import.ts";
import type { MadePet } from "./place.store.ts";
import type { NewClient } from "./place.ts";

/** One event for a whole batch instead of one per client and pet. */
export function tellBatch(
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
        first_name: c.firstName,
        last_name: c.lastName,
        phone_number: c.phoneNumber,
        email: c.email,
        client_color: "",
        inactive: false,
        deleted_at: null,
        preferred_business_id: row.business_id,
        send_auto_email: true,
        send_auto_message: true,
        is_block_message: false,
      },
      { created: true },
    ),
  );
  const animals = pets.map((p) => petEvent({ ...p, deleted: false }, { created: true }));
  tx.emit(ClientsImportedSchema, { importId: row.id, clients: told, pets: animals }, { key: `import:${row.id}` });
}
