import type { Kind } from "./print-settings.ts";

type Section = { name: string; label: string; fields: readonly (readonly [name: string, label: string])[] };

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
        ["serviceStatusCheckBox", "Box to tick"],
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
  ],
  label: [],
};
