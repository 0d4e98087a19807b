import { fail, implement, named, quietMinutes } from "@leashline/kit";
import {
  type UpdateWaitlistOfferSettingRequest,
  UpdateWaitlistOfferSettingRequestSchema,
  WaitlistOfferSettingService,
} from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_setting_pb.js";
import { command, query } from "../db.ts";
import { settingOf } from "../settings/kept-setting.ts";
import {
  type OfferSetting,
  type OfferSettingChange,
  readOfferSetting,
  saveOfferSetting,
  standard,
} from "../waitlist/offering/offer-setting.store.ts";

const MOST_QUIET = 16 * 60;

const wire = (businessId: string, setting: OfferSetting) => ({ ...setting, businessId });

function changeOf(request: UpdateWaitlistOfferSettingRequest): OfferSettingChange {
  const fields = named(UpdateWaitlistOfferSettingRequestSchema, request, request.updateMask);
  const { byItself, answerMinutes, quietFrom, quietTo, cutOffMinutes } = request;
  return {
    ...(fields.has("byItself") && { byItself: byItself ?? standard.byItself }),
    ...(fields.has("answerMinutes") && { answerMinutes: answerMinutes ?? standard.answerMinutes }),
    ...(fields.has("quietFrom") && { quietFrom: quietFrom ?? standard.quietFrom }),
    ...(fields.has("quietTo") && { quietTo: quietTo ?? standard.quietTo }),
    ...(fields.has("cutOffMinutes") && { cutOffMinutes: cutOffMinutes ?? standard.cutOffMinutes }),
  };
}

export const offerSettingRpc = implement(WaitlistOfferSettingService, {
  async getWaitlistOfferSetting({ businessId }, ctx) {
    return { setting: wire(businessId, await query(ctx, (db) => readOfferSetting(db, businessId))) };
  },

  async updateWaitlistOfferSetting(request, ctx) {
    const { businessId, version } = request;
    const change = changeOf(request);
    await settingOf(ctx, businessId);
    const { after } = await command(ctx, async (tx) => {
      const { before, after } = await saveOfferSetting(tx, businessId, version, change);
      if (quietMinutes(after) > MOST_QUIET) throw fail("PARAMS_INVALID", { field: "quietTo", reason: "at most 16 quiet hours a day" });
      tx.log({ entity: "waitlist_offer_setting", id: businessId, action: "update", businessId, before, after });
      tx.notify("online_booking.setting", { businessId });
      return { after };
    });
    return { setting: wire(businessId, after) };
  },
});
