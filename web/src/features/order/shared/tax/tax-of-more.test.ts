import { TaxRuleStatus } from "@leashline/proto/leashline/account/v1/tax_pb.js";
import { expect, test } from "vitest";
import { taxOfMore } from "./tax-of-more.ts";

const tax = (id: string, status = TaxRuleStatus.ACTIVE) => ({ id, status });
const gone = TaxRuleStatus.INACTIVE;

test.each([
  { name: "that of all its taxed lines", lines: ["0", "7", "7"], taxes: [tax("7"), tax("8")], begins: "7" },
  { name: "nobody's, where they differ and the company has several", lines: ["7", "8"], taxes: [tax("7"), tax("8")], begins: "0" },
  { name: "the company's only one, where no line has any", lines: ["0"], taxes: [tax("8"), tax("7", gone)], begins: "8" },
  { name: "none that is out of use", lines: ["7"], taxes: [tax("7", gone), tax("8")], begins: "8" },
  { name: "none where there is none", lines: ["0"], taxes: [], begins: "0" },
])("the tax of one more line: $name", ({ lines, taxes, begins }) => {
  expect(
    taxOfMore(
      lines.map((taxId) => ({ taxId })),
      taxes,
    ),
  ).toBe(begins);
});
