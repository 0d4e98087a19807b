import type { SettingsItem } from "../settings/settings-item.ts";

/** What is set here, among the areas of the settings. */
export const areas: readonly SettingsItem[] = [
  {
    label: "Services",
    group: "Services",
    words: "prices add-ons duration menu",
    path: "/setting/services",
    icon: "scissors",
    anyOf: ["accessServiceSettings"],
    also: ["/createOrEditService", "/createOrEditAddon"],
  },
];
