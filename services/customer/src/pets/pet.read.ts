import { type Ctx, todayIn } from "@leashline/kit";
import type { Db } from "../db.ts";
import { toPet } from "./pet.mapper.ts";
import { sizesOf } from "./pet.store.ts";
import type { PetRow } from "./pet.ts";
import { vaccinationTagsOf } from "./vaccination.store.ts";
import { warningsOf } from "./warning.store.ts";

/** Pets with what stands beside their own row: sizes to sort their weight into, and the worst of their vaccinations. */
export async function toPets(ctx: Ctx, db: Db, pets: readonly PetRow[]): Promise<ReturnType<typeof toPet>[]> {
  const ids = pets.map(({ id }) => id);
  const [vaccineTags, warnings, sizes] = await Promise.all([
    vaccinationTagsOf(db, pets, todayIn(ctx.caller.zone)),
    warningsOf(db, ids),
    sizesOf(db),
  ]);
  return pets.map((pet) => toPet(pet, { vaccineTags, warnings, sizes }));
}
