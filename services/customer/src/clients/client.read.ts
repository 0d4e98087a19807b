import { type Ctx, fail } from "@leashline/kit";
import type { Db } from "../db.ts";
import { clientsById } from "./client.store.ts";
import type { StoredClient } from "./client.ts";
import { reach } from "./visibility.store.ts";

/** Whoever was merged is who they became. */
export async function whoIs(db: Db, id: string): Promise<StoredClient | undefined> {
  const client = (await clientsById(db, [id])).get(id);
  return client && client.mergedInto !== "0" ? (await clientsById(db, [client.mergedInto])).get(client.mergedInto) : client;
}

/** A client whom the caller may see; 30003 otherwise, also for a deleted one unless those are meant too. Whoever was merged answers as who they became. */
export async function findClient(ctx: Ctx, db: Db, id: string, { deleted = false } = {}): Promise<StoredClient> {
  let client = (await clientsById(db, [id], reach(ctx))).get(id);
  if (!client || client.deletedAt) {
    const into = (client ?? (await clientsById(db, [id])).get(id))?.mergedInto ?? "0";
    if (into !== "0") client = (await clientsById(db, [into], reach(ctx))).get(into);
  }
  if (!client || (client.deletedAt && !deleted)) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  return client;
}
