import type { Tx } from "@leashline/kit";
import type { DB } from "../../db.ts";
import { settleRecords } from "./needs.store.ts";

/** Whoever changes what these clients have to sign goes one after the other. */
export function lockRecords(tx: Tx<DB>, clientIds: readonly string[]): void {
  tx.lock(clientIds.map((id) => `agreements:${id}`));
}

/** Makes the records that wait fit what is needed. */
export async function settle(tx: Tx<DB>, clientIds: readonly string[]): Promise<void> {
  const ids = [...new Set(clientIds)];
  lockRecords(tx, ids);
  const changed = await settleRecords(tx.db, ids);
  if (changed.length > 0) tx.notify("customer.client", { ids: changed });
}
