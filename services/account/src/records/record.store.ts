import type { Db } from "../db.ts";

/** The ids above one, in their order. */
export async function idsAfter(
  db: Db,
  table: "business" | "staff" | "taxRule" | "closedDate",
  after: string,
  size: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(size)
    .execute();
  return rows.map(({ id }) => id);
}

export const taxRulesById = async (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : await db.selectFrom("taxRule").selectAll().where("companyId", "=", db.companyId).where("id", "in", ids).orderBy("id").execute();

export const closedDatesById = async (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : await db.selectFrom("closedDate").selectAll().where("companyId", "=", db.companyId).where("id", "in", ids).orderBy("id").execute();
