import type { MessageInitShape } from "@bufbuild/protobuf";
import { symbolOf, toTimestamp } from "@leashline/kit";
import type {
  CompanyPreferenceSchema,
  CompanyQuestionRecordSchema,
  CompanySchema,
} from "@leashline/proto/leashline/account/v1/company_pb.js";
import { CompanyVersion } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import type { PlanFeatureSchema } from "@leashline/proto/leashline/account/v1/session_pb.js";
import type { BusinessRow } from "../businesses/business.store.ts";
import { toBusiness } from "../businesses/business.ts";
import { countryOf } from "../businesses/countries.ts";
import { dateFormats, numberFormats } from "../businesses/formats.ts";
import { featuresOf, planName, staffLimit, vanLimit } from "../plans/plan.ts";
import type { CompanyRow } from "./company.store.ts";

export const toCompany = (
  row: CompanyRow,
  businesses: readonly BusinessRow[],
  caller: { isOwner: boolean; isEnterpriseOwner: boolean },
): MessageInitShape<typeof CompanySchema> => ({
  id: row.company_id,
  companyName: row.company_name,
  enterpriseId: row.enterprise_id,
  ownerAccountId: row.owner_account_id,
  isOwner: caller.isOwner,
  isEnterpriseOwner: caller.isEnterpriseOwner,
  businesses: businesses.map(toBusiness),
  isFillQuestion: row.question !== null,
  careTypes: row.care_types,
  createTime: toTimestamp(row.create_time),
  version: row.version,
});

export const toPreference = (row: CompanyRow): MessageInitShape<typeof CompanyPreferenceSchema> => ({
  companyId: row.company_id,
  dateFormatType: row.date_format_type,
  dateFormat: dateFormats[row.date_format_type] ?? "",
  timeFormatType: row.time_format_type,
  numberFormatType: row.number_format_type,
  numberFormat: numberFormats[row.number_format_type] ?? "",
  unitOfWeightType: row.unit_of_weight_type,
  unitOfDistanceType: row.unit_of_distance_type,
  calendarFormatType: row.calendar_format_type,
  currencyCode: row.currency_code,
  currencySymbol: symbolOf(row.currency_code),
  country: countryOf(row.country_alpha2_code)?.country ?? "",
  countryAlpha2Code: row.country_alpha2_code,
  timezoneName: row.timezone_name,
  notificationSoundEnable: row.notification_sound_enable,
  version: row.preference_version,
});

type Question = {
  staffCount?: string;
  locationCount?: string;
  yearsInBusiness?: string;
  previousSoftware?: string;
  referral?: string;
  goals?: string[];
  note?: string;
};
export const toQuestionRecord = (row: CompanyRow): MessageInitShape<typeof CompanyQuestionRecordSchema> => ({
  ...((row.question ?? {}) as Question),
  updateTime: toTimestamp(row.question_time),
});

/** Companies made here have permissions by scope level; offering boarding or daycare makes it a BD company (core §6). */
export const versionOf = (row: Pick<CompanyRow, "care_types">): CompanyVersion =>
  row.care_types.includes("BOARDING") || row.care_types.includes("DAYCARE") ? CompanyVersion.BD : CompanyVersion.AS;

export function toPlanFeature(row: CompanyRow, appType: number): MessageInitShape<typeof PlanFeatureSchema> {
  const plan = { version: row.plan_version, tier: row.plan_tier, appType };
  return {
    planVersion: plan.version,
    planTier: plan.tier,
    planName: planName(plan),
    staffLimit: staffLimit(plan),
    maxVansNum: vanLimit(plan),
    features: featuresOf(plan),
  };
}
