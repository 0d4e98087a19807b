import type { Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { lockOrder } from "../orders/order.store.ts";
import { storeOrder } from "../orders/store-order.ts";
import type { TaxRule } from "../projections/projections.store.ts";
import { taxRulesWith } from "../projections/projections.ts";
import { lockComingTaxes } from "./coming-taxes.ts";
import { taxedBy } from "./line.ts";
import { ordersAwaitingTax } from "./untaxed-line.store.ts";

async function taxLines(tx: Tx<DB>, orderId: string, taxId: string, rule: TaxRule): Promise<void> {
  const order = await lockOrder(tx.db, { orderId });
  if (!order) return;
  const lines = order.lines.map((line) => (line.taxId === taxId && line.taxRate === null ? { ...line, ...taxedBy(taxId, rule) } : line));
  await storeOrder(tx, order, { ...order, lines }, "tax");
}

/** A rule that orders were waiting for taxes their lines now; lines that have a rate keep the one they were written with. */
export const taxRules = taxRulesWith(async (tx, rules) => {
  lockComingTaxes(
    tx,
    rules.map(({ taxId }) => taxId),
  );
  for (const { taxId, taxName, taxRate } of rules)
    for (const orderId of await ordersAwaitingTax(tx.db, taxId)) await taxLines(tx, orderId, taxId, { name: taxName, rate: taxRate });
});
