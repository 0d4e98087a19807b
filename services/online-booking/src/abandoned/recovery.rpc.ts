import { fail, implement, named } from "@leashline/kit";
import {
  RecoveryMessageService,
  type UpdateRecoveryMessageSettingRequest,
  UpdateRecoveryMessageSettingRequestSchema,
} from "@leashline/proto/leashline/online_booking/v1/recovery_message_pb.js";
import { command, query } from "../db.ts";
import { settingOf } from "../settings/kept-setting.ts";
import { type RecoveryChange, readRecovery, saveRecovery } from "./recovery.store.ts";
import { messageOf, type Recovery, ruleDayOf, STANDARD_MESSAGE, standard } from "./recovery.ts";

const wire = (businessId: string, { message, ...setting }: Recovery) => ({ ...setting, businessId, message: message || STANDARD_MESSAGE });

function changeOf(request: UpdateRecoveryMessageSettingRequest): RecoveryChange {
  const fields = named(UpdateRecoveryMessageSettingRequestSchema, request, request.updateMask);
  const { isEnabled, clientTypes, message, abandonedSteps, sendOutType, onTypeDays, onTypeMinute, waitForTypeMinute } = request;
  if (fields.has("onTypeDays") && !ruleDayOf(onTypeDays)) throw fail("PARAMS_INVALID", { field: "onTypeDays", message: "unknown ruleDay" });
  const days = [...new Set(onTypeDays)].sort((a, b) => a - b);
  return {
    ...(fields.has("isEnabled") && { isEnabled: isEnabled ?? standard.isEnabled }),
    ...(fields.has("clientTypes") && { clientTypes }),
    ...(fields.has("message") && { message: messageOf(message ?? "") }),
    ...(fields.has("abandonedSteps") && { abandonedSteps }),
    ...(fields.has("sendOutType") && { sendOutType: sendOutType ?? standard.sendOutType }),
    ...(fields.has("onTypeDays") && { onTypeDays: days }),
    ...(fields.has("onTypeMinute") && { onTypeMinute: onTypeMinute ?? standard.onTypeMinute }),
    ...(fields.has("waitForTypeMinute") && { waitForTypeMinute: waitForTypeMinute ?? standard.waitForTypeMinute }),
  };
}

export const recoveryRpc = implement(RecoveryMessageService, {
  async getRecoveryMessageSetting({ businessId }, ctx) {
    return { setting: wire(businessId, await query(ctx, (db) => readRecovery(db, businessId))) };
  },

  async updateRecoveryMessageSetting(request, ctx) {
    const { businessId, version } = request;
    const change = changeOf(request);
    await settingOf(ctx, businessId);
    const { after } = await command(ctx, async (tx) => {
      const { before, after } = await saveRecovery(tx, businessId, version, change);
      tx.log({ entity: "recovery_message", id: businessId, action: "update", businessId, before, after });
      tx.notify("online_booking.setting", { businessId });
      return { after };
    });
    return { setting: wire(businessId, after) };
  },
});
