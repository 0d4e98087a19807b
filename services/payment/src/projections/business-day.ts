import { type Tx, todayIn } from "@leashline/kit";
import type { DB } from "../db.ts";
import { zoneOf } from "./business.store.ts";

/** The day it is now at a business. */
export async function businessDay(tx: Tx<DB>, businessId: string): Promise<string> {
  return todayIn((await zoneOf(tx.db, businessId)) ?? tx.ctx.caller.zone);
}
