import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, toMoney } from "@leashline/kit";
import type { PaymentSettingSchema, SmartTipConfigSchema } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import type { Setting, SmartTip } from "./setting.ts";

const testKey = /^[rs]k_test_/;
const liveKey = /^[rs]k_live_/;

export const toSetting = (
  businessId: string,
  setting: Setting,
  { caller: { currency }, runtime }: Ctx,
): MessageInitShape<typeof PaymentSettingSchema> => ({
  businessId,
  processingFeePaidBy: setting.feePaidBy,
  customFeeName: setting.feeName,
  onlineFee: { percentage: setting.onlinePercentage, fixed: toMoney(setting.onlineFixed, currency) },
  readerFee: { percentage: setting.readerPercentage, fixed: toMoney(setting.readerFixed, currency) },
  skipTipping: setting.skipTipping,
  customTipping: setting.customTipping,
  primaryPayType: setting.primaryPayType,
  version: setting.version,
  testMode: testKey.test(runtime.config.env.LEASHLINE_STRIPE_SECRET_KEY ?? ""),
  cardsLive: liveKey.test(runtime.config.env.LEASHLINE_STRIPE_SECRET_KEY ?? ""),
});

export const toSmartTip = (businessId: string, tip: SmartTip, currency: string): MessageInitShape<typeof SmartTipConfigSchema> => ({
  businessId,
  enable: tip.enable,
  threshold: toMoney(tip.threshold, currency),
  lower: tip.lower,
  upper: tip.upper,
  version: tip.version,
});
