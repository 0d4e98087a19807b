import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { PetColumns, PetRow } from "./pet.ts";

type Condition = ReturnType<typeof sql<boolean>>;

/** The pet's client, for the condition that says which clients the caller reaches. */
const base = (db: Db) =>
  db
    .selectFrom("pet as p")
    .where("p.companyId", "=", db.companyId)
    .innerJoin("client as c", (join) => join.onRef("c.companyId", "=", "p.companyId").onRef("c.id", "=", "p.clientId"))
    .selectAll("p");

/** Pets by id, deleted ones too. */
export async function petsById(db: Db, ids: readonly string[], reach?: Condition): Promise<Map<string, PetRow>> {
  let q = base(db).where("p.id", "=", sql<string>`any(${ids}::bigint[])`);
  if (reach) q = q.where(reach);
  return new Map((await q.execute()).map((row) => [row.id, row]));
}

/** One client's pets: living first, then by name. */
export async function petsOf(db: Db, clientIds: readonly string[], { deleted = false } = {}, reach?: Condition): Promise<PetRow[]> {
  let q = base(db).where("p.clientId", "=", sql<string>`any(${clientIds}::bigint[])`);
  if (!deleted) q = q.where("p.deletedAt", "is", null);
  if (reach) q = q.where(reach);
  return await q.orderBy("p.lifeStatus").orderBy("p.petName").orderBy("p.id").execute();
}

export async function lockPet(db: Db, id: string, reach?: Condition): Promise<PetRow | undefined> {
  let q = base(db).where("p.id", "=", id).forUpdate("p");
  if (reach) q = q.where(reach);
  return await q.executeTakeFirst();
}

export async function insertPet(db: Db, clientId: string, columns: PetColumns): Promise<PetRow> {
  return await db
    .insertInto("pet")
    .values({ petName: "", ...columns, companyId: db.companyId, clientId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updatePet(db: Db, id: string, columns: PetColumns): Promise<PetRow> {
  return await db
    .updateTable("pet")
    .set((eb) => ({ ...columns, version: eb("version", "+", 1), updatedAt: sql`now()` }))
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function sizesOf(db: Db): Promise<{ id: string; weightLow: number; weightHigh: number }[]> {
  return await db.selectFrom("petSize").select(["id", "weightLow", "weightHigh"]).where("companyId", "=", db.companyId).execute();
}
