import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  CommissionTierType,
  CommissionType,
  type StaffPaySetting,
  type StaffPaySettingSchema,
} from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { amountText, parseMoney, toMinor } from "../../../ui/format/money.ts";

/** What a person earns, as the form holds it: rates in percent and amounts as typed. */
export type PayValues = {
  commission: boolean;
  commissionType: string;
  tierType: string;
  serviceRate: string;
  addOnRate: string;
  tiers: { from: string; rate: string }[];
  hourly: boolean;
  hourlyPay: string;
  tips: boolean;
  tipsRate: string;
};

export const payValues = (pay: StaffPaySetting | undefined): PayValues => ({
  commission: pay?.serviceCommissionEnable ?? false,
  commissionType: String(pay?.commissionType || CommissionType.FIXED),
  tierType: String(pay?.tierType || CommissionTierType.SLIDING),
  serviceRate: String(pay?.servicePayRate ?? 0),
  addOnRate: String(pay?.addonPayRate ?? 0),
  tiers: (pay?.tiers ?? []).map((tier) => ({ from: amountText(tier.fromAmount) || "0", rate: String(tier.rate) })),
  hourly: pay?.hourlyPayEnable ?? false,
  hourlyPay: amountText(pay?.hourlyPay),
  tips: pay?.tipsEnable ?? false,
  tipsRate: String(pay?.tipsPayRate ?? 0),
});

export const payBody = (values: PayValues, currency: string): MessageInitShape<typeof StaffPaySettingSchema> => {
  const money = (text: string) => parseMoney(text || "0", currency);
  return {
    serviceCommissionEnable: values.commission,
    commissionType: Number(values.commissionType),
    tierType: Number(values.tierType),
    servicePayRate: Number(values.serviceRate || 0),
    addonPayRate: Number(values.addOnRate || 0),
    tiers: values.tiers
      .map((tier) => ({ fromAmount: money(tier.from), rate: Number(tier.rate || 0) }))
      .toSorted((a, b) => Number(toMinor(a.fromAmount) - toMinor(b.fromAmount))),
    hourlyPayEnable: values.hourly,
    hourlyPay: money(values.hourlyPay),
    tipsEnable: values.tips,
    tipsPayRate: Number(values.tipsRate || 0),
  };
};

/** Two tiers that begin at the same amount would contradict each other. */
export const tiersProblem = (tiers: PayValues["tiers"], currency: string): string | undefined => {
  const starts = tiers.map((tier) => toMinor(parseMoney(tier.from || "0", currency)));
  return new Set(starts).size < starts.length ? "Two tiers begin at the same amount" : undefined;
};
