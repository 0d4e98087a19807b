import type { Page } from "@leashline/kit";
import type { Insertable } from "kysely";
import type { OrderRevision } from "../db.gen.ts";
import type { Db } from "../db.ts";

export async function insertRevision(db: Db, revision: Omit<Insertable<OrderRevision>, "companyId">): Promise<void> {
  await db
    .insertInto("orderRevision")
    .values({ companyId: db.companyId, ...revision })
    .execute();
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
