import { type Ctx, completed, fail, fromMoney, implement, mustBeCurrent, named, reachesBusiness, toMoney } from "@leashline/kit";
import {
  PaymentSettingSchema,
  PaymentSettingService,
  SmartTipConfigSchema,
} from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { command, query } from "../db.ts";
import { accountForCards } from "../provider-accounts/may-take-cards.ts";
import { costTerms, feeStep, onTopOf } from "./fee-terms.ts";
import { toSetting, toSmartTip } from "./setting.mapper.ts";
import { findSetting, findSmartTip, saveSetting, saveSmartTip } from "./setting.store.ts";
import { mergedSetting, mergedSmartTip } from "./setting.ts";

function businessOf(req: { businessId: string }, ctx: Ctx): string {
  const businessId = req.businessId !== "0" ? req.businessId : ctx.businessId;
  if (!reachesBusiness(ctx, businessId)) throw fail("NO_PERMISSION");
  return businessId;
}

export const settingRpc = implement(PaymentSettingService, {
  async getPaymentSetting(req, ctx) {
    const businessId = businessOf(req, ctx);
    return await query(ctx, async (db) => {
      const account = await accountForCards(db, ctx, businessId);
      return { setting: toSetting(businessId, await findSetting(db, businessId), ctx, account) };
    });
  },

  async updatePaymentSetting(req, ctx) {
    const businessId = businessOf(req.setting!, ctx);
    return await command(ctx, async (tx) => {
      const current = await findSetting(tx.db, businessId);
      mustBeCurrent(req.version, current.version);
      const account = await accountForCards(tx.db, ctx, businessId);
      const given = completed(PaymentSettingSchema, toSetting(businessId, current, ctx, account), req.setting!, req.updateMask);
      const next = mergedSetting(current, given, named(PaymentSettingSchema, given, req.updateMask));
      await saveSetting(tx.db, businessId, next);
      tx.log({ entity: "payment_setting", id: businessId, action: "update", businessId, before: current, after: next });
      tx.notify("payment.changed", { businessId });
      return { setting: toSetting(businessId, next, ctx, account) };
    });
  },

  async quoteProcessingFee(req, ctx) {
    const s = await query(ctx, (db) => findSetting(db, businessOf(req, ctx)));
    const { minor, currency } = fromMoney(req.amount, ctx.caller.currency);
    const { convenienceFee } = onTopOf(minor, costTerms(s, req.reader, feeStep(ctx, currency)));
    return { fee: toMoney(convenienceFee, currency), feeName: s.feeName, paidBy: s.feePaidBy };
  },

  async getSmartTipConfig(req, ctx) {
    const businessId = businessOf(req, ctx);
    return { config: toSmartTip(businessId, await query(ctx, (db) => findSmartTip(db, businessId)), ctx.caller.currency) };
  },

  async updateSmartTipConfig(req, ctx) {
    const businessId = businessOf(req.config!, ctx);
    return await command(ctx, async (tx) => {
      const current = await findSmartTip(tx.db, businessId);
      mustBeCurrent(req.version, current.version);
      const before = toSmartTip(businessId, current, ctx.caller.currency);
      const given = completed(SmartTipConfigSchema, before, req.config!, req.updateMask);
      const next = mergedSmartTip(current, given, named(SmartTipConfigSchema, given, req.updateMask), ctx.caller.currency);
      await saveSmartTip(tx.db, businessId, next);
      tx.log({ entity: "smart_tip", id: businessId, action: "update", businessId, before: current, after: next });
      return { config: toSmartTip(businessId, next, ctx.caller.currency) };
    });
  },
});
