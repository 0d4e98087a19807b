import type { SettingsItem } from "../settings/settings-item.ts";

/** What is set here, among the areas of the settings. */
export const areas: readonly SettingsItem[] = [
  {
    label: "Clients and pets",
    group: "Clients",
    words: "tags breeds coat vaccines warnings incidents vaccinations shots rabies fur hair types sizes behavior",
    path: "/setting/clientsAndPets",
    icon: "paw",
    anyOf: ["accessBusinessSettings", "editClient"],
  },
  {
    label: "Agreements",
    group: "Clients",
    words: "waiver policy contract terms sign consent waivers cancellation no-show signature",
    path: "/agreement/setting",
    icon: "note",
    anyOf: ["accessBusinessSettings", "editClient"],
  },
  {
    label: "Intake forms",
    group: "Clients",
    words: "questionnaire new client form questions",
    path: "/intake_form/forms/list",
    icon: "list",
    anyOf: ["accessBusinessSettings", "viewClientList"],
  },
  {
    label: "Privacy requests",
    group: "Clients",
    words: "erase delete export personal data copy law gdpr ccpa forget",
    path: "/client/privacy",
    icon: "note",
    anyOf: ["deleteClient"],
  },
];
