import type { Ctx } from "@leashline/kit";
import { todayIn } from "@leashline/kit";
import type { Kysely } from "kysely";
import type { DB } from "../db.ts";
import { vaccineTagsOf } from "../vaccines/vaccine.store.ts";
import { sizesOf } from "./pet.store.ts";
import type { PetRow } from "./pet.ts";
import { type PetFacts, toWire } from "./pet.wire.ts";

/** What a pet's page shows beside its own row: sizes to sort its weight into, and the worst of its vaccines. */
export async function factsOf(ctx: Ctx, db: Kysely<DB>, pets: readonly PetRow[]): Promise<PetFacts> {
  const vaccineTags = await vaccineTagsOf(db, pets, todayIn(ctx.caller.zone));
  return { sizes: await sizesOf(db), vaccineTags };
}

export async function petsToWire(ctx: Ctx, db: Kysely<DB>, pets: readonly PetRow[]): Promise<ReturnType<typeof toWire>[]> {
  const facts = await factsOf(ctx, db, pets);
  return pets.map((pet) => toWire(pet, facts));
}
