import { fail, rowsOf, type Tx } from "@leashline/kit";
import { sql } from "kysely";
import type { DB } from "../db.ts";

/** So many of the names that a page had before still lead to it: nobody keeps names from others by renaming. */
const MOST_OLD = 10;

const leadsElsewhere = "select page_name_leads_elsewhere($1, $2, $3) as elsewhere";

export async function isAnothers(tx: Tx<DB>, businessId: string, name: string): Promise<boolean> {
  const [row] = await rowsOf<{ elsewhere: boolean }>(tx.db, leadsElsewhere, [name, tx.ctx.companyId, businessId]);
  return row?.elsewhere ?? false;
}

/** What the page was called leads on to it; what it is called now is no old name any more. */
export async function renamePage(tx: Tx<DB>, businessId: string, before: string, after: string): Promise<void> {
  if (before === after) return;
  if (await isAnothers(tx, businessId, after)) throw fail("NAME_IN_USE", { field: "bookOnlineName" });
  const { companyId } = tx.ctx;
  const own = tx.db.deleteFrom("pageName").where("companyId", "=", companyId);
  await own.where("oldName", "=", after).execute();
  const row = { companyId, businessId, oldName: before };
  await tx.db
    .insertInto("pageName")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = tx.db
    .selectFrom("pageName")
    .select("oldName")
    .where("companyId", "=", companyId)
    .where("businessId", "=", businessId)
    .orderBy("createdAt", "desc")
    .orderBy(sql`old_name`)
    .limit(MOST_OLD);
  await own.where("businessId", "=", businessId).where("oldName", "not in", kept).execute();
}
