import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";
import type { PetColumns, PetRow } from "./pet.ts";

type Condition = ReturnType<typeof sql<boolean>>;

/** The pet's client, for the condition that says which clients the caller reaches. */
const base = (db: Kysely<DB>) =>
  db
    .selectFrom("pet as p")
    .innerJoin("client as c", (join) => join.onRef("c.company_id", "=", "p.company_id").onRef("c.id", "=", "p.client_id"))
    .selectAll("p");

/** Pets by id, deleted ones too. */
export async function petsById(db: Kysely<DB>, ids: readonly string[], reach?: Condition): Promise<Map<string, PetRow>> {
  let q = base(db).where("p.id", "=", sql<string>`any(${ids}::bigint[])`);
  if (reach) q = q.where(reach);
  return new Map((await q.execute()).map((row) => [row.id, row]));
}

/** One client's pets: living first, then by name. */
export async function petsOf(db: Kysely<DB>, clientIds: readonly string[], { deleted = false } = {}, reach?: Condition): Promise<PetRow[]> {
  let q = base(db).where("p.client_id", "=", sql<string>`any(${clientIds}::bigint[])`);
  if (!deleted) q = q.where("p.deleted_at", "is", null);
  if (reach) q = q.where(reach);
  return await q.orderBy("p.life_status").orderBy("p.pet_name").orderBy("p.id").execute();
}

export async function lockPet(db: Kysely<DB>, id: string, reach?: Condition): Promise<PetRow | undefined> {
  let q = base(db).where("p.id", "=", id).forUpdate("p");
  if (reach) q = q.where(reach);
  return await q.executeTakeFirst();
}

export async function insertPet(db: Kysely<DB>, companyId: string, clientId: string, columns: PetColumns): Promise<PetRow> {
  return await db
    .insertInto("pet")
    .values({ pet_name: "", ...columns, company_id: companyId, client_id: clientId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updatePet(db: Kysely<DB>, id: string, columns: PetColumns): Promise<PetRow> {
  return await db
    .updateTable("pet")
    .set((eb) => ({ ...columns, version: eb("version", "+", 1), updated_at: sql`now()` }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function sizesOf(db: Kysely<DB>): Promise<{ id: string; weightLow: number; weightHigh: number }[]> {
  return await db.selectFrom("pet_size").select(["id", "weight_low as weightLow", "weight_high as weightHigh"]).execute();
}
