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
  { label: "Roles", path: "/setting/staff/roles", icon: "user", anyOf: ["manageRoles"] },
  {
    label: "Services",
    path: "/setting/services",
    icon: "scissors",
    anyOf: ["accessServiceSettings"],
    also: ["/createOrEditService", "/createOrEditAddon"],
  },
  { label: "Taxes", path: "/setting/tax", icon: "finance", anyOf: ["accessBusinessSettings", "paymentSettings"] },
  {
    label: "Auto messages",
    path: "/setting/AutoMessage",
    icon: "messages",
    anyOf: ["autoMessageSettings", "autoMessageSettingsAllLocations"],
  },
  { label: "Clients and pets", path: "/setting/clientsAndPets", icon: "paw", anyOf: ["accessBusinessSettings", "editClient"] },
];

/** The area a place belongs to: the longest beginning wins. */
export const areaAt = (pathname: string): SettingsItem | undefined =>
  settingsNav
    .flatMap((item) => [item.path, ...(item.also ?? [])].map((start) => ({ item, start })))
    .filter(({ start }) => pathname === start || pathname.startsWith(`${start}/`))
    .sort((a, b) => b.start.length - a.start.length)[0]?.item;
