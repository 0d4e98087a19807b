import { sql } from "kysely";
import type { Db } from "../db.ts";

export type StoredTag = { id: string; name: string; sort: number; clientCount: number };

/** In the company's order; with how many living clients carry each. */
export async function listTags(db: Db): Promise<StoredTag[]> {
  return await db
    .selectFrom("tag as t")
    .select([
      "t.id",
      "t.name",
      "t.sort",
      sql<number>`(select count(*)::int from client_tag l join client c on c.company_id = l.company_id and c.id = l.client_id
        where l.company_id = t.company_id and l.tag_id = t.id and c.deleted_at is null)`.as("clientCount"),
    ])
    .where("t.companyId", "=", db.companyId)
    .orderBy("t.sort")
    .orderBy("t.id")
    .execute();
}

export async function tagsOf(db: Db, clientId: string): Promise<{ id: string; name: string; sort: number }[]> {
  return await db
    .selectFrom("clientTag as l")
    .innerJoin("tag as t", (join) => join.onRef("t.companyId", "=", "l.companyId").onRef("t.id", "=", "l.tagId"))
    .select(["t.id", "t.name", "t.sort"])
    .where("l.companyId", "=", db.companyId)
    .where("l.clientId", "=", clientId)
    .orderBy("t.sort")
    .orderBy("t.id")
    .execute();
}

/** Those of some ids that are no tags of the company. */
export async function unknownTags(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`select asked.id::text as id from unnest(${ids}::bigint[]) with ordinality as asked(id, place)
    where not exists (select 1 from tag t where t.company_id = ${db.companyId} and t.id = asked.id) order by asked.place`.execute(db);
  return rows.map(({ id }) => id);
}

/** Answers null when the name is taken. */
export async function insertTag(db: Db, name: string): Promise<string | null> {
  const row = await db
    .insertInto("tag")
    .values((eb) => ({
      companyId: db.companyId,
      name,
      sort: eb.selectFrom("tag").select(sql<number>`coalesce(max(sort), 0) + 1`.as("next")).where("companyId", "=", db.companyId),
    }))
    .onConflict((oc) => oc.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function tagByName(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("tag")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where(sql<string>`lower(name)`, "=", name.toLowerCase())
    .executeTakeFirst();
  return row?.id;
}

export async function renameTag(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable("tag").set({ name }).where("companyId", "=", db.companyId).where("id", "=", id).execute();
}

export async function deleteTag(db: Db, id: string): Promise<void> {
  await db.deleteFrom("tag").where("companyId", "=", db.companyId).where("id", "=", id).execute();
}

export async function sortTags(db: Db, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`update tag t set sort = o.place
    from unnest(${ids}::bigint[]) with ordinality as o(id, place) where t.company_id = ${db.companyId} and t.id = o.id`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
