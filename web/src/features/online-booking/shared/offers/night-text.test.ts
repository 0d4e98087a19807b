import { expect, test } from "vitest";
import { nightText } from "./night-text.ts";

const usual = { isEnabled: true, quietFrom: 1260, quietTo: 480 };
const at = (minutes: number) => ({ now: () => ({ date: "2026-11-24", minutes }), minutes: (n: number) => `${n}` });

test.each([
  ["at night", usual, 144, true],
  ["late in the evening", usual, 1260, true],
  ["in the morning", usual, 480, false],
  ["where there are no quiet hours", { ...usual, isEnabled: false }, 144, false],
  ["before they are known", undefined, 144, false],
  ["within hours that do not go over midnight", { ...usual, quietFrom: 60, quietTo: 180 }, 144, true],
  ["outside of such", { ...usual, quietFrom: 60, quietTo: 180 }, 200, false],
])("an offer by hand %s says that it goes out all the same, or nothing", (_, quiet, minutes, says) => {
  expect(nightText(quiet, at(minutes))).toBe(
    says ? `It is ${minutes}, in your quiet hours. An offer you make yourself is still sent right away.` : "",
  );
});
