import { fail } from "@leashline/kit";

/** What the unique keys of the account table mean to a person. */
export function accountRefusal(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== "23505") return error;
  if (constraint === "account_email_key_key") return fail("EMAIL_IN_USE", { field: "email" });
  if (constraint === "account_phone_digits_key") return fail("PHONE_NUMBER_IN_USE", { field: "phoneNumber" });
  return error;
}
