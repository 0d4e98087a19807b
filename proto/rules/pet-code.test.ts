import { expect, test } from "vitest";
import { petOfCode } from "./pet-code.ts";

test.each([
  ["P42", "42"],
  [" *p42* ", "42"],
  ["Pip", undefined],
  ["P4x", undefined],
  ["42", undefined],
  ["P1234567890123456789", undefined],
])("what was scanned or typed: %s", (text, petId) => expect(petOfCode(text)).toBe(petId));
