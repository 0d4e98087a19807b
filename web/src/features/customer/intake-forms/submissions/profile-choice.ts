import type { Client } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { IntakeSubmission } from "@leashline/proto/leashline/customer/v1/intake_submission_pb.js";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { answerFor, type Given } from "@leashline/proto/rules/intake-answers.ts";
import { targets } from "@leashline/proto/rules/intake-form.ts";
import type { Format } from "../../../../ui/format/locale.ts";
import { sexes } from "../../shared/pet-text.ts";
import { answerText } from "./answer-text.ts";

/** A field that both sides may have: what is on file, and what the form says. */
export type Side = { target: string; label: string; onFile: string; given: string };

type Day = { year: number; month: number; day: number };
const dayText = (day: Day | undefined): string =>
  day ? [day.year, String(day.month).padStart(2, "0"), String(day.day).padStart(2, "0")].join("-") : "";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** What stands in place of an address on file. */
export const KEPT_ADDRESS = "Stays as another address";

const clientOnFile = (client: Client, field: string): string => {
  // A client may have several: the form's becomes the primary one, and what was there stays.
  if (field === "address") return client.primaryAddressId === "0" ? "" : KEPT_ADDRESS;
  return field === "birthday" ? dayText(client.birthday) : textOf(client[field as keyof Client]);
};

const petOnFile = (pet: Pet, field: string): string => {
  if (field === "gender") return sexes[pet.gender] ?? "";
  if (field === "fixed") return pet.fixed ? "Yes" : "No";
  if (field === "weight") return pet.weight ? String(pet.weight) : "";
  return field === "birthday" ? dayText(pet.birthday) : textOf(pet[field as keyof Pet]);
};

/** A number is the same with or without its country's code. */
const isSame = (target: string, a: string, b: string): boolean => {
  if (!/phonenumber$/i.test(target)) return a === b;
  const [one, other] = [a, b].map((text) => text.replaceAll(/\D/g, "").slice(-10));
  return one === other;
};

const sidesOf = (submission: IntakeSubmission, given: Given, kind: "client" | "pet", onFile: (field: string) => string): Side[] => {
  const content = { title: "", welcome: "", thanks: "", agreementIds: [], sections: submission.sections };
  return Object.entries(targets).flatMap(([target, { label }]) => {
    const values = target.startsWith(`${kind}.`) ? answerFor(content, given, target) : [];
    const text = answerText(values);
    const before = onFile(target.slice(kind.length + 1));
    return values.length > 0 && !isSame(target, text, before) ? [{ target, label, onFile: before, given: text }] : [];
  });
};

/** Where a form and a client say something different. An address of the form becomes the primary one. */
export const clientSides = (submission: IntakeSubmission, owner: Given, client: Client): Side[] =>
  sidesOf(submission, owner, "client", (field) => clientOnFile(client, field));

export const petSides = (submission: IntakeSubmission, given: Given, pet: Pet): Side[] =>
  sidesOf(submission, given, "pet", (field) => petOnFile(pet, field));

/** As the business writes it. */
export const sideText = (target: string, text: string, { phone, day }: Pick<Format, "phone" | "day">): string => {
  if (/phonenumber$/i.test(target)) return phone(text);
  return /birthday$/.test(target) && text ? day(text) : text;
};

/** What is taken at first: what is not on file yet. */
export const missingOnFile = (sides: readonly Side[]): string[] => sides.filter(({ onFile }) => onFile === "").map(({ target }) => target);

/** The pet of that name. */
export const sameName = (pets: readonly Pet[], name: string): Pet | undefined =>
  pets.find(({ petName }) => petName.trim().toLowerCase() === name.trim().toLowerCase());
