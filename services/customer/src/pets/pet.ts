import { notBlank, plainName } from "@leashline/kit";
import type { Insertable, Selectable } from "kysely";
import type { Pet as PetTable } from "../db.gen.ts";

export type PetRow = Selectable<PetTable>;
export type PetColumns = Partial<Omit<Insertable<PetTable>, "companyId" | "id" | "clientId">>;

export const lifeStatus = { alive: 1, passAway: 2 } as const;

export function tidyPetName(patch: PetColumns, current?: Pick<PetRow, "petName">): PetColumns {
  return { ...patch, petName: notBlank(plainName(patch.petName ?? current?.petName ?? ""), "pet.petName") };
}

export { sizeOf } from "@leashline/proto/rules/pet-size.ts";

export type Size = { id: string; weightLow: number; weightHigh: number };
