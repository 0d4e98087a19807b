import type { SettingsItem } from "../settings/settings-item.ts";

/** What is set here, among the areas of the settings. */
export const areas: readonly SettingsItem[] = [
  {
    label: "Working hours",
    group: "Team",
    words: "schedule shift availability",
    path: "/setting/staff/hours",
    icon: "clock",
    anyOf: ["staffShift", "staffShiftWorkingLocations", "staffShiftAllLocations"],
  },
];
