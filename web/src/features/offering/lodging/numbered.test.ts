import { expect, test } from "vitest";
import { numbered } from "./numbered.ts";

test("names go on after the highest number there is; others stay as they are", () => {
  expect(numbered("Kennel", [], 2)).toEqual(["Kennel 1", "Kennel 2"]);
  expect(numbered("Kennel", ["Kennel 7", "Suite", "Kennel of Rex"], 1)).toEqual(["Kennel 7", "Suite", "Kennel of Rex", "Kennel 8"]);
});
