import { expect, test } from "vitest";
import { refusedWith } from "./sign-api.ts";

const refusal = (code: string, message: string, field: string, description: string) => ({
  message,
  details: [{ debug: { metadata: { code } } }, { debug: { fieldViolations: [{ field, description }] } }],
});

test.each([
  [
    "a dot for a signature",
    refusal("400", "params error", "signature", "Please sign with your name."),
    "Please sign with your name.",
    "signature",
  ],
  ["a field's reason without a capital", refusal("400", "params error", "inputs", "vet is required"), "Vet is required", "inputs"],
  [
    "a refusal that has a sentence of its own",
    refusal("900008", "It is signed already.", "token", "signed"),
    "It is signed already.",
    "token",
  ],
  ["an answer with nothing in it", {}, "Something went wrong. Please try again.", ""],
])("%s is told in words for people, and at its field", (_, problem, message, field) => {
  expect(refusedWith(problem)).toMatchObject({ message, field });
});
