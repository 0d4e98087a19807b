import type { Answers, Given } from "@leashline/proto/rules/intake-answers.ts";

/** What an answer becomes, of what it is by then: a file arrives long after it was chosen, and others were typed or sent meanwhile. */
export type Change = (values: readonly string[]) => string[];
export type AnswersChange = (answers: Answers) => Answers;

const changed = (given: Given, key: string, change: Change): Given => ({ ...given, [key]: change(given[key] ?? []) });

export const ofOwner =
  (key: string, change: Change): AnswersChange =>
  ({ owner, pets }) => ({ owner: changed(owner, key, change), pets });

export const ofPet =
  (at: number, key: string, change: Change): AnswersChange =>
  ({ owner, pets }) => ({ owner, pets: pets.map((pet, other) => (other === at ? changed(pet, key, change) : pet)) });

export const withPet: AnswersChange = ({ owner, pets }) => ({ owner, pets: [...pets, {}] });

export const withoutPet =
  (at: number): AnswersChange =>
  ({ owner, pets }) => ({ owner, pets: pets.filter((_, other) => other !== at) });
