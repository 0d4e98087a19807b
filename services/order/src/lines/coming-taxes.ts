import type { Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { type TaxRules, taxRules } from "../projections/projections.store.ts";

/** Who writes lines under rules that are not known yet, and who brings these rules, go one after the other: else neither sees the other. */
export const lockComingTaxes = (tx: Tx<DB>, taxIds: readonly string[]): void =>
  tx.lock(taxIds.map((id) => `coming-tax:${tx.ctx.companyId}:${id}`));

/** The rules as they are known, also by who brings one at this moment. */
export async function taxesFor(tx: Tx<DB>, taxIds: readonly string[]): Promise<TaxRules> {
  const known = await taxRules(tx.db, taxIds);
  const missing = [...new Set(taxIds)].filter((id) => id !== "0" && id !== "" && !known.has(id));
  if (missing.length === 0) return known;
  lockComingTaxes(tx, missing);
  return await taxRules(tx.db, taxIds);
}
