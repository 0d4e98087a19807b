import {
  ChargeApplyType as Apply,
  type ServiceCharge,
  SurchargeType as Type,
} from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { amountText, parseMoney } from "../../../ui/format/money.ts";

/** The surcharges that fall due by themselves: how their address and their list call them. */
export const SURCHARGES = [
  { type: Type.LATE_PICK_UP, path: "late-pick-up", label: "Late pick-up", time: "Pick-up after" },
  { type: Type.EARLY_DROP_OFF, path: "early-drop-off", label: "Early drop-off", time: "Drop-off before" },
] as const;

export const surchargeOf = (type: Type) => SURCHARGES.find((one) => one.type === type);

export const APPLIES = [
  { value: String(Apply.PER_VISIT), label: "Once" },
  { value: String(Apply.PER_PET), label: "For each pet" },
  { value: String(Apply.PER_HOUR), label: "For each hour begun" },
];

export const EVENING = 18 * 60;

export const valuesOf = (charge: ServiceCharge | undefined, type: Type) => ({
  name: charge?.name ?? surchargeOf(type)?.label ?? "",
  price: charge ? amountText(charge.price) : "",
  isActive: charge?.isActive ?? true,
  time: charge?.time ?? (type === Type.EARLY_DROP_OFF ? 7 * 60 : EVENING),
  applyType: String(charge?.applyType || Apply.PER_VISIT),
  autoApply: charge?.autoApply ?? false,
  careTypes: charge?.careTypes ?? [],
  businessIds: charge?.businessIds ?? [],
});
export type Values = ReturnType<typeof valuesOf>;

export const onWire = ({ price, applyType, ...same }: Values, type: Type, currencyCode: string) => {
  const money = parseMoney(price || "0", currencyCode);
  return {
    ...same,
    surchargeType: type,
    applyType: Number(applyType),
    time: type === Type.UNSPECIFIED ? 0 : same.time,
    ...(type !== Type.UNSPECIFIED && { autoApply: false, careTypes: [], businessIds: [] }),
    ...(money && { price: money }),
  };
};
