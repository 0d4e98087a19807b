import type { OnlineProfile } from "@leashline/proto/leashline/online_booking/v1/online_profile_pb.js";
import { LandingPart, type StorefrontConfig } from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";
import { analyticsIdOf } from "@leashline/proto/rules/analytics-id.ts";
import type { DayHours, LandingFacts, Member, Picture } from "../../../ui/landing/landing-facts.ts";

export type Values = {
  published: boolean;
  aboutUs: string;
  welcomeMessage: string;
  themeColor: string;
  thankYouUrl: string;
  analyticsId: string;
  parts: LandingPart[];
  gallery: Picture[];
  teams: Member[];
  features: string[];
  payments: string[];
  hours: DayHours[];
};

export const ALL_PARTS = [
  LandingPart.ABOUT,
  LandingPart.GALLERY,
  LandingPart.TEAM,
  LandingPart.AMENITIES,
  LandingPart.HOURS,
  LandingPart.CONTACT,
] as const;

export const PART_NAMES: Partial<Record<LandingPart, string>> = {
  [LandingPart.ABOUT]: "About us",
  [LandingPart.GALLERY]: "Gallery",
  [LandingPart.TEAM]: "Our team",
  [LandingPart.AMENITIES]: "Good to know",
  [LandingPart.HOURS]: "Opening hours",
  [LandingPart.CONTACT]: "Contact",
};

export const valuesOf = (config: StorefrontConfig, profile: OnlineProfile): Values => ({
  published: config.published,
  aboutUs: config.aboutUs,
  welcomeMessage: config.welcomeMessage,
  themeColor: config.themeColor,
  thankYouUrl: config.thankYouUrl,
  analyticsId: config.analyticsId,
  parts: [...config.pageComponents],
  gallery: config.gallery.map(({ path, caption }) => ({ path, caption })),
  teams: config.teams.map(({ name, title, introduction, picture }) => ({ name, title, introduction, picture })),
  features: [...(config.amenities?.features ?? [])],
  payments: [...(config.amenities?.payments ?? [])],
  hours: profile.openingHours.map(({ day, startTime, endTime }) => ({ day, startTime, endTime })),
});

/** What is saved with the page; the hours go with the profile. */
export const configOf = ({ parts, features, payments, hours: _, analyticsId, ...values }: Values) => ({
  ...values,
  analyticsId: analyticsIdOf(analyticsId),
  pageComponents: parts,
  amenities: { features, payments },
  updateMask: {
    paths: [
      ...["published", "about_us", "welcome_message", "theme_color", "thank_you_url", "analytics_id"],
      ...["page_components", "gallery", "teams", "amenities"],
    ],
  },
});

/** What the page would show with what is written now. */
export const factsOf = (values: Values, profile: OnlineProfile, phone: LandingFacts["phone"]): LandingFacts => ({
  ...values,
  businessName: profile.businessName,
  address: profile.address,
  phone,
  links: [profile.website, profile.facebook, profile.instagram, profile.google, profile.yelp, profile.tiktok].filter(Boolean),
});

/** All parts as they are listed: those that are shown in their order, and each other one where it was, else after the part that usually comes before it. */
export function listedParts(shown: readonly LandingPart[], before: readonly LandingPart[] = ALL_PARTS): LandingPart[] {
  const list = [...shown];
  for (const [at, part] of before.entries()) {
    if (list.includes(part)) continue;
    const previous = before[at - 1];
    list.splice(previous === undefined ? 0 : list.indexOf(previous) + 1, 0, part);
  }
  return list;
}

/** One more or one less of those that are shown, in the order of the list. */
export const toggled = (list: readonly LandingPart[], shown: readonly LandingPart[], part: LandingPart): LandingPart[] =>
  list.filter((one) => (one === part ? !shown.includes(part) : shown.includes(one)));

export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.filter((_, at) => at !== from);
  const one = list[from];
  return one === undefined ? [...list] : [...rest.slice(0, to), one, ...rest.slice(to)];
};
