import { expect, test } from "vitest";
import { initials, listed, safeFileName } from "./text.ts";

test("file-name-sanitise", () => {
  expect(safeFileName("a<b>:c.pdf")).toBe("a_b__c.pdf");
  expect(safeFileName("x/y\\z|?*.png")).toBe("x_y_z___.png");
});

test("initials", () => {
  expect(initials("Dana", "Whitcomb")).toBe("DW");
  expect(initials("Van 2 · Theo")).toBe("VT");
  expect(initials("")).toBe("");
});

test.each([
  [["Ann"], "Ann"],
  [["Ann", "Ben"], "Ann and Ben"],
  [["Ann", "Ben", "Cleo"], "Ann, Ben, and Cleo"],
])("%j are listed as one says them", (names, text) => expect(listed(names)).toBe(text));
