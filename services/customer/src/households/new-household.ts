import { inList, type Tx } from "@leashline/kit";
import type { CreateClientWithPetsRequest } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { addAddress, isEmpty } from "../addresses/address.ts";
import type { StoredClient } from "../clients/client.ts";
import { type ClientPatch, createClient, readAgain } from "../clients/client.write.ts";
import type { DB } from "../db.ts";
import { addNote } from "../notes/note.write.ts";
import type { PetColumns, PetRow } from "../pets/pet.ts";
import { addPets } from "../pets/pet.write.ts";

/** A new client with pets, address and a first note, all or nothing. */
export async function createHousehold(
  tx: Tx<DB>,
  req: CreateClientWithPetsRequest,
  patch: ClientPatch,
  columns: readonly PetColumns[],
): Promise<{ client: StoredClient; pets: PetRow[] }> {
  const { id } = await createClient(tx, patch, req);
  const pets = await addPets(tx, id, columns, (index) => inList("pets", index));
  if (req.address && !isEmpty(req.address)) await addAddress(tx, id, req.address);
  if (req.note.trim()) await addNote(tx, { clientId: id, petId: "0", note: req.note, isAlert: false });
  return { client: await readAgain(tx, id), pets };
}
