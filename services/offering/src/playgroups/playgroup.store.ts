import { type Selectable, sql } from "kysely";
import type { Playgroup } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { PlaygroupFields } from "./playgroup.ts";

export type PlaygroupRow = Selectable<Playgroup>;

const base = (db: Db) => db.selectFrom("playgroup").selectAll().where("companyId", "=", db.companyId);

export const readPlaygroups = async (db: Db): Promise<PlaygroupRow[]> => await base(db).orderBy("sort").orderBy("id").execute();

export const lockPlaygroup = async (db: Db, id: string): Promise<PlaygroupRow | undefined> =>
  await base(db).where("id", "=", id).forUpdate().executeTakeFirst();

/** It comes last. Answers nothing when another one has the name. */
export const insertPlaygroup = async (db: Db, fields: PlaygroupFields): Promise<PlaygroupRow | undefined> =>
  await db
    .insertInto("playgroup")
    .values((eb) => ({
      ...fields,
      companyId: db.companyId,
      sort: eb.selectFrom("playgroup").select(sql<number>`coalesce(max(sort), 0) + 1`.as("next")).where("companyId", "=", db.companyId),
    }))
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();

export async function playgroupNameTaken(db: Db, name: string, exceptId: string): Promise<boolean> {
  const found = await base(db).where(sql<string>`lower(name)`, "=", name.toLowerCase()).where("id", "<>", exceptId).executeTakeFirst();
  return found !== undefined;
}

export const updatePlaygroup = async (db: Db, id: string, change: Partial<PlaygroupFields>): Promise<PlaygroupRow> =>
  await db
    .updateTable("playgroup")
    .set({ ...change, version: sql<number>`version + 1` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deletePlaygroup = async (db: Db, id: string): Promise<PlaygroupRow | undefined> =>
  await db.deleteFrom("playgroup").where("companyId", "=", db.companyId).where("id", "=", id).returningAll().executeTakeFirst();

/** Puts the playgroups into this order; answers those that are there. */
export async function sortPlaygroups(db: Db, ids: readonly string[]): Promise<PlaygroupRow[]> {
  const { rows } = await sql<PlaygroupRow>`update playgroup g set sort = o.n, version = version + 1
    from unnest(${ids}::bigint[]) with ordinality as o(id, n)
    where g.company_id = ${db.companyId} and g.id = o.id returning g.*`.execute(db);
  return rows;
}
