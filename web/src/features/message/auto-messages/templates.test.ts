import { expect, test } from "vitest";
import { noWords, templatesFrom, wordingProblem, wordingsOf } from "./templates.ts";

const stored = (serviceItemTypes: string[], smsBody: string) =>
  ({ serviceItemTypes, smsBody, emailSubject: "S", emailBody: "B", appBody: "A" }) as never;

test("every template goes in and comes out the same, the one for every appointment first", () => {
  const templates = [stored(["BOARDING"], "board"), stored([], "all"), stored(["GROOMING", "DAYCARE"], "groom")];
  const shown = wordingsOf(templates);
  expect(shown.map(({ careTypes, smsBody }) => [careTypes, smsBody])).toEqual([
    [[], "all"],
    [["BOARDING"], "board"],
    [["GROOMING", "DAYCARE"], "groom"],
  ]);
  expect(templatesFrom(shown)).toEqual([templates[1], templates[0], templates[2]]);
});

test("without words for every appointment the form has an empty place for them, and stores none", () => {
  expect(wordingsOf([])).toEqual([noWords()]);
  expect(templatesFrom([noWords()])).toEqual([]);
  expect(templatesFrom([noWords(), { ...noWords(["GROOMING"]), smsBody: "x" }]).map((one) => one.serviceItemTypes)).toEqual([["GROOMING"]]);
});

test("words that would never go out are told: for no care type, or for one that has words already", () => {
  const all = [noWords(), noWords(["GROOMING"]), noWords([]), noWords(["GROOMING"]), noWords(["GROOMING", "BOARDING"])];
  expect([1, 2, 3, 4].map((at) => wordingProblem(all, at))).toEqual([
    undefined,
    "Choose the care types this wording is for",
    "These care types already have their own wording",
    undefined,
  ]);
});
