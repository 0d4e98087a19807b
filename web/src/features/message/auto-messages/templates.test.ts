import { expect, test } from "vitest";
import { noWords, templatesFrom, wordingProblem, wordingsOf } from "./templates.ts";

const stored = (serviceItemTypes: string[], smsBody: string) =>
  ({ serviceItemTypes, smsBody, emailSubject: "S", emailBody: "B", appBody: "A" }) as never;

const standard = { smsBody: "Our text", emailSubject: "Our subject", emailBody: "Our email", appBody: "Our note" } as never;
const shownOf = (templates: ReturnType<typeof stored>[]) => wordingsOf({ templates, standard });

test("every template goes in and comes out the same, the one for every appointment first", () => {
  const templates = [stored(["BOARDING"], "board"), stored([], "all"), stored(["GROOMING", "DAYCARE"], "groom")];
  const shown = shownOf(templates);
  expect(shown.map(({ careTypes, smsBody }) => [careTypes, smsBody])).toEqual([
    [[], "all"],
    [["BOARDING"], "board"],
    [["GROOMING", "DAYCARE"], "groom"],
  ]);
  expect(templatesFrom(shown, standard)).toEqual([templates[1], templates[0], templates[2]]);
});

test("without words of its own the form shows the standard ones, and stores none of them", () => {
  expect(shownOf([])).toEqual([{ careTypes: [], smsBody: "Our text", emailSubject: "Our subject", emailBody: "Our email", appBody: "" }]);
  expect(templatesFrom(shownOf([]), standard)).toEqual([]);
});

test("only the field that was changed is stored, and one that was cleared shows the standard words again", () => {
  const [general] = shownOf([]);
  const changed = templatesFrom([{ ...general!, smsBody: "Mine" }], standard);
  expect(changed).toEqual([{ serviceItemTypes: [], smsBody: "Mine", emailSubject: "", emailBody: "", appBody: "" }]);
  expect(shownOf(changed as never)).toEqual([{ ...general, smsBody: "Mine" }]);
  expect(templatesFrom([{ ...general!, smsBody: "  " }], standard)).toEqual([]);
});

test("a care type may have the standard words though every other appointment has others", () => {
  const [general] = shownOf([]);
  const kept = templatesFrom(
    [
      { ...general!, smsBody: "Mine" },
      { ...general!, careTypes: ["GROOMING"] },
    ],
    standard,
  );
  expect(kept.map(({ serviceItemTypes, smsBody }) => [serviceItemTypes, smsBody])).toEqual([
    [[], "Mine"],
    [["GROOMING"], ""],
  ]);
});

test("beside others the wording for every appointment keeps its place, so that what is refused of one is said beside it", () => {
  const [general] = shownOf([]);
  const sent = templatesFrom([general!, { ...general!, careTypes: ["GROOMING"], smsBody: "Mine" }], standard);
  expect(sent.map(({ serviceItemTypes, smsBody }) => [serviceItemTypes, smsBody])).toEqual([
    [[], ""],
    [["GROOMING"], "Mine"],
  ]);
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
