import type { Tx } from "@leashline/kit";
import type { PetMerge } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { emitPet } from "../clients/client.events.ts";
import type { DB } from "../db.ts";
import { lockPet, updatePet } from "../pets/pet.store.ts";
import type { PetRow } from "../pets/pet.ts";
import { type Ids, type MergedPet, type PetChange, petsToMerge, untouched } from "./merge.ts";
import { petTakenOver } from "./pet-fields.ts";

type Asked = Pick<PetMerge, "petId" | "intoPetId" | "take">;

/** Gives the pets that are left what is taken from those that go; answers which are one, by the names they have then, and what changed. */
export async function takePetFields(
  tx: Tx<DB>,
  asked: readonly Asked[],
  all: readonly PetRow[],
  ids: Ids,
): Promise<{ pets: MergedPet[]; petChanges: PetChange[] }> {
  const pets = petsToMerge(asked, all, ids);
  const now = new Map(all.map((pet) => [pet.id, pet]));
  const petChanges: PetChange[] = [];
  for (const { petId, intoPetId, take } of asked) {
    const [left, gone] = [now.get(intoPetId) as PetRow, now.get(petId) as PetRow];
    const next = petTakenOver(left, gone, take);
    if (Object.keys(next).length === 0) continue;
    const before = Object.fromEntries(Object.keys(next).map((column) => [column, left[column as keyof PetRow]]));
    petChanges.push({ petId: intoPetId, before, after: { ...next } });
    now.set(intoPetId, await save(tx, left, next, "merge"));
  }
  return { pets: pets.map((pet) => ({ ...pet, intoPetName: now.get(pet.intoPetId)?.petName ?? pet.intoPetName })), petChanges };
}

/** The last change first; a field that somebody changed since stays as they left it, and so does a pet that is gone. */
export async function givePetFieldsBack(tx: Tx<DB>, changes: readonly PetChange[]): Promise<void> {
  for (const change of changes.toReversed()) {
    const pet = await lockPet(tx.db, change.petId);
    const back = pet && untouched(pet, change);
    if (pet && Object.keys(back ?? {}).length > 0) await save(tx, pet, back ?? {}, "unmerge");
  }
}

async function save(tx: Tx<DB>, before: PetRow, columns: Parameters<typeof updatePet>[2], action: string): Promise<PetRow> {
  const after = await updatePet(tx.db, before.id, columns);
  tx.log({ entity: "pet", id: before.id, action, before, after });
  emitPet(tx, { ...after, deleted: after.deletedAt !== null });
  return after;
}
