import { fail, implement, inList, named } from "@leashline/kit";
import {
  AutomationService,
  type UpdateAutomationSettingRequest,
  UpdateAutomationSettingRequestSchema,
} from "@leashline/proto/leashline/online_booking/v1/automation_pb.js";
import type { Updateable } from "kysely";
import type { DB } from "../db.ts";
import { saveSetting, settingOf } from "../settings/kept-setting.ts";
import type { SettingRow } from "../settings/setting.store.ts";
import { inOrder, type Rule } from "./automation.ts";

export const rulesOf = ({ autoAcceptRules }: SettingRow): Rule[] => autoAcceptRules as unknown as Rule[];

const wire = (row: SettingRow) => ({
  businessId: row.businessId,
  autoAccept: row.autoAccept,
  rules: rulesOf(row),
  autoAssign: row.autoAssign,
  version: row.revision,
});

function changeOf(request: UpdateAutomationSettingRequest): Updateable<DB["setting"]> {
  const fields = named(UpdateAutomationSettingRequestSchema, request, request.updateMask);
  return {
    ...(fields.has("autoAccept") && { autoAccept: request.autoAccept ?? false }),
    ...(fields.has("autoAssign") && { autoAssign: request.autoAssign ?? false }),
    ...(fields.has("rules") && { autoAcceptRules: JSON.stringify(kept(request.rules)) }),
  };
}

function kept(rules: readonly Rule[]): Rule[] {
  const twice = rules.findIndex(({ careType }, at) => rules.findIndex((one) => one.careType === careType) !== at);
  if (twice >= 0) throw fail("PARAMS_INVALID", { field: inList("rules", twice, "careType"), reason: "a care type has one rule" });
  return inOrder(rules).map(({ careType, isEnable, acceptClientType, profileUpdateCondition, vaccineStatusCondition }) => ({
    careType,
    isEnable,
    acceptClientType,
    profileUpdateCondition,
    vaccineStatusCondition,
  }));
}

export const automationRpc = implement(AutomationService, {
  async getAutomationSetting({ businessId }, ctx) {
    return { setting: wire(await settingOf(ctx, businessId)) };
  },

  async updateAutomationSetting(request, ctx) {
    const { businessId, version: revision } = request;
    return { setting: wire(await saveSetting(ctx, { businessId, revision, change: changeOf(request) })) };
  },
});
