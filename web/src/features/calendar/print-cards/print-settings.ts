/** What is put on paper, each with settings of its own (growth §2). */
export type Kind = "appointment" | "list" | "label";
export type SortBy = "petName" | "clientLastName";

type Values = Readonly<Record<string, unknown>>;
/** A kind's settings: sections of switches, and beside them what is chosen among several. */
export type PrintSettings = Readonly<Record<string, Values | number | boolean>> & { version: 1 };

const on = (...names: string[]) => Object.fromEntries(names.map((name) => [name, true]));
const off = (...names: string[]) => Object.fromEntries(names.map((name) => [name, false]));
const HISTORY_COUNT = 3;

/** What a kind of card shows before anybody chose otherwise (growth §9). */
export const standard: Readonly<Record<Kind, PrintSettings>> = {
  appointment: {
    version: 1,
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
        "healthIssues",
        "petNotes",
      ),
      ...off("clientNotes", "vetName", "vetPhoneNumber"),
    },
    serviceDetails: { ...on("show", "serviceStatusCheckBox"), ...off("servicePrice") },
    historyAndNotes: { ...on("show", "historyAndNotes", "groomer"), historyCount: HISTORY_COUNT },
  },
  list: {
    version: 1,
    commentsAndNotes: on("showPetNotes", "showAlertNotes", "showTicketComments"),
    sort: { sortBy: "clientLastName" },
    petCodeFilter: { petCodeIdList: [], showUniqueComment: false },
  },
  label: { version: 1, age: true, clientName: true },
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Older settings knew one switch for the notes of clients and pets. */
function splitNotes(section: Values): Values {
  const { clientAndPetNotes, ...rest } = section;
  return typeof clientAndPetNotes === "boolean" ? { clientNotes: clientAndPetNotes, petNotes: clientAndPetNotes, ...rest } : section;
}

/** A kind's settings as they were saved, brought to this version: what is missing is as it comes, what is unknown stays (growth §5). */
export function readSettings(kind: Kind, saved: string): PrintSettings {
  const given: unknown = saved === "" ? {} : JSON.parse(saved);
  const known = isObject(given) ? given : {};
  const merged = Object.entries(standard[kind]).map(([name, usual]) => {
    const value = known[name];
    if (isObject(usual)) return [name, { ...usual, ...(isObject(value) ? splitNotes(value) : {}) }];
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

export const sortOf = (settings: PrintSettings): SortBy =>
  isObject(settings.sort) && settings.sort.sortBy === "petName" ? "petName" : "clientLastName";
