import { sql } from "kysely";
import type { Db } from "../db.ts";
import { type Counted, type Counts, mostCounted } from "./pre-auth-hint.ts";

export type Reader = { businessId: string; staffId: string };

export async function hintCounts(db: Db, { businessId, staffId }: Reader): Promise<Counts> {
  const rows = await db
    .selectFrom("preAuthHint")
    .select(["hint", "times"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("staffId", "=", staffId)
    .execute();
  return new Map(rows.map(({ hint, times }) => [hint as Counted, times]));
}

/** Counts once more, as far as is counted. */
export async function countHint(db: Db, { businessId, staffId }: Reader, hint: Counted): Promise<void> {
  const most = sql<number>`least(pre_auth_hint.times + 1, ${mostCounted}::int)`;
  await db
    .insertInto("preAuthHint")
    .values({ companyId: db.companyId, businessId, staffId, hint, times: 1 })
    .onConflict((oc) => oc.columns(["companyId", "businessId", "staffId", "hint"]).doUpdateSet({ times: most }))
    .execute();
}
