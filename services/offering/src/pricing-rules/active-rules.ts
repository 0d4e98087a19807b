import type { Db } from "../db.ts";
import { toPricingRule } from "./pricing-rule.mapper.ts";
import { listRules, livingServices, readDiscountSetting } from "./pricing-rule.store.ts";
import type { RuleFields } from "./pricing-rule.ts";

export type Named = Pick<RuleFields, "serviceIds" | "careType">;

/** Which services the care types of these rules have now, of those that they name. */
export async function livingOf(db: Db, rules: readonly Named[]): Promise<(rule: Named) => ReadonlySet<string>> {
  const found = await livingServices(db, [...new Set(rules.flatMap((rule) => rule.serviceIds))]);
  return ({ careType }) => found.get(careType) ?? new Set();
}

const most = 1_000;

/** All that prices are reckoned by now. */
export async function activeRules(db: Db) {
  const [rows, discountSetting] = await Promise.all([
    listRules(db, true, { size: most, limit: most, offset: 0, after: null }),
    readDiscountSetting(db),
  ]);
  const there = await livingOf(db, rows);
  return { pricingRules: rows.map((row) => toPricingRule(row, there(row))), discountSetting };
}
