import type { Answers } from "@leashline/proto/rules/intake-answers.ts";

/** What is wrong with an answer, by its place: "owner.q1", "pets.0.q2". */
export type Faults = Readonly<Record<string, string>>;

const answerAt = ({ owner, pets }: Answers, path: string): string => {
  const [part, place = "", key = ""] = path.split(".");
  return JSON.stringify((part === "owner" ? owner[place] : pets[Number(place)]?.[key]) ?? []);
};

/** Without those of answers that were changed since. Where a pet was taken out, the others have other places: nothing is known of theirs until the form is sent again. */
export function faultsLeft(faults: Faults, before: Answers, next: Answers): Faults {
  const isSame = (path: string) =>
    path.startsWith("pets.") && next.pets.length < before.pets.length ? false : answerAt(before, path) === answerAt(next, path);
  return Object.fromEntries(Object.entries(faults).filter(([path]) => isSame(path)));
}
