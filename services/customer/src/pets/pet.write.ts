import { fail, type Tx } from "@leashline/kit";
import { tellPet } from "../clients/client.events.ts";
import { hasUpcoming } from "../clients/client.store.ts";
import { reach } from "../clients/visibility.ts";
import type { DB } from "../db.ts";
import { refreshTokens } from "../search/token.store.ts";
import { insertPet, lockPet, updatePet } from "./pet.store.ts";
import { type PetColumns, type PetRow, tidyPetName } from "./pet.ts";

/** A pet that stands and that the caller may see; 30004 otherwise. */
export async function mustHavePet(tx: Tx<DB>, id: string): Promise<PetRow> {
  const pet = await lockPet(tx.db, id, reach(tx.ctx));
  if (!pet || pet.deleted_at) throw fail("PET_NOT_FOUND", { field: "petId" });
  return pet;
}

/** Adds pets to a client whose row the command holds. */
export async function addPets(tx: Tx<DB>, clientId: string, list: readonly PetColumns[]): Promise<PetRow[]> {
  const made: PetRow[] = [];
  for (const columns of list) {
    const pet = await insertPet(tx.db, tx.ctx.companyId, clientId, tidyPetName(columns));
    tx.log({ entity: "pet", id: pet.id, action: "create", after: pet });
    tellPet(tx, { ...pet, deleted: false }, { created: true });
    made.push(pet);
  }
  await refreshTokens(tx.db, tx.ctx.companyId, [clientId]);
  return made;
}

export async function savePet(tx: Tx<DB>, before: PetRow, columns: PetColumns, action = "update"): Promise<PetRow> {
  const after = await updatePet(tx.db, before.id, tidyPetName(columns, before));
  if (after.pet_name !== before.pet_name || after.deleted_at !== before.deleted_at)
    await refreshTokens(tx.db, tx.ctx.companyId, [before.client_id]);
  tx.log({ entity: "pet", id: before.id, action, before, after });
  tellPet(tx, { ...after, deleted: after.deleted_at !== null });
  return after;
}

/** Soft; 30006 while the pet is expected. */
export async function removePet(tx: Tx<DB>, pet: PetRow): Promise<void> {
  if (await hasUpcoming(tx.db, { petId: pet.id })) throw fail("PET_HAS_APPOINTMENT", { field: "petId" });
  await savePet(tx, pet, { deleted_at: new Date(), deleted_by: tx.ctx.caller.staffId }, "delete");
}
