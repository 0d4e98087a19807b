import type { Kind } from "./print-settings.ts";

type Section = { name: string; label: string; fields: readonly (readonly [name: string, label: string])[] };

const ACTIVITIES: Section = {
  name: "type",
  label: "What is to be done",
  fields: [
    ["feeding", "Feeding"],
    ["medication", "Medication"],
    ["addOns", "Extras"],
    ["showTicketComments", "Comments"],
  ],
};
const LODGING: Section = {
  name: "lodgingBreakdown",
  label: "Order",
  fields: [["showLodgingBreakdown", "By kind of lodging"]],
};
const COMING_AND_GOING: readonly Section[] = [
  {
    name: "additionalInfo",
    label: "Beside each pet",
    fields: [
      ["showAlertNotes", "Alert notes"],
      ["showTicketComments", "Comments"],
      ["showPetNotes", "Pet notes"],
      ["showPetBelongings", "Belongings"],
    ],
  },
  LODGING,
];

/** The switches of each kind of card, in the order of the paper. */
export const sections: Readonly<Record<Kind, readonly Section[]>> = {
  appointment: [
    {
      name: "general",
      label: "Pet",
      fields: [
        ["petPhoto", "Photo"],
        ["petGender", "Sex"],
        ["petWeight", "Weight"],
        ["petAppearance", "Color and coat"],
      ],
    },
    {
      name: "appointmentInfo",
      label: "What to know",
      fields: [
        ["alertNotes", "Alert notes"],
        ["ticketComments", "Comments"],
        ["petCodes", "Pet codes"],
        ["vaccinationStatus", "Vaccines"],
        ["agreementStatus", "Agreements not signed"],
        ["healthIssues", "Health issues"],
        ["petNotes", "Pet notes"],
        ["clientNotes", "Client notes"],
        ["clientTag", "Client tags"],
        ["phoneNumber", "Phone"],
        ["vetName", "Vet"],
        ["vetPhoneNumber", "Vet’s phone"],
      ],
    },
    {
      name: "serviceDetails",
      label: "Services",
      fields: [
        ["serviceStatusCheckBox", "Checkbox"],
        ["servicePrice", "Prices"],
      ],
    },
    {
      name: "historyAndNotes",
      label: "Earlier appointments",
      fields: [
        ["historyAndNotes", "Show them"],
        ["groomer", "Who groomed"],
      ],
    },
  ],
  stay: [
    {
      name: "general",
      label: "Pet",
      fields: [
        ["petPhoto", "Photo"],
        ["petGender", "Sex"],
        ["petFixedInfo", "Fixed or not"],
        ["petAge", "Age"],
        ["petWeight", "Weight"],
        ["petAppearance", "Color and coat"],
      ],
    },
    {
      name: "appointmentInfo",
      label: "What to know",
      fields: [
        ["alertNotes", "Alert notes"],
        ["ticketComments", "Comments"],
        ["petCodes", "Pet codes"],
        ["vaccinationStatus", "Vaccines"],
        ["agreementStatus", "Agreements not signed"],
        ["healthIssues", "Health issues"],
        ["petNotes", "Pet notes"],
        ["petBelongings", "Belongings"],
        ["vetName", "Vet"],
        ["vetPhoneNumber", "Vet’s phone"],
      ],
    },
    {
      name: "feedingAndMedication",
      label: "Feeding and medication",
      fields: [
        ["feedingSummaryCheckbox", "Feeding in a line"],
        ["feedingTableCheckbox", "Feeding as a table"],
        ["medicationSummaryCheckbox", "Medication in a line"],
        ["medicationTableCheckbox", "Medication as a table"],
        ["medicationCompactView", "Medication without instructions"],
      ],
    },
    { name: "extraServicesAndAddOns", label: "Extras", fields: [["showExtraServicesAndAddOns", "Extra services"]] },
  ],
  activity: [ACTIVITIES],
  task: [ACTIVITIES],
  arrival: COMING_AND_GOING,
  departure: COMING_AND_GOING,
  list: [
    {
      name: "commentsAndNotes",
      label: "Beside each pet",
      fields: [
        ["showAlertNotes", "Alert notes"],
        ["showTicketComments", "Comments"],
        ["showPetNotes", "Pet notes"],
      ],
    },
    LODGING,
  ],
  label: [],
};
