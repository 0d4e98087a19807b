import { sql } from "kysely";
import type { Db } from "../db.ts";
import { concerns, tagOf, type VaccineRule, worst } from "./vaccination-tag.ts";

export async function listVaccines(db: Db): Promise<VaccineRule[]> {
  return await db
    .selectFrom("vaccine")
    .select(["id", "name", "sort", "requiredForScheduling", "requiredCareTypes", "specificPetType", "petTypes"])
    .where("companyId", "=", db.companyId)
    .orderBy("sort")
    .orderBy("id")
    .execute();
}

export type Vaccination = { id: string; petId: string; vaccineId: string; expirationDate: string | null; documentPath: string };
/** With when its client was reminded that it expires on that day, if they were. */
export type KnownVaccination = Vaccination & { remindedFor: string | null; remindedAt: Date | null };

export async function vaccinationsOf(db: Db, petIds: readonly string[]): Promise<KnownVaccination[]> {
  return await db
    .selectFrom("petVaccine")
    .select(["id", "petId", "vaccineId", "expirationDate", "documentPath", "remindedFor", "remindedAt"])
    .where("companyId", "=", db.companyId)
    .where("petId", "=", sql<string>`any(${petIds}::bigint[])`)
    .execute();
}

/** The worst tag of each pet; a vaccine that is neither required nor recorded says nothing. */
export async function vaccinationTagsOf(
  db: Db,
  pets: readonly { id: string; petType: string }[],
  today: string,
): Promise<Map<string, string>> {
  const rules = pets.length > 0 ? await listVaccines(db) : [];
  if (rules.length === 0) return new Map();
  const records = await vaccinationsOf(
    db,
    pets.map((p) => p.id),
  );
  return new Map(
    pets.map((pet) => {
      const tags = rules.flatMap((rule) => {
        const record = records.find((r) => r.petId === pet.id && r.vaccineId === rule.id);
        return record || (rule.requiredForScheduling && concerns(rule, pet.petType)) ? [tagOf(record, today)] : [];
      });
      return [pet.id, worst(tags)];
    }),
  );
}
