import { expect, test } from "vitest";
import { linkOf, standingOf } from "./form-words.ts";

test("intake-form-preview-link: the link to a form is built from its uuid, as formId", () => {
  expect(linkOf("u-1")).toBe("/intake-form?formId=u-1");
});

test.each([
  [{ archived: false, versionNumber: 0, changed: true }, "Draft"],
  [{ archived: false, versionNumber: 2, changed: true }, "Published, with changes"],
  [{ archived: false, versionNumber: 2, changed: false }, "Published"],
  [{ archived: true, versionNumber: 2, changed: false }, "Archived"],
])("how a form stands: %o", (form, word) => expect(standingOf(form).word).toBe(word));
