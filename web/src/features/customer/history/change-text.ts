import type { FieldChange, HistoryEntry } from "@leashline/proto/leashline/customer/v1/history_pb.js";
import { spoken } from "../../../ui/form/overtaken.ts";
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

/** Fields that are kept as a number, and what the number says. */
const CHOICES: Record<string, Record<number, string>> = {
  type: { 1: "lead", 2: "client" },
  stage: Object.fromEntries(stages.map(({ value, label }) => [value, label.toLowerCase()])),
  gender: { 1: "male", 2: "female" },
  lifeStatus: { 1: "living", 2: "passed away" },
  preferredFrequencyType: { 1: "days", 2: "weeks", 3: "months" },
  unconfirmedReminderBy: { 0: "the same way", 1: "text", 2: "email", 3: "call" },
};
const LABELS: Record<string, string> = {
  preferredFrequencyDay: "comes every",
  preferredFrequencyType: "comes every",
  apptReminderByList: "appointment reminders by",
  unconfirmedReminderBy: "asked again to confirm by",
};

type Day = (iso: string) => string;

/** A value of the change log as one reads it; undefined for one that says nothing to people. */
const readable = (field: string, json: string, day: Day): string | undefined => {
  const value: unknown = json === "" ? "" : JSON.parse(json);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return CHOICES[field]?.[value] ?? String(value);
  if (typeof value !== "string") return undefined;
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? day(value) : value;
};

const isShown = ({ field }: FieldChange): boolean => !/(^i|I)d$|^version$|Time$|At$/.test(field);

const changed = (change: FieldChange, day: Day): string[] => {
  if (/^avatarPath$|PhotoPath$/.test(change.field)) return ["photo"];
  if (change.field === "clientColor") return ["color"];
  const [before, after] = [readable(change.field, change.before, day), readable(change.field, change.after, day)];
  const name = LABELS[change.field] ?? spoken(change.field);
  if (before === undefined || after === undefined) return [name];
  if (before === "") return after === "" ? [] : [`${name}: ${after}`];
  return [`${name}: ${before} → ${after || "none"}`];
};

/** "Pet changed" and what of it: "weight: 20 → 23"; days as `day` writes them. */
export const changeText = ({ entity, action, changes }: HistoryEntry, day: Day): { title: string; detail: string } => {
  const shown = changes.filter(isShown);
  const title = `${capitalise(spoken(entity))} ${DONE[action] ?? spoken(action)}`;
  if (action !== "create") return { title, detail: shown.flatMap((one) => changed(one, day)).join(", ") };
  const name = NAMES.flatMap((field) => shown.find((one) => one.field === field) ?? [])[0];
  return { title, detail: name ? (readable(name.field, name.after, day) ?? "") : "" };
};
