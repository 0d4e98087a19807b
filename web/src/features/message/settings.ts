import type { SettingsItem } from "../settings/settings-item.ts";

/** What is set here, among the areas of the settings. */
export const areas: readonly SettingsItem[] = [
  {
    label: "Auto messages",
    group: "Clients",
    words: "reminders confirmations texts auto reply quiet hours sms texting email rebooking birthday no-show notifications ready pick-up",
    path: "/setting/AutoMessage",
    icon: "messages",
    anyOf: ["autoMessageSettings", "autoMessageSettingsAllLocations"],
  },
];
