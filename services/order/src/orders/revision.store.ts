import type { Page, Tx } from "@leashline/kit";
import type { Insertable } from "kysely";
import type { OrderRevision } from "../db.gen.ts";
import type { DB, Db } from "../db.ts";

/** Goes with the next statement. */
export function insertRevision({ db, write }: Tx<DB>, revision: Omit<Insertable<OrderRevision>, "companyId">): void {
  write(db.insertInto("orderRevision").values({ companyId: db.companyId, ...revision }));
}

/** The newest first. */
export async function listRevisions(db: Db, orderId: string, { limit, after }: Page) {
  return await db
    .selectFrom("orderRevision")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("orderId", "=", orderId)
    .$if(after !== null, (q) => q.where("version", "<", Number(after?.[0])))
    .orderBy("version", "desc")
    .limit(limit)
    .execute();
}
