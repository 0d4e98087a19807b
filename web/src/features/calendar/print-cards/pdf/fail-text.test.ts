import { expect, test } from "vitest";
import { DEFAULT_ERROR, OFFLINE_ERROR } from "../../../../ui/feedback/errors.ts";
import { failText } from "./fail-text.ts";

test("without a network a file that could not be made says so; otherwise in general, and nothing that only we understand", () => {
  const failed = new TypeError("Failed to fetch dynamically imported module");
  expect(failText(failed, false)).toBe(OFFLINE_ERROR);
  expect(failText(failed, true)).toBe(DEFAULT_ERROR);
});
