import { type Ctx, completed, decimalsOf, fail, fromMoney, implement, mustBeCurrent, named, toMoney } from "@leashline/kit";
import {
  type PaymentSetting,
  PaymentSettingSchema,
  PaymentSettingService,
  type SmartTipConfig,
  SmartTipConfigSchema,
  type TipChoices,
} from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { command, query } from "../db.ts";
import { isAmount, isPercent, processingFee } from "./fee.ts";
import {
  type Choices,
  findSetting,
  findSmartTip,
  type Setting,
  type SmartTip,
  saveSetting,
  saveSmartTip,
  standardChoices,
  standardFeeName,
} from "./setting.store.ts";

type Asked = { businessId: string };

function businessOf(req: Asked, ctx: Ctx): string {
  const businessId = req.businessId !== "0" ? req.businessId : ctx.businessId;
  if (ctx.caller.via === "" && !ctx.caller.businessIds.includes(businessId)) throw fail("NO_PERMISSION");
  return businessId;
}

const testKey = /^sk_test_/;

const message = (businessId: string, s: Setting, { caller: { currency }, runtime }: Ctx) => ({
  businessId,
  processingFeePaidBy: s.feePaidBy,
  customFeeName: s.feeName,
  onlineFee: { percentage: s.onlinePercentage, fixed: toMoney(s.onlineFixed, currency) },
  readerFee: { percentage: s.readerPercentage, fixed: toMoney(s.readerFixed, currency) },
  skipTipping: s.skipTipping,
  customTipping: s.customTipping,
  primaryPayType: s.primaryPayType,
  version: s.version,
  testMode: testKey.test(runtime.config.env.LEASHLINE_STRIPE_SECRET_KEY ?? ""),
});

function percent(text: string, field: string): string {
  if (!isPercent(text)) throw fail("PARAMS_INVALID", { field, reason: "a percentage such as 2.9" });
  return text;
}

function fee(given: PaymentSetting["onlineFee"], field: string): { percentage: string; fixed: bigint } {
  return { percentage: percent(given?.percentage || "0", `${field}.percentage`), fixed: fromMoney(given?.fixed).minor };
}

function mergedSetting(current: Setting, given: PaymentSetting, fields: ReadonlySet<string>): Setting {
  const online = fields.has("onlineFee") ? fee(given.onlineFee, "setting.onlineFee") : null;
  const reader = fields.has("readerFee") ? fee(given.readerFee, "setting.readerFee") : null;
  return {
    feePaidBy: fields.has("processingFeePaidBy") && given.processingFeePaidBy === "client" ? "client" : whoPays(current, given, fields),
    feeName: fields.has("customFeeName") ? given.customFeeName.trim() || standardFeeName : current.feeName,
    onlinePercentage: online?.percentage ?? current.onlinePercentage,
    onlineFixed: online?.fixed ?? current.onlineFixed,
    readerPercentage: reader?.percentage ?? current.readerPercentage,
    readerFixed: reader?.fixed ?? current.readerFixed,
    skipTipping: fields.has("skipTipping") ? given.skipTipping : current.skipTipping,
    customTipping: fields.has("customTipping") ? given.customTipping : current.customTipping,
    primaryPayType: fields.has("primaryPayType") ? given.primaryPayType || 1 : current.primaryPayType,
    version: current.version + 1,
  };
}

const whoPays = (current: Setting, given: PaymentSetting, fields: ReadonlySet<string>): Setting["feePaidBy"] =>
  fields.has("processingFeePaidBy") && given.processingFeePaidBy === "business" ? "business" : current.feePaidBy;

const tipMessage = (businessId: string, t: SmartTip, currency: string) => ({
  businessId,
  enable: t.enable,
  threshold: toMoney(t.threshold, currency),
  lower: t.lower,
  upper: t.upper,
  version: t.version,
});

function choices(given: TipChoices | undefined, field: string, currency: string): Choices {
  if (!given) return standardChoices;
  const type = given.type === "amount" ? "amount" : "percentage";
  const decimals = decimalsOf(currency);
  const fits = (text: string): boolean => (type === "amount" ? isAmount(text, decimals) : isPercent(text));
  for (const level of ["low", "medium", "high"] as const) {
    if (!fits(given[level]))
      throw fail("PARAMS_INVALID", { field: `${field}.${level}`, reason: type === "amount" ? "an amount" : "a percentage" });
  }
  return { type, low: given.low, medium: given.medium, high: given.high };
}

function mergedTip(current: SmartTip, given: SmartTipConfig, fields: ReadonlySet<string>, currency: string): SmartTip {
  const threshold = fields.has("threshold") ? fromMoney(given.threshold).minor : current.threshold;
  return {
    enable: fields.has("enable") ? given.enable : current.enable,
    threshold,
    lower: fields.has("lower") ? choices(given.lower, "config.lower", currency) : current.lower,
    upper: fields.has("upper") ? choices(given.upper, "config.upper", currency) : current.upper,
    version: current.version + 1,
  };
}

export const settingRpc = implement(PaymentSettingService, {
  getPaymentSetting: async (req, ctx) => {
    const businessId = businessOf(req, ctx);
    return { setting: message(businessId, await query(ctx, (db) => findSetting(db, businessId)), ctx) };
  },

  updatePaymentSetting: async (req, ctx) => {
    const businessId = businessOf(req.setting!, ctx);
    return await command(ctx, async (tx) => {
      const current = await findSetting(tx.db, businessId);
      mustBeCurrent(req.version, current.version);
      const given = completed(PaymentSettingSchema, message(businessId, current, ctx), req.setting!, req.updateMask);
      const next = mergedSetting(current, given, named(PaymentSettingSchema, given, req.updateMask));
      await saveSetting(tx, businessId, next);
      tx.log({ entity: "payment_setting", id: businessId, action: "update", businessId, before: current, after: next });
      return { setting: message(businessId, next, ctx) };
    });
  },

  quoteProcessingFee: async (req, ctx) => {
    const s = await query(ctx, (db) => findSetting(db, businessOf(req, ctx)));
    const rate = req.reader
      ? { percentage: s.readerPercentage, fixed: s.readerFixed }
      : { percentage: s.onlinePercentage, fixed: s.onlineFixed };
    const { minor, currency } = fromMoney(req.amount, ctx.caller.currency);
    return { fee: toMoney(processingFee(minor, rate), currency), feeName: s.feeName, paidBy: s.feePaidBy };
  },

  getSmartTipConfig: async (req, ctx) => {
    const businessId = businessOf(req, ctx);
    return { config: tipMessage(businessId, await query(ctx, (db) => findSmartTip(db, businessId)), ctx.caller.currency) };
  },

  updateSmartTipConfig: async (req, ctx) => {
    const businessId = businessOf(req.config!, ctx);
    return await command(ctx, async (tx) => {
      const current = await findSmartTip(tx.db, businessId);
      mustBeCurrent(req.version, current.version);
      const before = tipMessage(businessId, current, ctx.caller.currency);
      const given = completed(SmartTipConfigSchema, before, req.config!, req.updateMask);
      const next = mergedTip(current, given, named(SmartTipConfigSchema, given, req.updateMask), ctx.caller.currency);
      await saveSmartTip(tx, businessId, next);
      tx.log({ entity: "smart_tip", id: businessId, action: "update", businessId, before: current, after: next });
      return { config: tipMessage(businessId, next, ctx.caller.currency) };
    });
  },
});
