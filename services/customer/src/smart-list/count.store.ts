import { sql } from "kysely";
import type { Db } from "../db.ts";
import { type Asked, joined, kept } from "./list.store.ts";

/** About how many clients there are at all, by what the database knows of its tables. */
export async function allClients(db: Db): Promise<number> {
  const { rows } = await sql<Record<string, [{ Plan: { "Plan Rows": number } }]>>`explain (format json)
    select from client c where c.company_id = ${db.companyId} and c.deleted_at is null`.execute(db);
  return Object.values(rows[0] ?? {})[0]?.[0].Plan["Plan Rows"] ?? 0;
}

/** A client's number, divided by it, leaves their lot. */
const lots = 1_009;
const lookedAt = 5_000;

export type Share = { looked: number; fitting: number };

/** Of some lots of so many clients, how many were looked at and how many of those fit. */
export async function shareOf(db: Db, asked: Asked, all: number): Promise<Share> {
  const below = Math.min(lots, Math.ceil((lookedAt / Math.max(all, 1)) * lots));
  const some = sql`select d.id from client d where d.company_id = ${db.companyId} and d.deleted_at is null and d.lot < ${below}`;
  const { rows } = await sql<Share>`with lot as materialized (${some})
    select (select count(*)::int from lot) as looked,
      (select count(*)::int from ${joined(db.companyId, asked)} where ${kept(db.companyId, asked)} and c.id = any(array(select id from lot))) as fitting`.execute(
    db,
  );
  return rows[0] ?? { looked: 0, fitting: 0 };
}

/** How many there are, each counted up to `most`. */
export async function countUpTo(db: Db, asked: Asked, most: number): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from (select 1 from ${joined(db.companyId, asked)} where ${kept(db.companyId, asked)} limit ${sql.lit(most)}) x`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
