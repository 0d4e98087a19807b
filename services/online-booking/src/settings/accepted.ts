import { fail, inList } from "@leashline/kit";
import { AcceptedClientType } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { SettingRow } from "./setting.store.ts";

/** Care types within a sentence, in their order. */
export const careWords: Readonly<Record<string, string>> = {
  GROOMING: "grooming",
  BOARDING: "boarding",
  DAYCARE: "daycare",
  EVALUATION: "evaluations",
  DOG_WALKING: "dog walking",
  GROUP_CLASS: "group classes",
};

export type CareRule = { careType: string; acceptedClientType: AcceptedClientType };
type Setting = Pick<SettingRow, "acceptedClientType" | "acceptedByCare">;

export const careRulesOf = ({ acceptedByCare }: Pick<Setting, "acceptedByCare">): CareRule[] => acceptedByCare as unknown as CareRule[];

/** As they are kept: in the order of the care types, each once. */
export function keptCareRules(rules: readonly CareRule[]): CareRule[] {
  const cares = rules.map(({ careType }) => careType);
  const unknown = cares.findIndex((careType) => !Object.hasOwn(careWords, careType));
  if (unknown >= 0) throw fail("PARAMS_INVALID", { field: `acceptedByCare.rules.${unknown}.careType`, reason: "is no care type" });
  const twice = cares.findIndex((careType, index) => cares.indexOf(careType) !== index);
  if (twice >= 0) throw fail("PARAMS_INVALID", { field: inList("acceptedByCare.rules", twice, "careType"), reason: "has a rule already" });
  return Object.keys(careWords).flatMap((careType) =>
    rules.filter((one) => one.careType === careType).map(({ acceptedClientType }) => ({ careType, acceptedClientType })),
  );
}

/** Why somebody may not book what they ask for; undefined where they may. */
export function refusedFor(setting: Setting, careTypes: readonly string[], isKnown: boolean): string | undefined {
  for (const careType of careTypes.length > 0 ? careTypes : [""]) {
    const own = careRulesOf(setting).find((rule) => rule.careType === careType);
    const rule = own?.acceptedClientType ?? setting.acceptedClientType;
    const what = own ? careWords[careType] : undefined;
    if (rule === AcceptedClientType.EXISTING && !isKnown)
      return `This business takes online bookings${what ? ` for ${what}` : ""} from its clients only. Please call to book your first visit.`;
    if (rule === AcceptedClientType.NEW && isKnown)
      return what
        ? `Online, ${what} can be booked for a first visit only. Please call to book your next one.`
        : "Please call to book your next visit.";
  }
  return undefined;
}
