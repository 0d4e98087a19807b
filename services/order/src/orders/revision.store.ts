import type { Insertable } from "kysely";
import type { OrderRevision } from "../db.gen.ts";
import type { Db } from "../db.ts";

export async function insertRevision(db: Db, revision: Omit<Insertable<OrderRevision>, "companyId">): Promise<void> {
  await db
    .insertInto("orderRevision")
    .values({ companyId: db.companyId, ...revision })
    .execute();
}

/** The newest first; one more than asked, so that the caller knows whether there is a next page. */
export async function listRevisions(db: Db, orderId: string, size: number, before: string | null) {
  return await db
    .selectFrom("orderRevision")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("orderId", "=", orderId)
    .$if(before !== null, (q) => q.where("version", "<", Number(before)))
    .orderBy("version", "desc")
    .limit(size + 1)
    .execute();
}
