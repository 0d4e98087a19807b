import { decimalsOf, fail, fromMoney } from "@leashline/kit";
import type { PaymentSetting, SmartTipConfig, TipChoices } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { isAmount, isPercent } from "./fee.ts";

export type FeePayer = "business" | "client";

export type Setting = {
  feePaidBy: FeePayer;
  feeName: string;
  onlinePercentage: string;
  onlineFixed: bigint;
  readerPercentage: string;
  readerFixed: bigint;
  skipTipping: boolean;
  customTipping: boolean;
  primaryPayType: number;
  /** Empty: no deposit goes back by itself. */
  depositReturnPercentage: string;
  depositReturnHours: number;
  bankDebits: boolean;
  version: number;
};

export const standardFeeName = "Fees";

/** What a business has until it says otherwise: the processor's usual fees, paid by the business. */
export const standardSetting: Setting = {
  feePaidBy: "business",
  feeName: standardFeeName,
  onlinePercentage: "2.9",
  onlineFixed: 30n,
  readerPercentage: "2.6",
  readerFixed: 10n,
  skipTipping: false,
  customTipping: true,
  primaryPayType: 1,
  depositReturnPercentage: "",
  depositReturnHours: 24,
  bankDebits: false,
  version: 0,
};

export type Choices = { type: "amount" | "percentage"; low: string; medium: string; high: string };
export type SmartTip = { enable: boolean; threshold: bigint; lower: Choices; upper: Choices; version: number };

/** Growth §9: 15, 20 and 25 percent. */
export const standardChoices: Choices = { type: "percentage", low: "15", medium: "20", high: "25" };
export const standardSmartTip: SmartTip = { enable: false, threshold: 0n, lower: standardChoices, upper: standardChoices, version: 0 };

const isPayer = (text: string): text is FeePayer => text === "business" || text === "client";

function fee(given: PaymentSetting["onlineFee"], field: string): { percentage: string; fixed: bigint } {
  const percentage = given?.percentage || "0";
  if (!isPercent(percentage)) throw fail("PARAMS_INVALID", { field: `${field}.percentage`, reason: "a percentage such as 2.9" });
  return { percentage, fixed: fromMoney(given?.fixed).minor };
}

function percentageOrNone(given: string): string {
  if (given !== "" && !isPercent(given))
    throw fail("PARAMS_INVALID", { field: "setting.depositReturnPercentage", reason: "a percentage such as 50" });
  return given;
}

/** The setting with the named fields as given. */
export function mergedSetting(current: Setting, given: PaymentSetting, fields: ReadonlySet<string>): Setting {
  const online = fields.has("onlineFee") ? fee(given.onlineFee, "setting.onlineFee") : null;
  const reader = fields.has("readerFee") ? fee(given.readerFee, "setting.readerFee") : null;
  const payer = given.processingFeePaidBy;
  return {
    feePaidBy: fields.has("processingFeePaidBy") && isPayer(payer) ? payer : current.feePaidBy,
    feeName: fields.has("customFeeName") ? given.customFeeName.trim() || standardFeeName : current.feeName,
    onlinePercentage: online?.percentage ?? current.onlinePercentage,
    onlineFixed: online?.fixed ?? current.onlineFixed,
    readerPercentage: reader?.percentage ?? current.readerPercentage,
    readerFixed: reader?.fixed ?? current.readerFixed,
    skipTipping: fields.has("skipTipping") ? given.skipTipping : current.skipTipping,
    customTipping: fields.has("customTipping") ? given.customTipping : current.customTipping,
    primaryPayType: fields.has("primaryPayType") ? given.primaryPayType || 1 : current.primaryPayType,
    depositReturnPercentage: fields.has("depositReturnPercentage")
      ? percentageOrNone(given.depositReturnPercentage)
      : current.depositReturnPercentage,
    depositReturnHours: fields.has("depositReturnHours") ? given.depositReturnHours : current.depositReturnHours,
    bankDebits: fields.has("bankDebits") ? given.bankDebits : current.bankDebits,
    version: current.version + 1,
  };
}

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

/** The same for tips that are suggested. */
export function mergedSmartTip(current: SmartTip, given: SmartTipConfig, fields: ReadonlySet<string>, currency: string): SmartTip {
  return {
    enable: fields.has("enable") ? given.enable : current.enable,
    threshold: fields.has("threshold") ? fromMoney(given.threshold).minor : current.threshold,
    lower: fields.has("lower") ? choices(given.lower, "config.lower", currency) : current.lower,
    upper: fields.has("upper") ? choices(given.upper, "config.upper", currency) : current.upper,
    version: current.version + 1,
  };
}
