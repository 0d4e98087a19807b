import type { IconName } from "../../ui/icons.tsx";
import { pathOf, routes } from "../routes/routes.ts";
import { holds, opens, type PermissionName } from "../session/permissions.ts";
import type { SessionInfo } from "../session/session.ts";

/** `icon`: its own, where it stands apart from its group. */
export type NavItem = { label: string; path: string; icon?: IconName };
export type NavGroup = {
  id: string;
  label: string;
  icon: IconName;
  items: NavItem[];
  /** Only for whoever holds it. */
  permission?: PermissionName;
};

/** The side navigation (core §2): the groups calendar, loyalty, insights, payment, finance, marketing, and what is used all day beside them. */
export const navigation: readonly NavGroup[] = [
  {
    id: "calendar",
    label: "Calendar",
    icon: "calendar",
    items: [
      { label: "Appointments", path: "/calendar/grooming" },
      { label: "Lodging", path: "/calendar/lodging", icon: "building" },
      { label: "Dog walks", path: "/calendar/walks", icon: "paw" },
      { label: "Playgroups", path: "/calendar/playgroup", icon: "sun" },
      { label: "Group classes", path: "/calendar/groupClass", icon: "clients" },
      { label: "Map", path: "/calendar/map_view", icon: "pin" },
      { label: "Booking requests", path: "/online_booking/requests" },
      { label: "Waitlist", path: "/waitingList" },
      { label: "Abandoned bookings", path: "/online_booking/abandon_list" },
      { label: "Booking page results", path: "/online_booking/metrics" },
    ],
  },
  { id: "today", label: "Today", icon: "today", items: [{ label: "Today", path: "/home/overview" }] },
  { id: "clients", label: "Clients", icon: "clients", items: [{ label: "Clients", path: "/client" }] },
  // By itself, so that the list of clients stays one press away.
  { id: "leads", label: "Leads", icon: "user", items: [{ label: "Leads", path: "/leads" }] },
  {
    id: "messages",
    label: "Messages",
    icon: "messages",
    items: [
      { label: "Inbox", path: "/message" },
      { label: "Reminders", path: "/reminders" },
      { label: "Calls", path: "/callingActivity" },
    ],
  },
  {
    id: "requests",
    label: "Requests",
    icon: "clock",
    items: [{ label: "Booking requests", path: "/online_booking/requests" }],
    permission: "viewBookingRequests",
  },
  {
    id: "loyalty",
    label: "Loyalty",
    icon: "loyalty",
    items: [
      { label: "Packages and memberships", path: "/package" },
      { label: "Memberships", path: "/membership/list/:type" },
      { label: "Review booster", path: "/reviewBooster" },
    ],
  },
  {
    id: "insights",
    label: "Insights",
    icon: "insights",
    items: [
      { label: "Overview", path: "/report/dashboard" },
      { label: "Sales report", path: "/report/reports/:panel?" },
      { label: "Payroll", path: "/report/payroll" },
      { label: "Leaderboard", path: "/report/leaderboard" },
    ],
  },
  {
    id: "payment",
    label: "Payments",
    icon: "payment",
    items: [
      { label: "Transactions", path: "/creditCard" },
      { label: "Payouts and disputes", path: "/creditCard/{product}Pay" },
      { label: "Card account", path: "/creditCard/integration" },
      { label: "Invoices", path: "/invoice/history" },
      { label: "Cash drawer", path: "/payment/cashDrawer" },
      { label: "Ledger", path: "/payment/ledger" },
      { label: "Products", path: "/product" },
    ],
  },
  {
    id: "finance",
    label: "Finance",
    icon: "finance",
    items: [
      { label: "Finance", path: "/finance" },
      { label: "Accounting", path: "/finance/accounting/:panel?" },
      { label: "Subscription", path: "/finance/subscription" },
    ],
  },
  {
    id: "marketing",
    label: "Marketing",
    icon: "marketing",
    items: [
      { label: "Storefront", path: "/online_booking/landing_page/:panel?" },
      { label: "Bulk messages", path: "/message/massText" },
      { label: "Campaigns", path: "/marketing/MarketingCampaigns" },
      { label: "Discounts", path: "/marketing/discounts" },
      { label: "Workflows", path: "/automatedWorkflow" },
    ],
  },
];

const byPath = new Map(routes.map((route) => [route.path, route]));

/** A path of the table as an address: optional parts are left out. */
export const address = (path: string): string => pathOf({ path }).replace(/\/:\w+\?/g, "");

const may = (who: SessionInfo, name: PermissionName): boolean =>
  holds({ employeeCategory: who.employeeCategory ?? 0, permissions: who.permissions }, name);

const built = (item: NavItem, who: SessionInfo): boolean => {
  const route = byPath.get(item.path);
  return route !== undefined && (route.load !== undefined || route.to !== undefined) && opens(route, who);
};

/** A group as this person sees it: only pages that exist and that their role opens. */
export const seenBy = (group: NavGroup, who: SessionInfo): NavGroup => ({
  ...group,
  items: group.items.filter((item) => built(item, who)),
});

/** The groups in which this person finds at least one page. */
export const groupsFor = (who: SessionInfo): NavGroup[] =>
  navigation
    .filter(({ permission }) => !permission || may(who, permission))
    .map((group) => seenBy(group, who))
    .filter((group) => group.items.length > 0);

/** What the addresses of settings areas begin with. The areas themselves come with the first settings page. */
const settingsPlaces = [
  "/setting",
  "/createOrEdit",
  "/account_access",
  "/online_booking/settings",
  "/online_booking/new_settings",
  "/online_booking/availability",
  "/online_booking/landing_page",
  "/lodgingUnit",
  "/agreement/setting",
  "/intake_form/forms",
  "/creditCard/stripe/readers",
  "/payment/ledger/accounts",
  "/client/privacy",
];

/** Which group a place belongs to: a settings area to the settings, else the longest beginning wins, of two as long the later group. */
export const groupAt = (pathname: string, groups: readonly NavGroup[]): string | undefined => {
  if (settingsPlaces.some((start) => pathname.startsWith(start))) return "settings";
  // Led to by the list of clients.
  if (pathname.startsWith("/intake_form/")) return "clients";
  let best: { id: string; length: number } | undefined;
  for (const group of groups) {
    for (const { path } of group.items) {
      const start = address(path).replace(/\/:.*$/, "");
      const within = pathname === start || pathname.startsWith(`${start}/`);
      if (within && start.length >= (best?.length ?? 0)) best = { id: group.id, length: start.length };
    }
  }
  return best?.id;
};
