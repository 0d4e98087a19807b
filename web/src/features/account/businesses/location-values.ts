import type { Location } from "@leashline/proto/leashline/account/v1/location_pb.js";

/** /setting/createBusiness/{type?} names the kind of a new location. */
export const TYPE_BY_NAME: Record<string, string> = { mobile: "0", facility: "1", hybrid: "2", "0": "0", "1": "1", "2": "2" };
export const KINDS = [
  { value: "1", label: "At our place" },
  { value: "0", label: "Mobile" },
  { value: "2", label: "Shop and van" },
];
export const SOCIAL = { facebook: "Facebook", instagram: "Instagram", google: "Google", yelp: "Yelp", tiktok: "TikTok" } as const;
export const SOCIAL_NAMES = Object.keys(SOCIAL) as (keyof typeof SOCIAL)[];

const degrees = (value: number | undefined): string => (value === undefined ? "" : String(value));

export const valuesOf = (known: Location | undefined, type: string, zone: string) => ({
  name: known?.name ?? "",
  businessType: known ? String(known.businessType) : type,
  contactPhoneNumber: known?.contactPhoneNumber ?? "",
  contactEmail: known?.contactEmail ?? "",
  website: known?.website ?? "",
  timezoneName: known?.timezoneName || zone,
  address1: known?.address?.address1 ?? "",
  address2: known?.address?.address2 ?? "",
  city: known?.address?.city ?? "",
  state: known?.address?.state ?? "",
  zipcode: known?.address?.zipcode ?? "",
  country: known?.address?.country ?? "",
  lat: degrees(known?.address?.coordinate?.latitude),
  lng: degrees(known?.address?.coordinate?.longitude),
  facebook: known?.socialLinks?.facebook ?? "",
  instagram: known?.socialLinks?.instagram ?? "",
  google: known?.socialLinks?.google ?? "",
  yelp: known?.socialLinks?.yelp ?? "",
  tiktok: known?.socialLinks?.tiktok ?? "",
  avatarPath: known?.avatarPath ?? "",
});
export type Values = ReturnType<typeof valuesOf>;
