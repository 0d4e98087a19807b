import type { Tx } from "@leashline/kit";
import type { DB } from "../db.gen.ts";

// The zone that decides what day money belongs to.
export async function zoneOf(tx: Tx<DB>, businessId: string): Promise<string> {
  const row = await tx.db.selectFrom("business").select("zone").where("businessId", "=", businessId).executeTakeFirst();
  return row?.zone ?? tx.ctx.caller.zone;
}
