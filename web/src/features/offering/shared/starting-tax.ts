import { type TaxRule, TaxRuleStatus } from "@leashline/proto/leashline/account/v1/tax_pb.js";

/** The tax a new service or add-on begins with: the company's only one; "0" where there is none, or several to choose from. */
export const startingTax = (rules: readonly Pick<TaxRule, "id" | "status">[]): string => {
  const [only, ...others] = rules.filter(({ status }) => status === TaxRuleStatus.ACTIVE);
  return only && others.length === 0 ? only.id : "0";
};
