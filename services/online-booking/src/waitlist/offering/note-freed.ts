import type { Tx } from "@leashline/kit";
import type { DB } from "../../db.ts";
import { offerFreed } from "./freed.jobs.ts";
import { addFreed } from "./freed.store.ts";
import type { Freed } from "./freed.ts";
import { readOfferSetting } from "./offer-setting.store.ts";

/** What an act gave back that can be undone waits so long, so that who undoes it at once meets no offer, and nobody was written to. */
export const UNDO_MS = 60_000;

/** Where the business lets offers run by themselves, what came free is offered. */
export async function noteFreed(tx: Tx<DB>, businessId: string, freed: readonly Freed[], wait = 0): Promise<void> {
  if (freed.length === 0 || !(await readOfferSetting(tx.db, businessId)).byItself) return;
  for (const one of freed) {
    const row = await addFreed(tx, { ...one, businessId });
    if (row) tx.schedule(offerFreed, { key: row.id, dueAt: new Date(Date.now() + wait), payload: { id: row.id }, businessId });
  }
}
