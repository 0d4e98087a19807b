import { expect, test } from "vitest";
import { frameOf } from "./text-frame.ts";

test.each([
  ["plain words", "Closed on Monday.", "Paws & Fur", "Paws & Fur: ", " Reply STOP to opt out.", 1_565],
  ["words that say who sends them", "Paws & Fur is closed. STOP ends it.", "Paws & Fur", "", "", 1_577],
  ["words that begin with the placeholder", "{businessName} is closed.", "Paws & Fur", "", " Reply STOP to opt out.", 1_577],
  ["a business without a name", "Closed.", "", "", " Reply STOP to opt out.", 1_577],
])("around %s stands what a text to many still lacks", (_, words, business, before, after, most) =>
  expect(frameOf(words, business)).toEqual({ before, after, most }),
);
