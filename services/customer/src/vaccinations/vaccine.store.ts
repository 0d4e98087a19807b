import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Vaccination } from "../pets/vaccination.store.ts";
import type { VaccineRule } from "../pets/vaccination-tag.ts";

/** Creates (id "0") or changes; answers null when the name is taken or the id unknown. */
export async function saveVaccine(db: Db, rule: VaccineRule): Promise<string | null> {
  const { id, sort: _, ...row } = rule;
  const taken = await db
    .selectFrom("vaccine")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where(sql<string>`lower(name)`, "=", row.name.toLowerCase())
    .where("id", "<>", id)
    .executeTakeFirst();
  if (taken) return null;
  if (id !== "0") {
    await db.updateTable("vaccine").set(row).where("companyId", "=", db.companyId).where("id", "=", id).execute();
    return id;
  }
  const made = await db
    .insertInto("vaccine")
    .values((eb) => ({
      companyId: db.companyId,
      ...row,
      sort: eb.selectFrom("vaccine").select(sql<number>`coalesce(max(sort), 0) + 1`.as("next")).where("companyId", "=", db.companyId),
    }))
    .onConflict((oc) => oc.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made?.id ?? null;
}

export async function deleteVaccine(db: Db, id: string): Promise<void> {
  await db.deleteFrom("vaccine").where("companyId", "=", db.companyId).where("id", "=", id).execute();
}

export async function saveVaccination(db: Db, record: Omit<Vaccination, "id">): Promise<string> {
  const { petId, vaccineId, ...row } = record;
  const saved = await db
    .insertInto("petVaccine")
    .values({ companyId: db.companyId, petId, vaccineId, ...row })
    .onConflict((oc) => oc.columns(["companyId", "petId", "vaccineId"]).doUpdateSet(row))
    .returning("id")
    .executeTakeFirstOrThrow();
  return saved.id;
}

export async function deleteVaccination(db: Db, id: string): Promise<Vaccination | undefined> {
  return await db
    .deleteFrom("petVaccine")
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returning(["id", "petId", "vaccineId", "expirationDate", "documentPath"])
    .executeTakeFirst();
}
