import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, toMoney } from "@leashline/kit";
import type { PaymentSettingSchema, SmartTipConfigSchema } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { type CardSetup, cardSetupOf } from "../provider/card-setup.ts";
import { feeStep } from "./fee-terms.ts";
import type { Setting, SmartTip } from "./setting.ts";

export const toSetting = (
  businessId: string,
  setting: Setting,
  ctx: Ctx,
  account: string | null,
): MessageInitShape<typeof PaymentSettingSchema> => ({
  businessId,
  amountStep: feeStep(ctx, ctx.caller.currency).toString(),
  processingFeePaidBy: setting.feePaidBy,
  customFeeName: setting.feeName,
  onlineFee: { percentage: setting.onlinePercentage, fixed: toMoney(setting.onlineFixed, ctx.caller.currency) },
  readerFee: { percentage: setting.readerPercentage, fixed: toMoney(setting.readerFixed, ctx.caller.currency) },
  skipTipping: setting.skipTipping,
  customTipping: setting.customTipping,
  primaryPayType: setting.primaryPayType,
  depositReturnPercentage: setting.depositReturnPercentage,
  depositReturnHours: setting.depositReturnHours,
  bankDebits: setting.bankDebits,
  version: setting.version,
  ...toCards(cardSetupOf(ctx.runtime.config.env), account),
});

const toCards = ({ mode, publishableKey, scriptUrl, missing }: CardSetup, account: string | null) => ({
  testMode: mode === "test",
  cardsLive: mode === "live" && account !== null,
  cardsNeedAccount: account === null,
  publishableKey: account === null ? "" : publishableKey,
  cardScriptUrl: account === null ? "" : scriptUrl,
  cardAccount: account ?? "",
  cardsMissing: [...missing],
});

export const toSmartTip = (businessId: string, tip: SmartTip, currency: string): MessageInitShape<typeof SmartTipConfigSchema> => ({
  businessId,
  enable: tip.enable,
  threshold: toMoney(tip.threshold, currency),
  lower: tip.lower,
  upper: tip.upper,
  version: tip.version,
});
