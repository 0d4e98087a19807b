import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Counts } from "./usage.ts";

export async function countsIn(db: Db, businessId: string, from: Date, to: Date): Promise<Counts> {
  const row = await db
    .selectFrom("message")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("createTime", ">=", from)
    .where("createTime", "<", to)
    .select([
      sql<string>`coalesce(sum(num_segments) filter (where method = 1 and status in (2, 3, 4, 6) and use_case = ''), 0)`.as("twoWay"),
      sql<string>`coalesce(sum(num_segments) filter (where method = 1 and status in (2, 3, 4) and use_case <> ''), 0)`.as("auto"),
      sql<string>`count(*) filter (where method = 2 and status in (3, 4))`.as("emails"),
    ])
    .executeTakeFirstOrThrow();
  return { twoWay: Number(row.twoWay), auto: Number(row.auto), emails: Number(row.emails) };
}
