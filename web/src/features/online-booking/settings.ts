import type { SettingsItem } from "../settings/settings-item.ts";

/** What is set here, among the areas of the settings. */
export const areas: readonly SettingsItem[] = [
  {
    label: "Online booking",
    group: "Clients",
    words:
      "storefront booking page link requests code landing gallery team questions automation automatic acceptance prepay deposit card payment group reserve google maps cancellation policy rules hours opening lead time notice website widget qr logo waitlist own domain dns cname txt",
    path: "/online_booking/settings",
    also: [
      "/online_booking/landing_page",
      "/online_booking/landing_page/domain",
      "/online_booking/availability",
      "/online_booking/new_settings/questions",
      "/online_booking/new_settings/automation",
      "/online_booking/new_settings/payment",
      "/online_booking/new_settings/google",
    ],
    icon: "screen",
    anyOf: ["onlineBookingSettings", "onlineBookingSettingsAllLocations"],
  },
];
