import { expect, test } from "vitest";
import { sections } from "./print-sections.ts";
import { historyCount, type Kind, readSettings, shows, sortOf, standard } from "./print-settings.ts";

const read = (kind: Kind, saved: object) => readSettings(kind, JSON.stringify(saved));

test("print-card-defaults: three earlier appointments, sorted by the client's last name", () => {
  expect(historyCount(readSettings("appointment", ""))).toBe(3);
  expect(sortOf(readSettings("list", ""))).toBe("clientLastName");
  expect(readSettings("list", "")).toEqual(standard.list);
});

test.each([
  ["no version becomes 1", {}, ["version"], 1],
  ["one switch for notes becomes two, on", { appointmentInfo: { clientAndPetNotes: true } }, ["appointmentInfo", "clientNotes"], true],
  ["and off", { appointmentInfo: { clientAndPetNotes: false } }, ["appointmentInfo", "petNotes"], false],
  ["the old switch is gone", { appointmentInfo: { clientAndPetNotes: true } }, ["appointmentInfo", "clientAndPetNotes"], undefined],
  ["a missing pet photo is shown", { general: { show: true, petGender: false } }, ["general", "petPhoto"], true],
  ["what was chosen stays", { general: { petGender: false } }, ["general", "petGender"], false],
  ["what this version does not know stays", { later: { a: 1 } }, ["later", "a"], 1],
  ["what makes no sense is as it comes", { general: 7 }, ["general", "show"], true],
])("print-settings-migration: %s", (_, saved, path, expected) => {
  const found = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], read("appointment", saved));
  expect(found).toBe(expected);
});

test("print-settings-migration: lists without an order are sorted by the client's last name", () => {
  expect(sortOf(read("list", { version: 1, commentsAndNotes: {} }))).toBe("clientLastName");
  expect(sortOf(read("list", { sort: { sortBy: "petName" } }))).toBe("petName");
});

test("print-settings-migration: one switch for feeding or medication becomes the line and the table of it", () => {
  const stay = read("stay", { feedingAndMedication: { feeding: false, medication: true } });
  const on = (name: string) => shows(stay, "feedingAndMedication", name);
  expect([on("feedingTableCheckbox"), on("feedingSummaryCheckbox")]).toEqual([false, false]);
  expect([on("medicationTableCheckbox"), on("medicationSummaryCheckbox")]).toEqual([true, true]);
});

test("print-card-defaults: lists are not broken down by lodging", () => {
  for (const kind of ["list", "arrival", "departure"] as const)
    expect(shows(readSettings(kind, ""), "lodgingBreakdown", "showLodgingBreakdown")).toBe(false);
});

test("collar-label-always-on: pet name and breed have no switch, the others have", () => {
  expect(Object.keys(standard.label)).toEqual(["version", "paper", "age", "clientName", "lodging", "playgroup"]);
  expect(read("label", { petName: false, breed: false, age: false })).toMatchObject({ age: false, clientName: true });
});

test("a section that is off shows nothing of it", () => {
  const settings = read("appointment", { general: { show: false, petGender: true }, historyAndNotes: { show: false } });
  expect([shows(settings, "general", "petGender"), historyCount(settings)]).toEqual([false, 0]);
  expect(historyCount(read("appointment", { historyAndNotes: { historyCount: 99 } }))).toBe(20);
});

test("screen-print-card-kinds: each of the eight kinds has settings of its own, whose switches are on or off from the start", () => {
  const kinds = ["appointment", "stay", "activity", "task", "arrival", "departure", "list", "label"] as const;
  expect(Object.keys(sections).toSorted()).toEqual([...kinds].toSorted());
  for (const kind of kinds) {
    const own = sections[kind].flatMap(({ name, fields }) =>
      fields.map(([field]) => (standard[kind][name] as Record<string, unknown>)[field]),
    );
    // A label’s switches stand beside each other, in no sections, after the version and the paper.
    const switches = kind === "label" ? Object.values(standard.label).slice(2) : own;
    expect([kind, switches.length > 0, [...new Set(switches.map((one) => typeof one))]]).toEqual([kind, true, ["boolean"]]);
  }
});
