import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";
import { concerns, tagOf, type VaccineRule, worst } from "./vaccine.ts";

export async function listVaccines(db: Kysely<DB>): Promise<VaccineRule[]> {
  return await db
    .selectFrom("vaccine")
    .select([
      "id",
      "name",
      "sort",
      "required_for_scheduling as requiredForScheduling",
      "required_care_types as requiredCareTypes",
      "specific_pet_type as specificPetType",
      "pet_types as petTypes",
    ])
    .orderBy("sort")
    .orderBy("id")
    .execute();
}

export type VaccineRecord = { id: string; petId: string; vaccineId: string; expirationDate: string | null; documentPath: string };

export async function recordsOf(db: Kysely<DB>, petIds: readonly string[]): Promise<VaccineRecord[]> {
  return await db
    .selectFrom("pet_vaccine")
    .select(["id", "pet_id as petId", "vaccine_id as vaccineId", "expiration_date as expirationDate", "document_path as documentPath"])
    .where("pet_id", "=", sql<string>`any(${petIds}::bigint[])`)
    .execute();
}

/** The worst tag of each pet; a vaccine that is neither required nor recorded says nothing. */
export async function vaccineTagsOf(
  db: Kysely<DB>,
  pets: readonly { id: string; pet_type: string }[],
  today: string,
): Promise<Map<string, string>> {
  const rules = pets.length > 0 ? await listVaccines(db) : [];
  if (rules.length === 0) return new Map();
  const records = await recordsOf(
    db,
    pets.map((p) => p.id),
  );
  return new Map(
    pets.map((pet) => {
      const tags = rules.flatMap((rule) => {
        const record = records.find((r) => r.petId === pet.id && r.vaccineId === rule.id);
        return record || (rule.requiredForScheduling && concerns(rule, pet.pet_type)) ? [tagOf(record, today)] : [];
      });
      return [pet.id, worst(tags)];
    }),
  );
}

/** Creates (id "0") or changes; answers null when the name is taken or the id unknown. */
export async function saveVaccine(db: Kysely<DB>, companyId: string, rule: VaccineRule): Promise<string | null> {
  const row = {
    name: rule.name,
    required_for_scheduling: rule.requiredForScheduling,
    required_care_types: rule.requiredCareTypes,
    specific_pet_type: rule.specificPetType,
    pet_types: rule.petTypes,
  };
  const taken = await db
    .selectFrom("vaccine")
    .select("id")
    .where(sql<string>`lower(name)`, "=", rule.name.toLowerCase())
    .where("id", "<>", rule.id)
    .executeTakeFirst();
  if (taken) return null;
  if (rule.id !== "0") {
    await db.updateTable("vaccine").set(row).where("id", "=", rule.id).execute();
    return rule.id;
  }
  const made = await db
    .insertInto("vaccine")
    .values((eb) => ({
      company_id: companyId,
      ...row,
      sort: eb.selectFrom("vaccine").select(sql<number>`coalesce(max(sort), 0) + 1`.as("next")),
    }))
    .onConflict((oc) => oc.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made?.id ?? null;
}

export async function deleteVaccine(db: Kysely<DB>, id: string): Promise<void> {
  await db.deleteFrom("vaccine").where("id", "=", id).execute();
}

export async function saveRecord(db: Kysely<DB>, companyId: string, record: Omit<VaccineRecord, "id">): Promise<string> {
  const row = { expiration_date: record.expirationDate, document_path: record.documentPath };
  const saved = await db
    .insertInto("pet_vaccine")
    .values({ company_id: companyId, pet_id: record.petId, vaccine_id: record.vaccineId, ...row })
    .onConflict((oc) => oc.columns(["company_id", "pet_id", "vaccine_id"]).doUpdateSet(row))
    .returning("id")
    .executeTakeFirstOrThrow();
  return saved.id;
}

export async function deleteRecord(db: Kysely<DB>, id: string): Promise<VaccineRecord | undefined> {
  return await db
    .deleteFrom("pet_vaccine")
    .where("id", "=", id)
    .returning(["id", "pet_id as petId", "vaccine_id as vaccineId", "expiration_date as expirationDate", "document_path as documentPath"])
    .executeTakeFirst();
}
