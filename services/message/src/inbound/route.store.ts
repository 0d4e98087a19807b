import type { Db } from "../db.ts";

type Client = { business_id: string; customer_id: string };

/** The client whom the company last wrote to at this phone: several of a household may share it. */
export async function lastWrittenTo(db: Db, companyId: string, phone: string): Promise<Client | undefined> {
  return await db
    .selectFrom("message")
    .innerJoin("recipient", (join) =>
      join.onRef("recipient.company_id", "=", "message.company_id").onRef("recipient.customer_id", "=", "message.customer_id"),
    )
    .select(["message.business_id", "message.customer_id"])
    .where("message.company_id", "=", companyId)
    .where("message.address", "=", phone)
    .where("message.method", "=", 1)
    .where("message.author", "=", 1)
    .where("recipient.deleted", "=", false)
    .orderBy("message.id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function withPhone(db: Db, companyId: string, phone: string): Promise<Client | undefined> {
  return await db
    .selectFrom("recipient")
    .select(["preferred_business_id as business_id", "customer_id"])
    .where("company_id", "=", companyId)
    .where("phone_e164", "=", phone)
    .where("deleted", "=", false)
    .orderBy("customer_id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function firstBusiness(db: Db, companyId: string): Promise<string | null> {
  const row = await db
    .selectFrom("business")
    .select("business_id")
    .where("company_id", "=", companyId)
    .orderBy("business_id")
    .limit(1)
    .executeTakeFirst();
  return row?.business_id ?? null;
}
