import { type TaxRule, TaxRuleStatus } from "@leashline/proto/leashline/account/v1/tax_pb.js";

/** The tax a new service or add-on begins with: the company's only one; "0" where there is none, or several to choose from. */
export const startingTax = (rules: readonly Pick<TaxRule, "id" | "status">[]): string => {
  const [only, ...others] = rules.filter(({ status }) => status === TaxRuleStatus.ACTIVE);
  return only && others.length === 0 ? only.id : "0";
};

/** What a form offers as the tax of something sold. */
export const taxOptions = (taxes: readonly TaxRule[]) => [
  { value: "0", label: "No tax" },
  ...taxes.map((tax) => ({ value: tax.id, label: `${tax.taxName} (${tax.taxRate}%)` })),
];
