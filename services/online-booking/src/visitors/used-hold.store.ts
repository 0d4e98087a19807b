import type { Db } from "../db.ts";

/** The request that was sent with a hold, if one was. */
export async function requestSentWith(db: Db, token: string): Promise<{ id: string; businessId: string } | undefined> {
  return await db
    .selectFrom("bookingRequest")
    .select(["id", "businessId"])
    .where("companyId", "=", db.companyId)
    .where("sentHoldToken", "=", token)
    .executeTakeFirst();
}
