import { holds, type PermissionName } from "../../app/session/permissions.ts";
import type { SessionInfo } from "../../app/session/session.ts";
import type { IconName } from "../../ui/icons.tsx";

export type SettingsItem = {
  label: string;
  path: string;
  icon: IconName;
  group: "Business" | "Team" | "Services" | "Clients" | "Developers";
  /** What else somebody may type who looks for it. */
  words: string;
  anyOf?: readonly PermissionName[];
  /** Other beginnings that belong to it. */
  also?: readonly string[];
};

/** The settings areas, in groups, each in the order one sets up a shop. */
export const settingsNav: readonly SettingsItem[] = [
  {
    label: "General",
    group: "Business",
    words: "company name currency time zone date format weight",
    path: "/setting/general",
    icon: "settings",
    anyOf: ["accessBusinessSettings"],
  },
  {
    label: "Defaults and email",
    group: "Business",
    words: "notifications reply address",
    path: "/setting/general/default",
    icon: "mail",
    anyOf: ["accessBusinessSettings"],
  },
  {
    label: "Locations",
    group: "Business",
    words: "address phone time zone storefront",
    path: "/setting/business",
    icon: "building",
    anyOf: ["accessBusinessSettings"],
    also: ["/setting/createBusiness"],
  },
  {
    label: "Closed dates",
    group: "Business",
    words: "holidays",
    path: "/setting/business/closedDate",
    icon: "calendar",
    anyOf: ["accessBusinessSettings"],
  },
  {
    label: "Referral sources",
    group: "Business",
    words: "how they found us",
    path: "/setting/general/referralSource",
    icon: "tag",
    anyOf: ["accessBusinessSettings"],
  },
  {
    label: "Taxes",
    group: "Business",
    words: "sales tax rate",
    path: "/setting/tax",
    icon: "finance",
    anyOf: ["accessBusinessSettings", "paymentSettings"],
  },
  {
    label: "Enterprise",
    group: "Business",
    words: "several companies franchise",
    path: "/setting/general/enterprise",
    icon: "building",
    anyOf: ["accessBusinessSettings"],
  },
  {
    label: "Plan",
    group: "Business",
    words: "billing subscription",
    path: "/setting/general/plan",
    icon: "payment",
    anyOf: ["accessBusinessSettings"],
  },
  {
    label: "Staff",
    group: "Team",
    words: "team login invite groomer",
    path: "/setting/staff",
    icon: "clients",
    anyOf: ["accessStaffMembers", "accessStaffMembersAllLocations"],
    also: ["/setting/createOrEditStaff"],
  },
  {
    label: "Working hours",
    group: "Team",
    words: "schedule shift availability",
    path: "/setting/staff/hours",
    icon: "clock",
    anyOf: ["staffShift", "staffShiftWorkingLocations", "staffShiftAllLocations"],
  },
  {
    label: "Clock",
    group: "Team",
    words: "time sheet punch in out",
    path: "/setting/staff/clock",
    icon: "clock",
    anyOf: ["clockInOut", "clockRecords", "accessBusinessSettings"],
  },
  {
    label: "Payroll",
    group: "Team",
    words: "pay commission hourly",
    path: "/setting/staff/payroll",
    icon: "finance",
    anyOf: ["accessBusinessSettings", "payrollReportsAllLocations"],
  },
  { label: "Roles", group: "Team", words: "permissions access", path: "/setting/staff/roles", icon: "user", anyOf: ["manageRoles"] },
  {
    label: "Account access",
    group: "Team",
    words: "who signs in",
    path: "/account_access",
    icon: "user",
    anyOf: ["accessStaffMembers"],
  },
  { label: "Vans", group: "Team", words: "mobile grooming driver", path: "/setting/van", icon: "pin", anyOf: ["vanSettings"] },
  {
    label: "Services",
    group: "Services",
    words: "prices add-ons duration menu",
    path: "/setting/services",
    icon: "scissors",
    anyOf: ["accessServiceSettings"],
    also: ["/createOrEditService", "/createOrEditAddon"],
  },
  {
    label: "Shared work",
    group: "Services",
    words: "split commission",
    path: "/setting/general/sharedWork",
    icon: "clients",
    anyOf: ["accessBusinessSettings"],
  },
  {
    label: "Clients and pets",
    group: "Clients",
    words: "tags breeds coat vaccines warnings",
    path: "/setting/clientsAndPets",
    icon: "paw",
    anyOf: ["accessBusinessSettings", "editClient"],
  },
  {
    label: "Auto messages",
    group: "Clients",
    words: "reminders confirmations texts auto reply",
    path: "/setting/AutoMessage",
    icon: "messages",
    anyOf: ["autoMessageSettings", "autoMessageSettingsAllLocations"],
  },
  {
    label: "Online booking",
    group: "Clients",
    words: "storefront booking page link requests code",
    path: "/online_booking/settings",
    icon: "screen",
    anyOf: ["onlineBookingSettings", "onlineBookingSettingsAllLocations"],
  },
  {
    label: "Your own app",
    group: "Clients",
    words: "branded app",
    path: "/setting/general/brandedApp",
    icon: "phone",
    anyOf: ["accessBusinessSettings"],
  },
  {
    label: "API keys",
    group: "Developers",
    words: "integrations token",
    path: "/setting/integration",
    icon: "screen",
    anyOf: ["integrationKeys"],
    also: ["/setting/integration/apiKeys"],
  },
  {
    label: "Webhooks",
    group: "Developers",
    words: "events endpoint",
    path: "/setting/integration/webhooks",
    icon: "upload",
    anyOf: ["integrationKeys"],
  },
  {
    label: "Connections",
    group: "Developers",
    words: "stripe twilio calendar sync",
    path: "/setting/integration/connections",
    icon: "screen",
    anyOf: ["accessBusinessSettings", "integrationKeys"],
  },
  {
    label: "Feature switches",
    group: "Developers",
    words: "beta",
    path: "/setting/general/features",
    icon: "filter",
    anyOf: ["accessBusinessSettings"],
  },
  {
    label: "Stored values",
    group: "Developers",
    words: "metadata",
    path: "/setting/general/stored",
    icon: "list",
    anyOf: ["accessBusinessSettings"],
    also: ["/setting/default"],
  },
];

/** Whether this person's role opens an area. */
export const opens = (who: SessionInfo, item: SettingsItem): boolean => {
  const caller = { employeeCategory: who.employeeCategory ?? 0, permissions: who.permissions };
  return !item.anyOf || item.anyOf.some((name) => holds(caller, name));
};

export const areasFor = (who: SessionInfo): SettingsItem[] => settingsNav.filter((item) => opens(who, item));

/** The area a place belongs to: the longest beginning wins. */
export const areaAt = (pathname: string): SettingsItem | undefined =>
  settingsNav
    .flatMap((item) => [item.path, ...(item.also ?? [])].map((start) => ({ item, start })))
    .filter(({ start }) => pathname === start || pathname.startsWith(`${start}/`))
    .sort((a, b) => b.start.length - a.start.length)[0]?.item;

/** Every typed word begins a word of the area's name, of its group or of what else it is looked for by. */
export const matching = (items: readonly SettingsItem[], typed: string): SettingsItem[] => {
  const starts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label, group, words }) => {
    const known = `${label} ${group} ${words}`.toLowerCase().split(/[\s-]+/);
    return starts.every((start) => known.some((word) => word.startsWith(start)));
  });
};
