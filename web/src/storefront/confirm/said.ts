import { fieldErrors, messageOf } from "../../ui/feedback/call-errors.ts";

/** What a refusal says beside the fields of the step that asks whom to call, and what it says of anything else. */
export type Said = { phone?: string | undefined; email?: string | undefined; message?: string };

const PHONE = ["customer.phoneNumber", "phoneNumber"];
const EMAIL = ["customer.email", "email"];

export function saidOf(error: unknown): Said {
  if (!error) return {};
  const errors = fieldErrors(error);
  const fields = Object.keys(errors);
  const at = (names: readonly string[]) => names.map((name) => errors[name]).find((text) => text !== undefined);
  const isShown = fields.length > 0 && fields.every((field) => PHONE.includes(field) || EMAIL.includes(field));
  return { phone: at(PHONE), email: at(EMAIL), ...(!isShown && { message: messageOf(error) }) };
}
