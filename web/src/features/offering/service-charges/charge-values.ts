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
  { type: Type.MEDICATION, path: "medication", label: "Medication fee", time: "" },
  { type: Type.FEEDING, path: "feeding", label: "Feeding fee", time: "" },
] as const;

/** Due for what pets are given, and not by a time. */
export const isForCare = (type: Type): boolean => type === Type.MEDICATION || type === Type.FEEDING;

/** Due by the time at which pets come or leave. */
const isForTime = (type: Type): boolean => type === Type.LATE_PICK_UP || type === Type.EARLY_DROP_OFF;

export const surchargeOf = (type: Type) => SURCHARGES.find((one) => one.type === type);

export const APPLIES = [
  { value: String(Apply.PER_VISIT), label: "Once" },
  { value: String(Apply.PER_PET), label: "For each pet" },
  { value: String(Apply.PER_HOUR), label: "For each hour begun" },
  { value: String(Apply.PER_ADMINISTRATION), label: "Each time it is given" },
];

/** How often a charge of a kind can be taken, the usual way first. */
export const appliesOf = (type: Type) => {
  const usual = [Apply.PER_VISIT, Apply.PER_PET];
  const ways = isForCare(type) ? [Apply.PER_ADMINISTRATION, ...usual] : type === Type.UNSPECIFIED ? usual : [...usual, Apply.PER_HOUR];
  return ways.flatMap((way) => APPLIES.filter(({ value }) => value === String(way)));
};

export const EVENING = 18 * 60;

export const valuesOf = (charge: ServiceCharge | undefined, type: Type, taxId = "0") => ({
  name: charge?.name ?? surchargeOf(type)?.label ?? "",
  price: charge ? amountText(charge.price) : "",
  isActive: charge?.isActive ?? true,
  time: charge?.time ?? (type === Type.EARLY_DROP_OFF ? 7 * 60 : EVENING),
  applyType: String(charge?.applyType || (isForCare(type) ? Apply.PER_ADMINISTRATION : Apply.PER_VISIT)),
  autoApply: charge?.autoApply ?? false,
  careTypes: charge?.careTypes ?? (isForTime(type) ? ["BOARDING", "DAYCARE"] : []),
  businessIds: charge?.businessIds ?? [],
  taxId: charge?.taxId ?? taxId,
});
export type Values = ReturnType<typeof valuesOf>;

export const onWire = ({ price, applyType, ...same }: Values, type: Type, currencyCode: string) => {
  const money = parseMoney(price || "0", currencyCode);
  return {
    ...same,
    surchargeType: type,
    applyType: Number(applyType),
    time: isForTime(type) ? same.time : 0,
    ...(type !== Type.UNSPECIFIED && { autoApply: isForCare(type) }),
    ...(money && { price: money }),
  };
};
