import { inList } from "@leashline/kit";
import { IntakeQuestionType as Type } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import type { IntakeAnswer, IntakePetAnswers } from "@leashline/proto/leashline/customer/v1/intake_submission_pb.js";
import { type Answers, answerFor, type Given } from "@leashline/proto/rules/intake-answers.ts";
import { type Fault, type FormContent, questionsOf } from "@leashline/proto/rules/intake-form.ts";

const givenIn = (list: readonly IntakeAnswer[]): Given => Object.fromEntries(list.map(({ questionKey, values }) => [questionKey, values]));

export const answersFrom = (owner: readonly IntakeAnswer[], pets: readonly IntakePetAnswers[]): Answers => ({
  owner: givenIn(owner),
  pets: pets.map(({ answers }) => givenIn(answers)),
});

/** Answers that name files which were not sent with this form. */
export function foreignFiles(content: FormContent, { owner, pets }: Answers, files: ReadonlySet<string>): Fault[] {
  const keys = questionsOf(content)
    .filter(({ type }) => type === Type.FILE)
    .map(({ key }) => key);
  const within = (given: Given, at: string) =>
    keys
      .filter((key) => (given[key] ?? []).some((path) => path.trim() !== "" && !files.has(path)))
      .map((key) => ({ path: `${at}.${key}`, reason: "Send this file again, please." }));
  return [...within(owner, "owner"), ...pets.flatMap((pet, at) => within(pet, inList("pets", at)))];
}

/** What a list shows of a form that came in. */
export const namesIn = (content: FormContent, { owner, pets }: Answers): { name: string; petNames: string[] } => ({
  name: [...answerFor(content, owner, "client.firstName"), ...answerFor(content, owner, "client.lastName")].join(" "),
  petNames: pets.flatMap((pet) => answerFor(content, pet, "pet.petName")),
});

const reaching: readonly Type[] = [Type.PHONE, Type.ADDRESS];
const reachingTargets = ["client.email", "pet.emergencyContact"];

/** Without what reaches the person: for whoever may not see contact data. */
export function withoutContact(content: FormContent, { owner, pets }: Answers): Answers {
  const hidden = new Set(
    questionsOf(content)
      .filter(({ type, target }) => reaching.includes(type) || reachingTargets.includes(target))
      .map(({ key }) => key),
  );
  const rest = (given: Given): Given => Object.fromEntries(Object.entries(given).filter(([key]) => !hidden.has(key)));
  return { owner: rest(owner), pets: pets.map(rest) };
}
