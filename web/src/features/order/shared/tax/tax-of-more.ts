import { type TaxRule, TaxRuleStatus } from "@leashline/proto/leashline/account/v1/tax_pb.js";
import type { OrderLine } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { startingTax } from "../../../offering/shared/starting-tax.ts";

/** The tax that one more line of a bill begins with: the one all its taxed lines have, as long as it is in use, else that of what is new in the catalog. */
export function taxOfMore(lines: readonly Pick<OrderLine, "taxId">[], taxes: readonly Pick<TaxRule, "id" | "status">[]): string {
  const [only, ...others] = new Set(lines.map(({ taxId }) => taxId).filter((id) => id !== "0"));
  const inUse = taxes.some(({ id, status }) => id === only && status === TaxRuleStatus.ACTIVE);
  return only && others.length === 0 && inUse ? only : startingTax(taxes);
}
