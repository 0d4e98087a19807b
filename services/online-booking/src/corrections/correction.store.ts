import type { Page, Tx } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { DB, Db } from "../db.ts";
import type { Correction } from "./correction.ts";

export type CorrectionRow = Selectable<DB["correction"]>;
type Whose = { businessId: string; customerId: string };

/** What clients corrected and nobody took over, the oldest first. */
export const readCorrections = (db: Db, customerIds: readonly string[], state?: "waiting"): Promise<CorrectionRow[]> =>
  db
    .selectFrom("correction")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`customer_id = any(${customerIds}::bigint[])`)
    .$if(state !== undefined, (rows) => rows.where("state", "=", "waiting"))
    .orderBy("id")
    .execute();

export type Waiting = { customerId: string; id: string; createdAt: Date };

/** Clients of whom something waits at a business, who waits longest first; one more than asked. */
export const readWaiting = (db: Db, businessId: string, { limit, after }: Page): Promise<Waiting[]> =>
  db
    .selectFrom("correction")
    .select(["customerId", sql<string>`min(id)`.as("id"), sql<Date>`min(created_at)`.as("createdAt")])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("state", "=", "waiting")
    .groupBy("customerId")
    .having(sql<boolean>`min(id) > ${after?.[0] ?? "0"}::bigint`)
    .orderBy("id")
    .limit(limit)
    .execute();

const lockOf = (customerId: string): string => `correction:${customerId}`;

/** In place of what was corrected of the same fields before. */
export async function saveCorrections(tx: Tx<DB>, { businessId, customerId }: Whose, corrections: readonly Correction[]): Promise<void> {
  if (corrections.length === 0) return;
  tx.lock([lockOf(customerId)]);
  const { companyId } = tx.ctx;
  const keys = corrections.map(({ key }) => key);
  await tx.db
    .deleteFrom("correction")
    .where("companyId", "=", companyId)
    .where("customerId", "=", customerId)
    .where("key", "in", keys)
    .execute();
  const rows = corrections.map(({ key, given }) => ({ companyId, businessId, customerId, key, given }));
  await tx.db.insertInto("correction").values(rows).execute();
}

/** Those of which staff saw what they say; what was corrected anew stays. */
export async function endCorrections(tx: Tx<DB>, customerId: string, seen: readonly Correction[], taken: boolean): Promise<void> {
  tx.lock([lockOf(customerId)]);
  const those = tx.db
    .selectFrom("correction")
    .select("id")
    .where("companyId", "=", tx.ctx.companyId)
    .where("customerId", "=", customerId)
    .where(
      sql<boolean>`(key, given) in (select * from unnest(${seen.map(({ key }) => key)}::text[], ${seen.map(({ given }) => given)}::text[]))`,
    );
  const { companyId } = tx.ctx;
  if (taken) await tx.db.deleteFrom("correction").where("companyId", "=", companyId).where("id", "in", those).execute();
  else
    await tx.db.updateTable("correction").set({ state: "dismissed" }).where("companyId", "=", companyId).where("id", "in", those).execute();
}
