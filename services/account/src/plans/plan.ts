import { BusinessAppType } from "@leashline/proto/leashline/account/v1/enums_pb.js";

export type Plan = { version: string; tier: number; appType: number };

const tierNames: Record<string, readonly string[]> = {
  "1.0": ["Free", "Beginner", "Rising star", "Elite"],
  "2.0": ["Free", "Beginner", "Rising star", "Elite"],
  "3.0": ["Free", "Starter", "Growth", "Ultimate"],
  "4.0": ["Free", "Basic", "Growth", "Ultimate", "Enterprise"],
  "5.0": ["Free", "Basic", "Growth", "Ultimate", "Enterprise"],
};

export const planName = (plan: Plan): string => tierNames[plan.version]?.[plan.tier] ?? "Custom";

/** Most staff a plan allows, 0 for unlimited (growth §5). The text leaves open which tiers have 3: the lowest paid one does. */
export function staffLimit({ version, tier, appType }: Plan): number {
  if (tier === 0) return 1;
  if (version === "1.0" || version === "2.0") return 0;
  if (version === "4.0" && tier === 1) return appType === BusinessAppType.MOBILE_GROOMING ? 1 : 2;
  return tier === 1 ? 3 : 0;
}

/** Most vans a plan allows, 0 for unlimited. */
export const vanLimit = ({ tier }: Plan): number => (tier === 0 ? 1 : 0);

/** Whether a number of staff is more than the plan allows. */
export const isOverLimit = (limit: number, count: number): boolean => limit > 0 && count > limit;

type Feature = { code: string; tier: number; appTypes: readonly number[] };
const mobile = [BusinessAppType.MOBILE_GROOMING];
const facility = [BusinessAppType.FACILITY];
const both = [...mobile, ...facility];

const features: readonly Feature[] = [
  { code: "appointments", tier: 0, appTypes: both },
  { code: "clients", tier: 0, appTypes: both },
  { code: "payments", tier: 0, appTypes: both },
  { code: "onlineBooking", tier: 1, appTypes: both },
  { code: "autoMessages", tier: 1, appTypes: both },
  { code: "vans", tier: 1, appTypes: mobile },
  { code: "serviceAreas", tier: 1, appTypes: mobile },
  { code: "lodging", tier: 1, appTypes: facility },
  { code: "playgroups", tier: 1, appTypes: facility },
  { code: "groupClasses", tier: 1, appTypes: facility },
  { code: "smartScheduling", tier: 2, appTypes: both },
  { code: "memberships", tier: 2, appTypes: both },
  { code: "packages", tier: 2, appTypes: both },
  { code: "marketingEmail", tier: 2, appTypes: both },
  { code: "multiLocation", tier: 2, appTypes: both },
  { code: "insights", tier: 3, appTypes: both },
  { code: "workflows", tier: 3, appTypes: both },
  { code: "integrations", tier: 3, appTypes: both },
];

/** Feature codes open to a company; hybrid sees those of both kinds (growth §6). */
export const featuresOf = ({ tier, appType }: Plan): string[] =>
  features.filter((f) => tier >= f.tier && (appType === BusinessAppType.HYBRID || f.appTypes.includes(appType))).map((f) => f.code);
