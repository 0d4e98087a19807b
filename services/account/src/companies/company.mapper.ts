import type { MessageInitShape } from "@bufbuild/protobuf";
import { symbolOf, toTimestamp } from "@leashline/kit";
import type { BusinessSchema } from "@leashline/proto/leashline/account/v1/business_pb.js";
import type {
  CompanyPreferenceSchema,
  CompanyQuestionRecordSchema,
  CompanySchema,
} from "@leashline/proto/leashline/account/v1/company_pb.js";
import type { PlanFeatureSchema } from "@leashline/proto/leashline/account/v1/session_pb.js";
import { featuresOf, planName, staffLimit, vanLimit } from "../plans/plan.ts";
import type { CompanyRow } from "./company.store.ts";
import { countryOf } from "./countries.ts";
import { dateFormats, numberFormats } from "./formats.ts";

export const toCompany = (
  row: CompanyRow,
  businesses: MessageInitShape<typeof BusinessSchema>[],
  caller: { isOwner: boolean; isEnterpriseOwner: boolean },
): MessageInitShape<typeof CompanySchema> => ({
  id: row.companyId,
  companyName: row.companyName,
  enterpriseId: row.enterpriseId,
  ownerAccountId: row.ownerAccountId,
  isOwner: caller.isOwner,
  isEnterpriseOwner: caller.isEnterpriseOwner,
  businesses,
  isFillQuestion: row.question !== null,
  careTypes: row.careTypes,
  createTime: toTimestamp(row.createTime),
  version: row.version,
});

export const toPreference = (row: CompanyRow): MessageInitShape<typeof CompanyPreferenceSchema> => ({
  companyId: row.companyId,
  dateFormatType: row.dateFormatType,
  dateFormat: dateFormats[row.dateFormatType] ?? "",
  timeFormatType: row.timeFormatType,
  numberFormatType: row.numberFormatType,
  numberFormat: numberFormats[row.numberFormatType] ?? "",
  unitOfWeightType: row.unitOfWeightType,
  unitOfDistanceType: row.unitOfDistanceType,
  calendarFormatType: row.calendarFormatType,
  currencyCode: row.currencyCode,
  currencySymbol: symbolOf(row.currencyCode),
  country: countryOf(row.countryAlpha2Code)?.country ?? "",
  countryAlpha2Code: row.countryAlpha2Code,
  timezoneName: row.timezoneName,
  notificationSoundEnable: row.notificationSoundEnable,
  version: row.preferenceVersion,
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
  updateTime: toTimestamp(row.questionTime),
});

export function toPlanFeature(row: CompanyRow, appType: number): MessageInitShape<typeof PlanFeatureSchema> {
  const plan = { version: row.planVersion, tier: row.planTier, appType };
  return {
    planVersion: plan.version,
    planTier: plan.tier,
    planName: planName(plan),
    staffLimit: staffLimit(plan),
    maxVansNum: vanLimit(plan),
    features: featuresOf(plan),
  };
}
