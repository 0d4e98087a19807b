import { expect, test } from "vitest";
import { lateText } from "./late-text.ts";

test("who waits is told by name how late it is, and without a name where there is none", () => {
  expect(lateText("Mia", 20)).toMatch(/^Hi Mia, we are running about 20 minutes late\./);
  expect(lateText("", 5)).toMatch(/^We are running about 5 minutes late\./);
});
