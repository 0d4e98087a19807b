import { routes } from "../../../app/routes/routes.ts";

/** What the features of a plan are called; a code that is not here reads as it is spelt. */
const WORDS: Readonly<Record<string, string>> = {
  appointments: "Appointments",
  clients: "Clients and pets",
  payments: "Payments",
  onlineBooking: "Online booking",
  autoMessages: "Auto messages",
  vans: "Vans",
  serviceAreas: "Service areas",
  lodging: "Lodging",
  playgroups: "Playgroups",
  groupClasses: "Group classes",
  smartScheduling: "Smart scheduling",
  memberships: "Memberships",
  packages: "Packages",
  marketingEmail: "Marketing email",
  multiLocation: "Several locations",
  insights: "Insights",
  workflows: "Automated workflows",
  integrations: "Integrations",
};

const spelt = (code: string): string => {
  const words = code.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const featureWords = (code: string): string => WORDS[code] ?? spelt(code);

/** Where a feature is that not every version has; a feature that is not here is in this one. */
const PAGES: Readonly<Record<string, string>> = {
  serviceAreas: "/calendar/map_view",
  lodging: "/calendar/lodging",
  playgroups: "/calendar/playgroup",
  groupClasses: "/calendar/groupClass",
  smartScheduling: "/calendar/map_view",
  memberships: "/membership/list/:type",
  packages: "/package",
  marketingEmail: "/marketing/MarketingCampaigns",
  workflows: "/automatedWorkflow",
};

/** Whether this version has a feature: a plan never ticks what leads nowhere. */
export const isBuilt = (code: string): boolean => {
  const page = PAGES[code];
  return page === undefined || routes.some((route) => route.path === page && route.load !== undefined);
};

export type Use = { used: number; limit: number };

/** "2 of 3", or how many where nothing bounds it (a limit of 0). */
export const usedWords = ({ used, limit }: Use): string => (limit > 0 ? `${used} of ${limit}` : `${used}, no limit`);

/** How full it is in percent, at most 100; undefined without a limit. */
export const fullness = ({ used, limit }: Use): number | undefined =>
  limit > 0 ? Math.min(100, Math.round((used / limit) * 100)) : undefined;

/** Nothing more can be added. */
export const isFull = ({ used, limit }: Use): boolean => limit > 0 && used >= limit;
