import type { Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { refreshSums } from "./projections.store.ts";

/** Sums clients up again, each under its lock: see `refreshSums`. */
export function sumUp(tx: Tx<DB>, clientIds: readonly string[]): void {
  const ids = [...new Set(clientIds)].filter((id) => id !== "0").sort();
  if (ids.length === 0) return;
  tx.lock(ids.map((id) => `client-facts:${id}`));
  refreshSums(tx, ids);
}
