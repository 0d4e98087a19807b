import type { Kysely } from "kysely";
import type { DB } from "../db.gen.ts";

/** The ids above one, in their order. */
export async function idsAfter(
  db: Kysely<DB>,
  companyId: string,
  table: "business" | "staff" | "taxRule" | "closedDate",
  after: string,
  size: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select("id")
    .where("companyId", "=", companyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(size)
    .execute();
  return rows.map(({ id }) => id);
}

export const taxRulesById = async (db: Kysely<DB>, companyId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : await db.selectFrom("taxRule").selectAll().where("companyId", "=", companyId).where("id", "in", ids).orderBy("id").execute();

export const closedDatesById = async (db: Kysely<DB>, companyId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : await db.selectFrom("closedDate").selectAll().where("companyId", "=", companyId).where("id", "in", ids).orderBy("id").execute();
