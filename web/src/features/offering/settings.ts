import type { SettingsItem } from "../settings/settings-item.ts";

/** What is set here, among the areas of the settings. */
export const areas: readonly SettingsItem[] = [
  {
    label: "Service charges",
    group: "Services",
    words: "surcharge late pick-up early drop-off extra fee fees",
    path: "/setting/services/service-charges",
    icon: "list",
    anyOf: ["accessServiceSettings"],
    also: ["/createOrEditServiceCharge", "/createOrEditSurcharges"],
  },
  {
    label: "Pricing rules",
    group: "Services",
    words: "discount peak second pet nights multi-pet weekday",
    path: "/setting/services/pricing-rules",
    icon: "list",
    anyOf: ["accessServiceSettings"],
    also: ["/createOrEditPricingRuleV2"],
  },
  {
    label: "Services",
    group: "Services",
    words: "prices add-ons duration menu booking policy cancellation late fee notice deposit no-show taxes color",
    path: "/setting/services",
    icon: "scissors",
    anyOf: ["accessServiceSettings"],
    also: ["/createOrEditService", "/createOrEditAddon"],
  },
  {
    label: "Lodging",
    group: "Services",
    words: "rooms kennels areas boarding units cameras",
    path: "/setting/lodging",
    icon: "building",
    anyOf: ["accessLodgingSettings"],
    also: ["/lodgingUnit/add"],
  },
  {
    label: "Playgroups",
    group: "Services",
    words: "daycare yard temperament size capacity",
    path: "/setting/playgroups",
    icon: "paw",
    anyOf: ["accessServiceSettings"],
  },
];
