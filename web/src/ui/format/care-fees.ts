import { CareKind } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { ChargeApplyType as Apply } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { countsBy } from "@leashline/proto/rules/auto-charges.ts";
import type { MoneyLike } from "./money.ts";

type Fee = { name: string; price?: MoneyLike | undefined; surchargeType: number; applyType: number };

/** "Medication fee: $2.00 each time medication is given"; empty for a charge that the visit alone makes due. */
export const careFeeText = ({ name, price, surchargeType, applyType }: Fee, money: (value: MoneyLike | undefined) => string): string => {
  const kind = countsBy({ surchargeType, applyType }).forCare?.kind;
  if (kind === undefined) return "";
  const isMedication = kind === CareKind.MEDICATION;
  const when: Record<number, string> = {
    [Apply.PER_ADMINISTRATION]: isMedication ? "each time medication is given" : "each time a pet is fed",
    [Apply.PER_PET]: isMedication ? "for each pet that is given medication" : "for each pet that is fed",
  };
  return `${name}: ${money(price)} ${when[applyType] ?? (isMedication ? "if medication is given" : "if a pet is fed")}`;
};
