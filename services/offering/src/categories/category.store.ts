import { sql } from "kysely";
import type { Db } from "../db.ts";

export type CategoryKey = { name: string; careType: string; addOn: boolean };
export type StoredCategory = CategoryKey & { id: string; sort: number; version: number };

const base = (db: Db) =>
  db.selectFrom("category").select(["id", "name", "careType", "addOn", "sort", "version"]).where("companyId", "=", db.companyId);

export async function listCategories(db: Db, filter: { careType: string; addOn: boolean }): Promise<StoredCategory[]> {
  let q = base(db).where("addOn", "=", filter.addOn);
  if (filter.careType) q = q.where("careType", "=", filter.careType);
  return await q.orderBy("careType").orderBy("sort").orderBy("id").execute();
}

export async function lockCategory(db: Db, id: string): Promise<StoredCategory | undefined> {
  return await base(db).where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Answers null when the care type has a category of that name. */
export async function insertCategory(db: Db, key: CategoryKey): Promise<string | null> {
  const row = await db
    .insertInto("category")
    .values((eb) => ({
      companyId: db.companyId,
      name: key.name,
      careType: key.careType,
      addOn: key.addOn,
      sort: eb
        .selectFrom("category")
        .select(sql<number>`coalesce(max(sort), 0) + 1`.as("next"))
        .where("companyId", "=", db.companyId)
        .where("careType", "=", key.careType)
        .where("addOn", "=", key.addOn),
    }))
    .onConflict((oc) => oc.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function ensureCategory(db: Db, key: CategoryKey): Promise<string> {
  const made = await insertCategory(db, key);
  return made ?? (await findCategory(db, key))!;
}

export async function findCategory(db: Db, key: CategoryKey): Promise<string | undefined> {
  const row = await base(db)
    .where("careType", "=", key.careType)
    .where("addOn", "=", key.addOn)
    .where(sql<string>`lower(name)`, "=", key.name.toLowerCase())
    .executeTakeFirst();
  return row?.id;
}

export async function renameCategory(db: Db, id: string, name: string): Promise<void> {
  await db
    .updateTable("category")
    .set((eb) => ({ name, version: eb("version", "+", 1) }))
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
}

/** Removes a heading. Answers the services that stood under it, which stay without one. */
export async function deleteCategory(db: Db, id: string): Promise<string[]> {
  const freed = await db
    .updateTable("service")
    .set({ categoryId: "0" })
    .where("companyId", "=", db.companyId)
    .where("categoryId", "=", id)
    .returning("id")
    .execute();
  await db.updateTable("addOn").set({ categoryId: "0" }).where("companyId", "=", db.companyId).where("categoryId", "=", id).execute();
  await db.deleteFrom("category").where("companyId", "=", db.companyId).where("id", "=", id).execute();
  return freed.map((row) => row.id);
}

export const servicesUnder = (db: Db, id: string): Promise<{ id: string }[]> =>
  db
    .selectFrom("service")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("categoryId", "=", id)
    .where("deletedAt", "is", null)
    .execute();
