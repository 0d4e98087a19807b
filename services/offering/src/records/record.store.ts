import type { Db } from "../db.ts";

/** The ids of services above one, in their order, deleted ones too. */
export async function serviceIdsAfter(db: Db, after: string, size: number): Promise<string[]> {
  const rows = await db
    .selectFrom("service")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(size)
    .execute();
  return rows.map(({ id }) => id);
}
