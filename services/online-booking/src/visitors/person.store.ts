import type { Tx } from "@leashline/kit";
import type { DB } from "../db.ts";

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
