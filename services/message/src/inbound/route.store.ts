import type { Db } from "../db.ts";

type Client = { businessId: string; customerId: string };

/** The client whom the company last wrote to at this phone: several of a household may share it. */
export async function lastWrittenTo(db: Db, phone: string): Promise<Client | undefined> {
  return await db
    .selectFrom("message")
    .innerJoin("recipient", (join) =>
      join.onRef("recipient.companyId", "=", "message.companyId").onRef("recipient.customerId", "=", "message.customerId"),
    )
    .select(["message.businessId", "message.customerId"])
    .where("message.companyId", "=", db.companyId)
    .where("message.address", "=", phone)
    .where("message.method", "=", 1)
    .where("message.author", "=", 1)
    .where("message.waitUntil", "is", null)
    .where("recipient.deleted", "=", false)
    .orderBy("message.id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function withPhone(db: Db, phone: string): Promise<Client | undefined> {
  return await db
    .selectFrom("recipient")
    .select(["preferredBusinessId as businessId", "customerId"])
    .where("companyId", "=", db.companyId)
    .where("phoneE164", "=", phone)
    .where("deleted", "=", false)
    .orderBy("customerId", "desc")
    .limit(1)
    .executeTakeFirst();
}
