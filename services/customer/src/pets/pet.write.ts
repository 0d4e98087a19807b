import { changesNothing, fail, type Tx } from "@leashline/kit";
import { emitPet } from "../clients/client.events.ts";
import { hasUpcoming } from "../clients/client.store.ts";
import { mustBeOwnPicture } from "../clients/client.write.ts";
import { refreshTokens } from "../clients/search-token.store.ts";
import { reach } from "../clients/visibility.store.ts";
import type { DB } from "../db.ts";
import { unknownCodes } from "../pet-settings/settings.store.ts";
import { insertPet, lockPet, updatePet } from "./pet.store.ts";
import { type PetColumns, type PetRow, tidyPetName } from "./pet.ts";

/** A pet that stands and that the caller may see; 30004 otherwise. */
export async function mustHavePet(tx: Tx<DB>, id: string): Promise<PetRow> {
  const pet = await lockPet(tx.db, id, reach(tx.ctx));
  if (!pet || pet.deletedAt) throw fail("PET_NOT_FOUND", { field: "petId" });
  return pet;
}

type Codes = PetColumns["petCodeIds"];
const idsOf = (codes: Codes): string[] => (codes as readonly (string | number | bigint)[] | undefined)?.map(String) ?? [];

/** Refuses a code that the company does not have; one that the pet carries may stay until it is taken off. */
async function mustHaveCodes(tx: Tx<DB>, codes: Codes, pet: string, before: Codes = []): Promise<void> {
  const carried = new Set(idsOf(before));
  const added = idsOf(codes).filter((id) => !carried.has(id));
  const [id] = await unknownCodes(tx.db, added);
  if (id === undefined) return;
  const reason = `there is no pet code ${id}: choose from the pet settings`;
  throw fail("PARAMS_INVALID", { field: `${pet}.petCodeIds`, reason, facts: { id } });
}

/** Adds pets to a client whose row the command holds. `at` says where the request has each of them. */
export async function addPets(tx: Tx<DB>, clientId: string, list: readonly PetColumns[], at = (_: number) => "pet"): Promise<PetRow[]> {
  const made: PetRow[] = [];
  for (const [index, columns] of list.entries()) {
    await mustHaveCodes(tx, columns.petCodeIds, at(index));
    mustBeOwnPicture(tx, columns.avatarPath, "", at(index));
    const pet = await insertPet(tx.db, clientId, tidyPetName(columns));
    tx.log({ entity: "pet", id: pet.id, action: "create", after: pet });
    emitPet(tx, { ...pet, deleted: false }, { created: true });
    made.push(pet);
  }
  refreshTokens(tx, [clientId]);
  return made;
}

export async function savePet(tx: Tx<DB>, before: PetRow, columns: PetColumns, action = "update"): Promise<PetRow> {
  await mustHaveCodes(tx, columns.petCodeIds, "pet", before.petCodeIds);
  mustBeOwnPicture(tx, columns.avatarPath, before.avatarPath, "pet");
  const tidied = tidyPetName(columns, before);
  if (changesNothing<PetRow>(before, tidied)) return before;
  const after = await updatePet(tx.db, before.id, tidied);
  if (after.petName !== before.petName || after.deletedAt !== before.deletedAt) refreshTokens(tx, [before.clientId]);
  tx.log({ entity: "pet", id: before.id, action, before, after });
  emitPet(tx, { ...after, deleted: after.deletedAt !== null });
  return after;
}

/** Soft; 30006 while the pet is expected. */
export async function removePet(tx: Tx<DB>, pet: PetRow): Promise<void> {
  if (await hasUpcoming(tx.db, { petId: pet.id })) throw fail("PET_HAS_APPOINTMENT", { field: "petId" });
  await savePet(tx, pet, { deletedAt: new Date(), deletedBy: tx.ctx.caller.staffId }, "delete");
}
