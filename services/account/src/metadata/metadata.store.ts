import { sql } from "kysely";
import type { Db } from "../db.ts";

export type Owner = { type: number; id: string };
export type MetadataRow = { key: string; ownerType: number; ownerId: string; value: unknown };

/** Values of several owners, by key or by the start of the key. */
export async function listValues(db: Db, owners: readonly Owner[], keys: readonly string[], group: string): Promise<MetadataRow[]> {
  const found = sql<MetadataRow>`
    select m.key, m.owner_type, m.owner_id, m.value from metadata m
    join unnest(${owners.map((o) => o.type)}::int[], ${owners.map((o) => o.id)}::bigint[]) as o (type, id) on o.type = m.owner_type and o.id = m.owner_id
    where m.company_id = ${db.companyId} and (m.key = any (${keys as string[]}::text[]) or (${group}::text <> '' and starts_with(m.key, ${`${group}.`})))
    limit 1000`;
  return (await found.execute(db)).rows;
}

export const saveValue = async (db: Db, owner: Owner, key: string, json: string): Promise<void> =>
  void (await db
    .insertInto("metadata")
    .values({ companyId: db.companyId, ownerType: owner.type, ownerId: owner.id, key, value: json })
    .onConflict((oc) => oc.columns(["companyId", "ownerType", "ownerId", "key"]).doUpdateSet({ value: json, updateTime: sql`now()` }))
    .execute());

export const removeValue = async (db: Db, owner: Owner, key: string): Promise<void> =>
  void (await db
    .deleteFrom("metadata")
    .where("companyId", "=", db.companyId)
    .where("ownerType", "=", owner.type)
    .where("ownerId", "=", owner.id)
    .where("key", "=", key)
    .execute());
