import type { PermissionName } from "../../app/permissions.ts";
import type { IconName } from "../../ui/icons.tsx";

export type SettingsItem = {
  label: string;
  path: string;
  icon: IconName;
  anyOf?: readonly PermissionName[] /** Other beginnings that belong to it. */;
  also?: readonly string[];
};

/** The settings areas in the order one sets up a shop. */
export const settingsNav: readonly SettingsItem[] = [
  { label: "General", path: "/setting/general", icon: "settings", anyOf: ["accessBusinessSettings"] },
  { label: "Defaults and email", path: "/setting/general/default", icon: "mail", anyOf: ["accessBusinessSettings"] },
  { label: "Referral sources", path: "/setting/general/referralSource", icon: "tag", anyOf: ["accessBusinessSettings"] },
  { label: "Locations", path: "/setting/business", icon: "building", anyOf: ["accessBusinessSettings"], also: ["/setting/createBusiness"] },
  { label: "Closed dates", path: "/setting/business/closedDate", icon: "calendar", anyOf: ["accessBusinessSettings"] },
  {
    label: "Staff",
    path: "/setting/staff",
    icon: "clients",
    anyOf: ["accessStaffMembers", "accessStaffMembersAllLocations"],
    also: ["/setting/createOrEditStaff"],
  },
  {
    label: "Working hours",
    path: "/setting/staff/hours",
    icon: "clock",
    anyOf: ["staffShift", "staffShiftWorkingLocations", "staffShiftAllLocations"],
  },
  {
    label: "Clock",
    path: "/setting/staff/clock",
    icon: "clock",
    anyOf: ["clockInOut", "clockRecords", "accessBusinessSettings"],
  },
  {
    label: "Payroll",
    path: "/setting/staff/payroll",
    icon: "finance",
    anyOf: ["accessBusinessSettings", "payrollReportsAllLocations"],
  },
  { label: "Roles", path: "/setting/staff/roles", icon: "user", anyOf: ["manageRoles"] },
  {
    label: "Account access",
    path: "/account_access",
    icon: "user",
    anyOf: ["accessStaffMembers"],
  },
  { label: "Vans", path: "/setting/van", icon: "pin", anyOf: ["vanSettings"] },
  {
    label: "Services",
    path: "/setting/services",
    icon: "scissors",
    anyOf: ["accessServiceSettings"],
    also: ["/createOrEditService", "/createOrEditAddon"],
  },
  { label: "Shared work", path: "/setting/general/sharedWork", icon: "clients", anyOf: ["accessBusinessSettings"] },
  { label: "Taxes", path: "/setting/tax", icon: "finance", anyOf: ["accessBusinessSettings", "paymentSettings"] },
  {
    label: "Auto messages",
    path: "/setting/AutoMessage",
    icon: "messages",
    anyOf: ["autoMessageSettings", "autoMessageSettingsAllLocations"],
  },
  { label: "Clients and pets", path: "/setting/clientsAndPets", icon: "paw", anyOf: ["accessBusinessSettings", "editClient"] },
  { label: "API keys", path: "/setting/integration", icon: "screen", anyOf: ["integrationKeys"], also: ["/setting/integration/apiKeys"] },
  { label: "Webhooks", path: "/setting/integration/webhooks", icon: "upload", anyOf: ["integrationKeys"] },
  { label: "Connections", path: "/setting/integration/connections", icon: "screen", anyOf: ["accessBusinessSettings", "integrationKeys"] },
  { label: "Enterprise", path: "/setting/general/enterprise", icon: "building", anyOf: ["accessBusinessSettings"] },
  { label: "Your own app", path: "/setting/general/brandedApp", icon: "phone", anyOf: ["accessBusinessSettings"] },
  { label: "Plan", path: "/setting/general/plan", icon: "payment", anyOf: ["accessBusinessSettings"] },
  { label: "Feature switches", path: "/setting/general/features", icon: "filter", anyOf: ["accessBusinessSettings"] },
  {
    label: "Stored values",
    path: "/setting/general/stored",
    icon: "list",
    anyOf: ["accessBusinessSettings"],
    also: ["/setting/default"],
  },
];

/** The area a place belongs to: the longest beginning wins. */
export const areaAt = (pathname: string): SettingsItem | undefined =>
  settingsNav
    .flatMap((item) => [item.path, ...(item.also ?? [])].map((start) => ({ item, start })))
    .filter(({ start }) => pathname === start || pathname.startsWith(`${start}/`))
    .sort((a, b) => b.start.length - a.start.length)[0]?.item;
