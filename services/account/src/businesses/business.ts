import type { MessageInitShape } from "@bufbuild/protobuf";
import { fail, symbolOf } from "@leashline/kit";
import type { BusinessSchema } from "@leashline/proto/leashline/account/v1/business_pb.js";
import type { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { LocationSchema } from "@leashline/proto/leashline/account/v1/location_pb.js";
import type { Selectable } from "kysely";
import type { Business } from "../db.gen.ts";
import { vanLimit } from "../plans/plan.ts";
import type { BusinessRow } from "./business.store.ts";
import { countryOf } from "./countries.ts";
import { dateFormats, numberFormats } from "./formats.ts";

const offsetSeconds = (zone: string): number => Math.round(Temporal.Now.zonedDateTimeISO(zone).offsetNanoseconds / 1e9);

export function toBusiness(row: BusinessRow): MessageInitShape<typeof BusinessSchema> {
  const country = countryOf(row.country_alpha2_code);
  return {
    ...profileOf(row),
    country: country?.country ?? "",
    countryAlpha2Code: row.country_alpha2_code,
    countryCode: country?.countryCode ?? "",
    currencySymbol: symbolOf(row.currency_code),
    currencyCode: row.currency_code,
    timeFormatType: row.time_format_type,
    unitOfWeightType: row.unit_of_weight_type,
    timezoneSeconds: offsetSeconds(row.timezone_name),
    dateFormatType: row.date_format_type,
    calendarFormatType: row.calendar_format_type,
    numberFormatType: row.number_format_type,
    dateFormat: dateFormats[row.date_format_type] ?? "",
    numberFormat: numberFormats[row.number_format_type] ?? "",
    unitOfDistanceType: row.unit_of_distance_type,
    notificationSoundEnable: row.notification_sound_enable,
    ownerAccountId: row.owner_account_id,
    howManyLocations: row.location_count,
    howManyStaffMembers: row.staff_count,
    businessMode: row.location_count > 1 ? 1 : 0,
    usedStaffCount: row.staff_count,
    usedVanCount: row.van_count,
    maxVansNum: vanLimit({ version: row.plan_version, tier: row.plan_tier, appType: row.app_type }),
  };
}

const profileOf = (row: BusinessRow): MessageInitShape<typeof BusinessSchema> => ({
  id: row.id,
  companyId: row.company_id,
  businessName: row.business_name,
  avatarPath: row.avatar_path,
  phoneNumber: row.phone_number,
  website: row.website,
  facebook: row.facebook,
  instagram: row.instagram,
  google: row.google,
  yelp: row.yelp,
  tiktok: row.tiktok,
  address1: row.address1,
  address2: row.address2,
  addressCity: row.address_city,
  addressState: row.address_state,
  addressZipcode: row.address_zipcode,
  addressCountry: row.address_country,
  addressLng: row.address_lng,
  addressLat: row.address_lat,
  timezoneName: row.timezone_name,
  appType: row.app_type,
  primaryPayType: row.primary_pay_type,
  retailEnable: row.retail_enable,
  contactEmail: row.contact_email,
  invitationCode: row.invitation_code,
  payRestrictedBannerDismissed: row.pay_restricted_banner_dismissed,
  version: row.version,
});

export const addressOf = (row: Selectable<Business>) => ({
  address1: row.address1,
  address2: row.address2,
  city: row.address_city,
  state: row.address_state,
  zipcode: row.address_zipcode,
  country: row.address_country,
  ...(row.address_lat === 0 && row.address_lng === 0 ? {} : { coordinate: { latitude: row.address_lat, longitude: row.address_lng } }),
});
export const socialLinksOf = ({ facebook, instagram, google, yelp, tiktok }: Selectable<Business>) => ({
  facebook,
  instagram,
  google,
  yelp,
  tiktok,
});

export const toLocation = (row: BusinessRow, workingIds: readonly string[]): MessageInitShape<typeof LocationSchema> => ({
  id: row.id,
  name: row.business_name,
  companyId: row.company_id,
  contactEmail: row.contact_email,
  address: addressOf(row),
  website: row.website,
  avatarPath: row.avatar_path,
  numberOfVansUsed: row.van_count,
  socialLinks: socialLinksOf(row),
  contactPhoneNumber: row.phone_number,
  isWorkingLocation: workingIds.includes(row.id),
  businessType: row.app_type,
  businessMode: row.location_count > 1 ? 1 : 0,
  timezoneName: row.timezone_name,
  onlinePreference: {
    bookOnlineAvailable: row.book_online_available,
    showPhoneNumber: row.show_phone_number,
    showContactEmail: row.show_contact_email,
  },
  version: row.version,
});

/** One line, as people write it. */
export const addressLine = (
  row: Pick<BusinessRow, "address1" | "address2" | "address_city" | "address_state" | "address_zipcode">,
): string =>
  [row.address1, row.address2, row.address_city, [row.address_state, row.address_zipcode].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");

export const businessChanged = (row: BusinessRow): MessageInitShape<typeof BusinessChangedSchema> => ({
  businessId: row.id,
  businessName: row.business_name,
  timezoneName: row.timezone_name,
  currencyCode: row.currency_code,
  countryAlpha2Code: row.country_alpha2_code,
  phoneNumber: row.phone_number,
  contactEmail: row.contact_email,
  address: addressLine(row),
  appType: row.app_type,
  timeFormatType: row.time_format_type,
  dateFormat: dateFormats[row.date_format_type] ?? "",
  numberFormat: numberFormats[row.number_format_type] ?? "",
});

export function businessRefusal(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === "23505" && constraint === "business_name_once" ? fail("NAME_IN_USE", { field: "businessName" }) : error;
}
