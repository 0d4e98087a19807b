import type { Check } from "../../../../ui/format/validate.ts";

/** What the contract asks of a password: 8 to 128 characters, any of them. */
export const password: Check = (value) => {
  if (value.length < 8) return "Use at least 8 characters";
  return value.length > 128 ? "Use at most 128 characters" : undefined;
};
