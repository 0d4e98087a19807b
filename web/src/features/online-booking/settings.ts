import type { SettingsItem } from "../settings/settings-item.ts";

/** What is set here, among the areas of the settings. */
export const areas: readonly SettingsItem[] = [
  {
    label: "Online booking",
    group: "Clients",
    words: "storefront booking page link requests code",
    path: "/online_booking/settings",
    icon: "screen",
    anyOf: ["onlineBookingSettings", "onlineBookingSettingsAllLocations"],
  },
];
