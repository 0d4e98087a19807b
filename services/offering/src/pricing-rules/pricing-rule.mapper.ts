import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import type { PricingRuleSchema } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import type { PricingRuleRow } from "./pricing-rule.store.ts";
import { faultOf } from "./pricing-rule.ts";

export const toPricingRule = (row: PricingRuleRow, living: ReadonlySet<string>): MessageInitShape<typeof PricingRuleSchema> => ({
  pricingRuleId: row.id,
  name: row.name,
  ruleType: row.ruleType,
  serviceItemType: row.careType,
  active: row.active,
  allServicesApplicable: row.allServices,
  selectedServices: row.serviceIds,
  ruleItems: row.items.map(({ startDate, endDate, amountMinor, weekdays, name = "", ...item }) => ({
    ...item,
    name,
    weekdays: [...weekdays],
    ...(startDate && { startDate: toWireDate(startDate) }),
    ...(endDate && { endDate: toWireDate(endDate) }),
    ...(amountMinor !== null && { amount: toMoney(amountMinor, row.currency) }),
  })),
  version: row.version,
  createTime: toTimestamp(row.createTime),
  updateTime: toTimestamp(row.updateTime),
  invalidReason: faultOf(row, living)?.reason ?? "",
});
