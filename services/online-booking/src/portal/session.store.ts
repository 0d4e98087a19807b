import type { Tx } from "@leashline/kit";
import type { DB, Db } from "../db.ts";

export async function addSignedOut({ ctx, db }: Tx<DB>, id: string, until: Date): Promise<void> {
  await db
    .insertInto("signedOut")
    .values({ companyId: ctx.companyId, id, until })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

export async function isSignedOut(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom("signedOut").select("id").where("companyId", "=", db.companyId).where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

/** What somebody asked for at a business that nobody has answered, by day and time. */
export const waitingFor = (db: Db, businessId: string, contact: string, most: number) =>
  db
    .selectFrom("bookingRequest")
    .select(["date", "startTime", "endDate", "summary"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("contact", "=", contact)
    .where("state", "in", ["submitted", "accepting"])
    .orderBy("date")
    .orderBy("startTime")
    .orderBy("id")
    .limit(most)
    .execute();
