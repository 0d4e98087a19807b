import type { SettingsItem } from "../settings/settings-item.ts";

/** What is set here, among the areas of the settings. */
export const areas: readonly SettingsItem[] = [
  {
    label: "Discounts and tip split",
    group: "Business",
    words: "orders invoices bill best sequence coupon promo gratuity",
    path: "/setting/general/orders",
    icon: "tag",
    anyOf: ["manageDiscounts", "paymentSettings"],
  },
];
