import type { Tx } from "@leashline/kit";
import { askAnew } from "../agreements/records/settle.ts";
import { clientsById, holderOfPhone } from "../clients/client.store.ts";
import type { StoredClient } from "../clients/client.ts";
import { restoreClient } from "../clients/client.write.ts";
import { reach } from "../clients/visibility.store.ts";
import type { DB } from "../db.ts";
import { lockClients } from "../smart-list/list.store.ts";

/** A deleted client stands again, and is asked for what changed meanwhile among what they signed. */
export async function bringBack(tx: Tx<DB>, id: string): Promise<StoredClient> {
  const client = await restoreClient(tx, id);
  await askAnew(tx, [id]);
  return client;
}

/** Takes deletions back; whoever cannot come back stays deleted, because their phone number is somebody else's by now, or they were merged or erased. */
export async function bringBackAll(tx: Tx<DB>, ids: readonly string[]): Promise<{ restored: number; kept: number }> {
  await lockClients(tx.db, ids);
  const deleted = [...(await clientsById(tx.db, ids, reach(tx.ctx))).values()].filter((client) => client.deletedAt !== null);
  const back: string[] = [];
  for (const client of deleted.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))) {
    const taken = client.phoneKey !== "" && (await holderOfPhone(tx.db, client.phoneKey, client.id)) !== undefined;
    if (taken || client.mergedInto !== "0" || client.erasedAt) continue;
    await restoreClient(tx, client.id);
    back.push(client.id);
  }
  await askAnew(tx, back);
  return { restored: back.length, kept: deleted.length - back.length };
}
