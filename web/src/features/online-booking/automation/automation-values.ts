import {
  type AutomationSetting,
  ProfileUpdateCondition,
  VaccineStatusCondition,
} from "@leashline/proto/leashline/online_booking/v1/automation_pb.js";
import { AcceptedClientType } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";

/** A choice from a list is its text. */
export type RuleValues = { careType: string; isEnable: boolean; clients: string; profile: string; vaccines: string };
export type Values = { autoAccept: boolean; autoAssign: boolean; rules: RuleValues[] };

/** A care type without a rule has no conditions. */
export const valuesOf = (known: AutomationSetting, careTypes: readonly string[]): Values => ({
  autoAccept: known.autoAccept,
  autoAssign: known.autoAssign,
  rules: careTypes.map((careType) => {
    const rule = known.rules.find((one) => one.careType === careType);
    return {
      careType,
      isEnable: rule?.isEnable ?? true,
      clients: String(rule?.acceptClientType ?? AcceptedClientType.ALL),
      profile: String(rule?.profileUpdateCondition ?? ProfileUpdateCondition.ANY),
      vaccines: String(rule?.vaccineStatusCondition ?? VaccineStatusCondition.ANY),
    };
  }),
});

/** Rules of care types that the form does not show stay as they are. */
export const changeOf = ({ autoAccept, autoAssign, rules }: Values, known: AutomationSetting) => ({
  autoAccept,
  autoAssign,
  rules: [
    ...known.rules.filter(({ careType }) => !rules.some((one) => one.careType === careType)),
    ...rules.map(({ careType, isEnable, clients, profile, vaccines }) => ({
      careType,
      isEnable,
      acceptClientType: Number(clients),
      profileUpdateCondition: Number(profile),
      vaccineStatusCondition: Number(vaccines),
    })),
  ],
  updateMask: { paths: ["auto_accept", "auto_assign", "rules"] },
});
