import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { countsBy, MEDICATION } from "@leashline/proto/rules/auto-charges.ts";
import type { MoneyLike } from "./format/money.ts";
import "./plain/plain.css";

/** What one unit of a price stands for, as it is said after the amount: "$10 an hour". */
export const UNIT_WORDS: Partial<Record<PriceUnit, string>> = {
  [PriceUnit.PER_NIGHT]: " a night",
  [PriceUnit.PER_HOUR]: " an hour",
  [PriceUnit.PER_DAY]: " a day",
};

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

/** What is charged for what pets are given, beside what is known to be due. */
export const CareFees = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <p key={text} className="ll-small ll-soft">
      {text}
    </p>
  ));
