import { TaxRuleStatus } from "@leashline/proto/leashline/account/v1/tax_pb.js";
import { expect, test } from "vitest";
import { startingTax } from "./starting-tax.ts";

const active = (id: string) => ({ id, status: TaxRuleStatus.ACTIVE });
const ended = { id: "9", status: TaxRuleStatus.INACTIVE };

test.each([
  [[], "0"],
  [[active("7")], "7"],
  [[active("7"), ended], "7"],
  [[ended], "0"],
  [[active("7"), active("8")], "0"],
])("a new service begins with the only tax there is: %j", (rules, taxId) => {
  expect(startingTax(rules)).toBe(taxId);
});
