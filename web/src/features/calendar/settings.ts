import type { SettingsItem } from "../settings/settings-item.ts";

/** What is set here, among the areas of the settings. */
export const areas: readonly SettingsItem[] = [
  {
    label: "Service areas",
    group: "Team",
    words: "zip code polygon mobile van where out of area",
    path: "/setting/service_area",
    icon: "pin",
    anyOf: ["accessBusinessSettings"],
    mobile: true,
  },
  {
    label: "Driving",
    group: "Team",
    words: "van distance miles kilometers minutes parking start end route smart",
    path: "/setting/driving",
    icon: "pin",
    anyOf: ["vanSettings"],
  },
  {
    label: "Calendar",
    group: "Business",
    words: "view zoom color cards day week month finish paid booking hours status drag",
    path: "/setting/general/calendar",
    icon: "calendar",
    anyOf: ["accessBusinessSettings"],
  },
  {
    label: "Check-in alerts",
    group: "Business",
    words: "reminder check-out vaccine codes",
    path: "/setting/general/alerts",
    icon: "warning",
    anyOf: ["accessBusinessSettings"],
  },
  {
    label: "Daycare",
    group: "Services",
    words: "heads capacity half day",
    path: "/setting/general/daycare",
    icon: "sun",
    anyOf: ["accessBusinessSettings"],
  },
  {
    label: "Working hours",
    group: "Team",
    words: "schedule shift availability time off days off vacation shifts rota",
    path: "/setting/staff/hours",
    icon: "clock",
    anyOf: ["staffShift", "staffShiftWorkingLocations", "staffShiftAllLocations"],
  },
  {
    label: "Calendar sync",
    group: "Team",
    words: "feed ical phone google apple outlook subscribe",
    path: "/setting/integration/calendar",
    icon: "calendar",
    anyOf: ["syncOwnCalendar", "syncAllCalendars"],
  },
];
