import { IntakeQuestionType as Type } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { pathTo } from "../../../app/routes/paths.ts";

/** The kinds of questions, as an owner calls them. */
export const TYPES: readonly { value: Type; label: string }[] = [
  { value: Type.SHORT_TEXT, label: "Short text" },
  { value: Type.LONG_TEXT, label: "Long text" },
  { value: Type.DROPDOWN, label: "Dropdown" },
  { value: Type.RADIO, label: "One of several" },
  { value: Type.CHECKBOX, label: "Any of several" },
  { value: Type.DATE, label: "Date" },
  { value: Type.NUMBER, label: "Number" },
  { value: Type.PHONE, label: "Phone number" },
  { value: Type.ADDRESS, label: "Address" },
  { value: Type.SIGNATURE, label: "Signature" },
  { value: Type.FILE, label: "Photo or PDF" },
];

export const typeWord = (type: Type): string => TYPES.find(({ value }) => value === type)?.label ?? "Short text";

type Standing = { archived: boolean; versionNumber: number; changed: boolean };

/** How a form stands: what its page shows of it. */
export const standingOf = ({ archived, versionNumber, changed }: Standing): { word: string; tone: "ok" | "warn" | "plain" } => {
  if (archived) return { word: "Archived", tone: "plain" };
  if (versionNumber === 0) return { word: "Draft", tone: "plain" };
  return changed ? { word: "Published, with changes", tone: "warn" } : { word: "Published", tone: "ok" };
};

/** The page on which a form is filled in. */
export const linkOf = (uuid: string): string => pathTo("/intake-form", {}, { formId: uuid });
