import type { SmartTipConfig, TipChoices } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";

type Choices = Pick<TipChoices, "type" | "low" | "medium" | "high">;

/** The form: amounts as texts with a point. */
export type TipSetting = { enable: boolean; threshold: string; lower: Choices; upper: Choices };

const standard: Choices = { type: "percentage", low: "15", medium: "20", high: "25" };

const plain = (choices: TipChoices | undefined): Choices => {
  if (!choices) return standard;
  const { type, low, medium, high } = choices;
  return { type, low, medium, high };
};

export const tipSettingOf = ({ enable, lower, upper }: SmartTipConfig): Omit<TipSetting, "threshold"> => ({
  enable,
  lower: plain(lower),
  upper: plain(upper),
});
