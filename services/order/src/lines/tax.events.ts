import type { Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { lockOrder } from "../orders/order.store.ts";
import { storeOrder } from "../orders/store-order.ts";
import type { TaxRule } from "../projections/projections.store.ts";
import { taxRulesWith } from "../projections/projections.ts";
import { lockComingTaxes } from "./coming-taxes.ts";
import { taxedAsKnown } from "./line.ts";
import { ordersAwaitingTax } from "./untaxed-line.store.ts";

async function taxLines(tx: Tx<DB>, orderId: string, taxId: string, rule: TaxRule): Promise<void> {
  const order = await lockOrder(tx.db, { orderId });
  // A bill that was completed without the tax is owed no more; opened again, it is taxed.
  if (!order || order.state === "completed") return;
  const lines = taxedAsKnown(order.lines, new Map([[taxId, rule]]));
  await storeOrder(tx, order, { ...order, lines }, "tax");
}

/** A rule that orders were waiting for taxes their lines now. */
export const taxRules = taxRulesWith(async (tx, rules) => {
  lockComingTaxes(
    tx,
    rules.map(({ taxId }) => taxId),
  );
  for (const { taxId, taxName, taxRate } of rules)
    for (const orderId of await ordersAwaitingTax(tx.db, taxId)) await taxLines(tx, orderId, taxId, { name: taxName, rate: taxRate });
});
