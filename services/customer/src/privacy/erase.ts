import { fail, type Tx } from "@leashline/kit";
import { ClientErasedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { type EraseClientRequest, PrivacyRecordKind } from "@leashline/proto/leashline/customer/v1/privacy_service_pb.js";
import { emitClient, emitPet } from "../clients/client.events.ts";
import { hasUpcoming, updateClient } from "../clients/client.store.ts";
import { fullName } from "../clients/client.ts";
import { mustHaveClient, readAgain } from "../clients/client.write.ts";
import type { DB } from "../db.ts";
import { petsOf } from "../pets/pet.store.ts";
import { personal } from "./personal-data.ts";
import { everyIdOf, insertPrivacyRecord, type PrivacyRow } from "./privacy.store.ts";
import { mustBeNamed } from "./privacy.ts";

/** Takes out of everything here who a client was, and tells the others to do the same. What stood in the way elsewhere was asked before. */
export async function eraseClient(tx: Tx<DB>, { customerId, confirmName, reason }: EraseClientRequest): Promise<PrivacyRow> {
  const client = await mustHaveClient(tx, customerId);
  mustBeNamed(fullName(client), confirmName);
  if (await hasUpcoming(tx.db, { clientId: client.id })) throw fail("PET_HAS_APPOINTMENT", { field: "customerId" });
  const person = await everyIdOf(tx.db, client.id);
  const { staffId, name: staffName } = tx.ctx.caller;
  const record = await insertPrivacyRecord(tx.db, { kind: PrivacyRecordKind.ERASURE, clientId: client.id, staffId, staffName, reason });
  await personal.erase(tx, { erasureId: record.id, ...person });
  await updateClient(tx.db, client.id, { deletedBy: staffId });
  // Told first, and under the client's own key: by the names that others still have they find what has none of our ids.
  tx.emit(ClientErasedSchema, { erasureId: record.id, ...person }, { key: `client:${client.id}` });
  emitClient(tx, await readAgain(tx, client.id));
  const after = await petsOf(tx.db, person.customerIds, { deleted: true });
  for (const pet of after) emitPet(tx, { ...pet, clientId: client.id, deleted: true });
  tx.log({ entity: "client", id: client.id, action: "erase", after: { pets: after.length } });
  return record;
}
