import type { MessageInitShape } from "@bufbuild/protobuf";
import type { TaxRuleChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { TaxRuleSchema } from "@leashline/proto/leashline/account/v1/tax_pb.js";
import type { TaxRow } from "./tax.store.ts";

/** Percent as people write it: "10.2500" reads "10.25", "10.0000" reads "10". */
export const plainRate = (stored: string): string => (stored.includes(".") ? stored.replace(/\.?0+$/, "") : stored);

export const toTaxRule = (row: TaxRow): MessageInitShape<typeof TaxRuleSchema> => ({
  id: row.id,
  taxName: row.taxName,
  taxRate: plainRate(row.taxRate),
  status: row.status,
  companyId: row.companyId,
  isDeleted: row.deletedAt !== null,
  version: row.version,
});

export const taxChanged = (row: TaxRow): MessageInitShape<typeof TaxRuleChangedSchema> => ({
  taxId: row.id,
  taxName: row.taxName,
  taxRate: plainRate(row.taxRate),
  deleted: row.deletedAt !== null,
});
