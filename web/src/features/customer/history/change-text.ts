import type { FieldChange, HistoryEntry } from "@leashline/proto/leashline/customer/v1/history_pb.js";
import { spoken } from "../../../ui/form/overtaken.ts";
import { capitalise } from "../../../ui/format/text.ts";

const DONE: Record<string, string> = {
  create: "added",
  update: "changed",
  delete: "deleted",
  restore: "restored",
  merge: "merged",
  unmerge: "merge undone",
};
/** What people call the thing, where it was just added. */
const NAMES = ["petName", "note", "address1", "firstName", "name"];

/** A value of the change log as one reads it; undefined for one that says nothing to people. */
const readable = (json: string): string | undefined => {
  const value: unknown = json === "" ? "" : JSON.parse(json);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
};

const isShown = ({ field }: FieldChange): boolean => !/(^i|I)d$|^version$|Time$|At$/.test(field);

const changed = (change: FieldChange): string[] => {
  if (change.field === "avatarPath") return ["photo"];
  const [before, after] = [readable(change.before), readable(change.after)];
  const name = spoken(change.field);
  if (before === undefined || after === undefined) return [name];
  if (before === "") return after === "" ? [] : [`${name}: ${after}`];
  return [`${name}: ${before} → ${after || "none"}`];
};

/** "Pet changed" and what of it: "weight: 20 → 23". */
export const changeText = ({ entity, action, changes }: HistoryEntry): { title: string; detail: string } => {
  const shown = changes.filter(isShown);
  const title = `${capitalise(spoken(entity))} ${DONE[action] ?? spoken(action)}`;
  if (action !== "create") return { title, detail: shown.flatMap(changed).join(", ") };
  const name = NAMES.flatMap((field) => shown.find((one) => one.field === field) ?? [])[0];
  return { title, detail: name ? (readable(name.after) ?? "") : "" };
};
