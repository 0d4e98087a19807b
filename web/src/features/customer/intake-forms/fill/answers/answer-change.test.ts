import type { Answers } from "@leashline/proto/rules/intake-answers.ts";
import { expect, test } from "vitest";
import { type AnswersChange, ofOwner, ofPet, withoutPet, withPet } from "./answer-change.ts";

const add = (path: string) => (before: readonly string[]) => [...before, path];

test("changes fit together in whatever order they come: what was typed meanwhile and other files stay", () => {
  const begun: Answers = { owner: { name: ["Ada"] }, pets: [{}] };
  const changes: AnswersChange[] = [
    withPet,
    ofPet(0, "file", add("a.png")),
    ofOwner("name", () => ["Ada L."]),
    ofPet(1, "name", () => ["Mia"]),
    ofPet(0, "file", add("b.png")),
  ];
  const after = changes.reduce((answers: Answers, change) => change(answers), begun);
  expect(after).toEqual({ owner: { name: ["Ada L."] }, pets: [{ file: ["a.png", "b.png"] }, { name: ["Mia"] }] });
  expect(withoutPet(0)(after).pets).toEqual([{ name: ["Mia"] }]);
  expect(ofPet(7, "file", add("c.png"))(after)).toEqual(after);
});
