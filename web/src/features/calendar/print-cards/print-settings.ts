/** What is put on paper, each with settings of its own (growth §2). */
export type Kind = "appointment" | "stay" | "activity" | "task" | "arrival" | "departure" | "list" | "label";
export const SORTS = ["clientLastName", "petName", "lodging"] as const;
export type SortBy = (typeof SORTS)[number];

type Values = Readonly<Record<string, unknown>>;
/** A kind's settings: sections of switches, and beside them what is chosen among several. */
export type PrintSettings = Readonly<Record<string, Values | number | boolean | string>> & { version: 1 };

const on = (...names: string[]) => Object.fromEntries(names.map((name) => [name, true]));
const off = (...names: string[]) => Object.fromEntries(names.map((name) => [name, false]));
const HISTORY_COUNT = 3;

const sort = { sortBy: "clientLastName" };
const activities: PrintSettings = {
  version: 1,
  paper: "",
  type: { ...on("show", "feeding", "medication", "addOns", "showTicketComments"), addOnItems: [] },
  sort,
};
const comingAndGoing: PrintSettings = {
  version: 1,
  paper: "",
  additionalInfo: on("showPetBelongings", "showPetNotes", "showAlertNotes", "showTicketComments"),
  lodgingBreakdown: off("showLodgingBreakdown"),
  sort,
};

/** Which paper it is printed on; none was chosen yet. */
const paper = "";

/** What a kind of card shows before anybody chose otherwise (growth §9). */
export const standard: Readonly<Record<Kind, PrintSettings>> = {
  appointment: {
    version: 1,
    paper,
    general: on("show", "petGender", "petWeight", "petPhoto", "petAppearance"),
    appointmentInfo: {
      ...on(
        "show",
        "clientTag",
        "phoneNumber",
        "alertNotes",
        "ticketComments",
        "petCodes",
        "vaccinationStatus",
        "agreementStatus",
        "healthIssues",
        "petNotes",
      ),
      ...off("clientNotes", "vetName", "vetPhoneNumber"),
    },
    serviceDetails: { ...on("show", "serviceStatusCheckBox"), ...off("servicePrice") },
    historyAndNotes: { ...on("show", "historyAndNotes", "groomer"), historyCount: HISTORY_COUNT },
  },
  stay: {
    version: 1,
    paper,
    general: on("show", "petPhoto", "petGender", "petWeight", "petAge", "petFixedInfo", "petAppearance"),
    appointmentInfo: {
      ...on(
        "show",
        "petCodes",
        "vaccinationStatus",
        "agreementStatus",
        "petNotes",
        "alertNotes",
        "ticketComments",
        "healthIssues",
        "petBelongings",
      ),
      ...off("vetName", "vetPhoneNumber"),
    },
    extraServicesAndAddOns: on("show", "showExtraServicesAndAddOns"),
    feedingAndMedication: {
      ...on("show", "feedingTableCheckbox", "medicationTableCheckbox"),
      ...off("feedingSummaryCheckbox", "medicationSummaryCheckbox", "medicationCompactView"),
    },
  },
  activity: activities,
  task: activities,
  arrival: comingAndGoing,
  departure: comingAndGoing,
  list: {
    version: 1,
    paper,
    commentsAndNotes: on("showPetNotes", "showAlertNotes", "showTicketComments"),
    lodgingBreakdown: off("showLodgingBreakdown"),
    sort,
    petCodeFilter: { petCodeIdList: [], showUniqueComment: false },
  },
  label: { version: 1, paper, age: true, clientName: true, lodging: false, playgroup: false },
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Older settings knew one switch for the notes of clients and pets. */
function splitNotes(section: Values): Values {
  const { clientAndPetNotes, ...rest } = section;
  return typeof clientAndPetNotes === "boolean" ? { clientNotes: clientAndPetNotes, petNotes: clientAndPetNotes, ...rest } : section;
}

/** And one switch each for feeding and for medication, where there are now a line and a table of either. */
function splitCare(section: Values): Values {
  const { feeding, medication, ...rest } = section;
  const both = (name: string, value: unknown) =>
    typeof value === "boolean" ? { [`${name}SummaryCheckbox`]: value, [`${name}TableCheckbox`]: value } : {};
  return { ...both("feeding", feeding), ...both("medication", medication), ...rest };
}

const brought = (name: string, section: Values): Values => (name === "feedingAndMedication" ? splitCare(section) : splitNotes(section));

/** A kind's settings as they were saved, brought to this version: what is missing is as it comes, what is unknown stays (growth §5). */
export function readSettings(kind: Kind, saved: string): PrintSettings {
  const given: unknown = saved === "" ? {} : JSON.parse(saved);
  const known = isObject(given) ? given : {};
  const merged = Object.entries(standard[kind]).map(([name, usual]) => {
    const value = known[name];
    if (isObject(usual)) return [name, { ...usual, ...(isObject(value) ? brought(name, value) : {}) }];
    return [name, typeof value === typeof usual ? value : usual];
  });
  return { ...known, ...Object.fromEntries(merged), version: 1 } as PrintSettings;
}

/** Whether something is to be printed; in a section that is switched off as a whole nothing is. */
export function shows(settings: PrintSettings, section: string, name: string): boolean {
  const values = settings[section];
  return isObject(values) && values.show !== false && values[name] === true;
}

/** How many earlier appointments a card names. */
export function historyCount(settings: PrintSettings): number {
  const values = settings.historyAndNotes;
  const wanted = isObject(values) && shows(settings, "historyAndNotes", "historyAndNotes") ? Number(values.historyCount) : 0;
  return Math.min(20, Math.max(0, Number.isInteger(wanted) ? wanted : HISTORY_COUNT));
}

export const sortOf = (settings: PrintSettings): SortBy => {
  const { sort: saved } = settings;
  return SORTS.find((one) => isObject(saved) && one === saved.sortBy) ?? "clientLastName";
};
