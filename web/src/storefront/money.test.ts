import { expect, test } from "vitest";
import { together } from "./money.ts";

test("names in a sentence", () => {
  expect([[], ["Rex"], ["Rex", "Moss"], ["Rex", "Moss", "Ida"]].map(together)).toEqual(["", "Rex", "Rex and Moss", "Rex, Moss and Ida"]);
});
