import { notBlank } from "@leashline/kit";
import type { Insertable, Selectable } from "kysely";
import type { Pet as PetTable } from "../db.gen.ts";

export type PetRow = Selectable<PetTable>;
export type PetColumns = Partial<Omit<Insertable<PetTable>, "companyId" | "id" | "clientId">>;

export const lifeStatus = { alive: 1, passAway: 2 } as const;

export function tidyPetName(patch: PetColumns, current?: Pick<PetRow, "petName">): PetColumns {
  return { ...patch, petName: notBlank(patch.petName ?? current?.petName, "pet.petName") };
}

export type Size = { id: string; weightLow: number; weightHigh: number };

/** The size a weight falls into: the first whose high end it does not pass; above all, the largest. "0" when there is nothing to go by. */
export function sizeOf(weight: number, sizes: readonly Size[]): string {
  if (weight <= 0) return "0";
  const inOrder = [...sizes].sort((a, b) => a.weightHigh - b.weightHigh);
  return (inOrder.find((size) => weight <= size.weightHigh) ?? inOrder.at(-1))?.id ?? "0";
}
