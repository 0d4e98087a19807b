import { type Answers, askedOf, fileName, type Given } from "@leashline/proto/rules/intake-answers.ts";
import { type FormContent, type Question, Type } from "@leashline/proto/rules/intake-form.ts";
import type { SubmissionRow } from "./submission.store.ts";

export const header = ["Came in", "Form", "From", "Pets", "State", "Answers"];

/** Of a signature the name under it, of a file what it is called: the rest says nothing in a cell. */
const wordsOf = ({ type }: Question, values: readonly string[]): readonly string[] => {
  if (type === Type.SIGNATURE) return values.slice(1);
  return type === Type.FILE ? values.map(fileName) : values;
};
const valueOfAnswer = (question: Question, values: readonly string[]): string =>
  wordsOf(question, values)
    .filter((value) => value !== "")
    .join(", ");

const linesOf = (questions: readonly Question[], given: Given): string[] =>
  questions.flatMap((question) => {
    const value = valueOfAnswer(question, given[question.key] ?? []);
    return value === "" ? [] : [`${question.label}: ${value}`];
  });

const stateOf = ({ clientId, readAt }: SubmissionRow): string => (clientId === "0" ? (readAt ? "Read" : "Unread") : "Added");

/** One form that came in: every answer on a line of its own, what is about a pet under the pet's name. */
export function toLine(row: SubmissionRow, content: FormContent, { owner, pets }: Answers, zone: string): string[] {
  const cameIn = row.createdAt.toLocaleString("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  const ofPets = pets.flatMap((pet, at) => [`${row.petNames[at] ?? `Pet ${at + 1}`}:`, ...linesOf(askedOf(content, owner, pet), pet)]);
  const answers = [...linesOf(askedOf(content, owner, null), owner), ...ofPets].join("\n");
  return [cameIn, row.formTitle, row.name, row.petNames.join(", "), stateOf(row), answers];
}
