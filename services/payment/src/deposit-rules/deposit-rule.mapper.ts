import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import type { DepositRuleSchema } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import type { DepositRuleRow } from "./deposit-rule.store.ts";

export const toDepositRule = (row: DepositRuleRow): MessageInitShape<typeof DepositRuleSchema> => ({
  depositRuleId: row.id,
  name: row.name,
  type: row.type,
  value: row.value,
  newClientsOnly: row.newClientsOnly,
  version: row.version,
  createTime: toTimestamp(row.createTime),
  updateTime: toTimestamp(row.updateTime),
});
