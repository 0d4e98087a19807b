import type { Tx } from "@leashline/kit";
import type { DB, Db } from "../db.ts";

/** What a page shows has changed: whoever keeps one of these in memory reads it anew. */
async function countUp(db: Db): Promise<void> {
  await db
    .updateTable("setting")
    .set((eb) => ({ pageVersion: eb("pageVersion", "+", "1") }))
    .where("companyId", "=", db.companyId)
    .execute();
}

const once = (tx: Tx<DB>, _: readonly null[]): Promise<void> => countUp(tx.db);

/** Counts up the pages of the company, once for all that one transaction changes. */
export const pagesChanged = (tx: Tx<DB>): void => tx.together(once, null);
