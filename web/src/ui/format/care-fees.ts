import { countsBy, MEDICATION } from "@leashline/proto/rules/auto-charges.ts";
import type { MoneyLike } from "./money.ts";

type Fee = { name: string; price?: MoneyLike | undefined; surchargeType: number; applyType: number };

/** "Medication fee: $2.00 each time medication is given"; empty for a charge that the visit alone makes due. */
export const careFeeText = ({ name, price, surchargeType, applyType }: Fee, money: (value: MoneyLike | undefined) => string): string => {
  const { forCare, perPet } = countsBy({ surchargeType, applyType });
  if (!forCare) return "";
  const [each, pet, once] =
    forCare.kind === MEDICATION
      ? ["each time medication is given", "for each pet that is given medication", "if medication is given"]
      : ["each time a pet is fed", "for each pet that is fed", "if a pet is fed"];
  return `${name}: ${money(price)} ${forCare.each ? each : perPet ? pet : once}`;
};
