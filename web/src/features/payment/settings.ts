import type { SettingsItem } from "../settings/settings-item.ts";

/** What is set here, among the areas of the settings. */
export const areas: readonly SettingsItem[] = [
  {
    label: "Deposit rules",
    group: "Business",
    words: "deposits ahead prepay new clients percentage no-show cancellation canceled refunds",
    path: "/setting/payment/deposit/rules",
    icon: "list",
    anyOf: ["paymentSettings"],
  },
  {
    label: "Payments",
    group: "Business",
    words: "ways to pay methods cash check tips smart card fees gratuity credit cards square stripe surcharge convenience",
    path: "/setting/payment",
    icon: "payment",
    anyOf: ["paymentSettings"],
  },
  {
    label: "Chart of accounts",
    group: "Business",
    words: "ledger bookkeeping bookkeeper accounting account numbers names balances quickbooks",
    path: "/payment/ledger/accounts",
    icon: "finance",
    anyOf: ["viewReportsWorkingLocations"],
  },
  {
    label: "Card readers",
    group: "Business",
    words: "terminal tap counter simulated reader S700 WisePOS",
    path: "/creditCard/stripe/readers",
    icon: "payment",
    anyOf: ["paymentSettings"],
  },
  {
    label: "Connections",
    group: "Developers",
    words: "stripe twilio calendar sync",
    path: "/setting/integration/connections",
    icon: "screen",
    anyOf: ["accessBusinessSettings", "integrationKeys"],
  },
];
