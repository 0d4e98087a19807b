import type { Tx } from "@leashline/kit";
import type { DB } from "../db.ts";

type OfADay = { businessId: string; businessDate: string };

/** Tells open reports whose days changed. */
export function salesChanged(tx: Tx<DB>, facts: readonly OfADay[]): void {
  for (const [businessId, some] of Map.groupBy(facts, (one) => one.businessId))
    tx.notify("reporting.sales", { businessId, dates: [...new Set(some.map((one) => one.businessDate))] });
}
