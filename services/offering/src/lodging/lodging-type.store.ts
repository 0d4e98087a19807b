import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { LodgingType } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { LodgingTypeFields } from "./lodging.ts";

export type LodgingTypeRow = Selectable<LodgingType>;

const base = (db: Db) => db.selectFrom("lodgingType").selectAll().where("companyId", "=", db.companyId);
const living = (db: Db) => base(db).where("deletedAt", "is", null);

export async function listTypes(db: Db, { limit, offset, after }: Page): Promise<LodgingTypeRow[]> {
  const found = living(db).orderBy("sort").orderBy("id").limit(limit);
  const [sort = "0", id = "0"] = after ?? [];
  return await (after ? found.where(sql<boolean>`(sort, id) > (${sort}::int, ${id}::bigint)`) : found.offset(offset)).execute();
}

export const lockType = async (db: Db, id: string): Promise<LodgingTypeRow | undefined> =>
  await living(db).where("id", "=", id).forUpdate().executeTakeFirst();

export const typesAfter = async (db: Db, after: string, size: number): Promise<LodgingTypeRow[]> =>
  await base(db).where("id", ">", after).orderBy("id").limit(size).execute();

/** Answers nothing when another type has the name. */
export const insertType = async (db: Db, fields: LodgingTypeFields): Promise<LodgingTypeRow | undefined> =>
  await db
    .insertInto("lodgingType")
    .values((eb) => ({
      ...fields,
      companyId: db.companyId,
      sort: eb.selectFrom("lodgingType").select(sql<number>`coalesce(max(sort), 0) + 1`.as("next")).where("companyId", "=", db.companyId),
    }))
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();

export async function typeNameTaken(db: Db, name: string, exceptId: string): Promise<boolean> {
  const found = await living(db).where(sql<string>`lower(name)`, "=", name.toLowerCase()).where("id", "<>", exceptId).executeTakeFirst();
  return found !== undefined;
}

const changed = { version: sql<number>`version + 1`, updateTime: sql<Date>`now()` };

export const updateType = async (db: Db, id: string, change: Partial<LodgingTypeFields>): Promise<LodgingTypeRow> =>
  await db
    .updateTable("lodgingType")
    .set({ ...change, ...changed })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteType = async (db: Db, id: string): Promise<LodgingTypeRow> =>
  await db
    .updateTable("lodgingType")
    .set({ deletedAt: sql`now()`, ...changed })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Puts the types into this order; answers those that are there, as they are now. */
export async function sortTypes(db: Db, ids: readonly string[]): Promise<LodgingTypeRow[]> {
  const { rows } = await sql<LodgingTypeRow>`update lodging_type t set sort = o.n, version = version + 1, update_time = now()
    from unnest(${ids}::bigint[]) with ordinality as o(id, n)
    where t.company_id = ${db.companyId} and t.id = o.id and t.deleted_at is null returning t.*`.execute(db);
  return rows;
}
