import type { Kysely } from "kysely";
import type { DB } from "../db.gen.ts";

/** The ids above one, in their order. */
export async function idsAfter(
  db: Kysely<DB>,
  companyId: string,
  table: "business" | "staff" | "tax_rule" | "closed_date",
  after: string,
  size: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(size)
    .execute();
  return rows.map(({ id }) => id);
}

export const taxRulesById = async (db: Kysely<DB>, companyId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : await db.selectFrom("tax_rule").selectAll().where("company_id", "=", companyId).where("id", "in", ids).orderBy("id").execute();

export const closedDatesById = async (db: Kysely<DB>, companyId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : await db.selectFrom("closed_date").selectAll().where("company_id", "=", companyId).where("id", "in", ids).orderBy("id").execute();
