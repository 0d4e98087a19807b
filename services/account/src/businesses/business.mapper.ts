import type { MessageInitShape } from "@bufbuild/protobuf";
import { addressLineOf, symbolOf } from "@leashline/kit";
import type { BusinessSchema } from "@leashline/proto/leashline/account/v1/business_pb.js";
import type { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { LocationSchema } from "@leashline/proto/leashline/account/v1/location_pb.js";
import { countryOf } from "../companies/countries.ts";
import { dateFormats, numberFormats } from "../companies/formats.ts";
import { vanLimit } from "../plans/plan.ts";
import { addressOf, socialLinksOf } from "./address.ts";
import type { BusinessRow } from "./business.store.ts";

const offsetSeconds = (zone: string): number => Math.round(Temporal.Now.zonedDateTimeISO(zone).offsetNanoseconds / 1e9);

export function toBusiness(row: BusinessRow): MessageInitShape<typeof BusinessSchema> {
  const country = countryOf(row.countryAlpha2Code);
  return {
    ...profileOf(row),
    country: country?.country ?? "",
    countryAlpha2Code: row.countryAlpha2Code,
    countryCode: country?.countryCode ?? "",
    currencySymbol: symbolOf(row.currencyCode),
    currencyCode: row.currencyCode,
    timeFormatType: row.timeFormatType,
    unitOfWeightType: row.unitOfWeightType,
    timezoneSeconds: offsetSeconds(row.timezoneName),
    dateFormatType: row.dateFormatType,
    calendarFormatType: row.calendarFormatType,
    numberFormatType: row.numberFormatType,
    dateFormat: dateFormats[row.dateFormatType] ?? "",
    numberFormat: numberFormats[row.numberFormatType] ?? "",
    unitOfDistanceType: row.unitOfDistanceType,
    notificationSoundEnable: row.notificationSoundEnable,
    ownerAccountId: row.ownerAccountId,
    howManyLocations: row.locationCount,
    howManyStaffMembers: row.staffCount,
    businessMode: row.locationCount > 1 ? 1 : 0,
    usedStaffCount: row.staffCount,
    usedVanCount: row.vanCount,
    maxVansNum: vanLimit({ version: row.planVersion, tier: row.planTier, appType: row.appType }),
  };
}

const profileOf = (row: BusinessRow): MessageInitShape<typeof BusinessSchema> => ({
  id: row.id,
  companyId: row.companyId,
  businessName: row.businessName,
  avatarPath: row.avatarPath,
  phoneNumber: row.phoneNumber,
  website: row.website,
  facebook: row.facebook,
  instagram: row.instagram,
  google: row.google,
  yelp: row.yelp,
  tiktok: row.tiktok,
  address1: row.address1,
  address2: row.address2,
  addressCity: row.addressCity,
  addressState: row.addressState,
  addressZipcode: row.addressZipcode,
  addressCountry: row.addressCountry,
  addressLng: row.addressLng,
  addressLat: row.addressLat,
  timezoneName: row.timezoneName,
  appType: row.appType,
  primaryPayType: row.primaryPayType,
  retailEnable: row.retailEnable,
  contactEmail: row.contactEmail,
  invitationCode: row.invitationCode,
  payRestrictedBannerDismissed: row.payRestrictedBannerDismissed,
  version: row.version,
});

export const toLocation = (row: BusinessRow, workingIds: readonly string[]): MessageInitShape<typeof LocationSchema> => ({
  id: row.id,
  name: row.businessName,
  companyId: row.companyId,
  contactEmail: row.contactEmail,
  address: addressOf(row),
  website: row.website,
  avatarPath: row.avatarPath,
  numberOfVansUsed: row.vanCount,
  socialLinks: socialLinksOf(row),
  contactPhoneNumber: row.phoneNumber,
  isWorkingLocation: workingIds.includes(row.id),
  businessType: row.appType,
  businessMode: row.locationCount > 1 ? 1 : 0,
  timezoneName: row.timezoneName,
  onlinePreference: {
    bookOnlineAvailable: row.bookOnlineAvailable,
    showPhoneNumber: row.showPhoneNumber,
    showContactEmail: row.showContactEmail,
  },
  version: row.version,
});

export const businessChanged = (row: BusinessRow): MessageInitShape<typeof BusinessChangedSchema> => ({
  businessId: row.id,
  businessName: row.businessName,
  timezoneName: row.timezoneName,
  currencyCode: row.currencyCode,
  countryAlpha2Code: row.countryAlpha2Code,
  phoneNumber: row.phoneNumber,
  contactEmail: row.contactEmail,
  address: addressLineOf(row),
  appType: row.appType,
  timeFormatType: row.timeFormatType,
  dateFormat: dateFormats[row.dateFormatType] ?? "",
  numberFormat: numberFormats[row.numberFormatType] ?? "",
  addressLat: row.addressLat,
  addressLng: row.addressLng,
});
