import type { Tx } from "@leashline/kit";
import type { DB, Db } from "../db.ts";

export async function waitingOf({ ctx, db }: Tx<DB>, businessId: string, contact: string): Promise<number> {
  const row = await db
    .selectFrom("bookingRequest")
    .select((eb) => eb.fn.countAll<string>().as("n"))
    .where("companyId", "=", ctx.companyId)
    .where("businessId", "=", businessId)
    .where("contact", "=", contact)
    .where("state", "in", ["submitted", "accepting"])
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

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
