import type { FieldChange, HistoryEntry } from "@leashline/proto/leashline/customer/v1/history_pb.js";
import { spoken } from "../../../ui/form/overtaken.ts";
import { WEEKDAYS } from "../../../ui/format/dates.ts";
import { capitalise } from "../../../ui/format/text.ts";
import { stages } from "../shared/leads/lead-words.ts";

const DONE: Record<string, string> = {
  create: "added",
  update: "changed",
  delete: "deleted",
  restore: "restored",
  merge: "merged",
  unmerge: "merge undone",
  "not the same": "marked as not the same person as another",
  "maybe the same": "may be the same person as another again",
};
/** What people call the thing, where it was just added. */
const NAMES = ["petName", "note", "address1", "firstName", "name"];

const EVERY = "preferredFrequencyDay";
const EVERY_UNIT = "preferredFrequencyType";

/** How a client is told something, by its number. */
const WAYS = { 1: "text", 2: "email", 3: "call" };

/** Fields that are kept as a number, or a list of them, and what each number says. */
const CHOICES: Record<string, Record<number, string>> = {
  type: { 1: "lead", 2: "client" },
  stage: Object.fromEntries(stages.map(({ value, label }) => [value, label.toLowerCase()])),
  gender: { 1: "male", 2: "female" },
  lifeStatus: { 1: "living", 2: "passed away" },
  [EVERY_UNIT]: { 1: "days", 2: "weeks", 3: "months" },
  apptReminderByList: WAYS,
  preferredDay: { ...WEEKDAYS },
  unconfirmedReminderBy: { 0: "the same way", ...WAYS },
};
const LABELS: Record<string, string> = {
  [EVERY]: "comes every",
  [EVERY_UNIT]: "comes every",
  preferredDay: "preferred days",
  preferredTime: "preferred time of day",
  apptReminderByList: "appointment reminders by",
  unconfirmedReminderBy: "asked again to confirm by",
};

type Day = (iso: string) => string;

/** A value of the change log as one reads it; undefined for one that says nothing to people. */
const readable = (field: string, json: string, day: Day): string | undefined => {
  const value: unknown = json === "" ? "" : JSON.parse(json);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return CHOICES[field]?.[value] ?? String(value);
  const known = CHOICES[field];
  if (Array.isArray(value) && known && value.every((one) => known[one])) return value.map((one) => known[one]).join(", ");
  if (typeof value !== "string") return undefined;
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? day(value) : value;
};

const isShown = ({ field }: FieldChange): boolean => !/(^i|I)d$|^version$|Time$|At$/.test(field);

const changed = (change: FieldChange, day: Day): string[] => {
  if (/^avatarPath$|PhotoPath$/.test(change.field)) return ["photo"];
  if (change.field === "clientColor") return ["color"];
  const [before, after] = [readable(change.field, change.before, day), readable(change.field, change.after, day)];
  return said(LABELS[change.field] ?? spoken(change.field), before, after);
};

function said(name: string, before: string | undefined, after: string | undefined): string[] {
  if (before === undefined || after === undefined) return [name];
  if (before === after) return [];
  return before === "" ? [`${name}: ${after}`] : [`${name}: ${before} → ${after || "none"}`];
}

/** A number and its unit are one thing; a unit alone, where there was none, says nothing. */
const unitOnly = ({ field, before }: FieldChange): boolean => field === EVERY_UNIT && before === "";

function details(changes: readonly FieldChange[], day: Day): string[] {
  const [number, unit] = [EVERY, EVERY_UNIT].map((field) => changes.find((one) => one.field === field));
  const every = (json: string, of: string) => [json, of && readable(EVERY_UNIT, of, day)].filter(Boolean).join(" ");
  return changes.flatMap((one) => {
    if (one === number && unit)
      return said("comes every", number.before && every(number.before, unit.before), every(number.after, unit.after));
    return (one === unit && number) || unitOnly(one) ? [] : changed(one, day);
  });
}

/** "Pet changed" and what of it: "weight: 20 → 23"; days as `day` writes them. */
export const changeText = ({ entity, action, changes }: HistoryEntry, day: Day): { title: string; detail: string } => {
  const shown = changes.filter(isShown);
  const title = `${capitalise(spoken(entity))} ${DONE[action] ?? spoken(action)}`;
  if (action !== "create") return { title, detail: details(shown, day).join(", ") };
  const name = NAMES.flatMap((field) => shown.find((one) => one.field === field) ?? [])[0];
  return { title, detail: name ? (readable(name.field, name.after, day) ?? "") : "" };
};
