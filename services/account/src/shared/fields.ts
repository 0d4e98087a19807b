import { e164, fail } from "@leashline/kit";
import { webAddressProblem } from "@leashline/proto/rules/web-address.ts";

/** Empty, or something that looks like an e-mail address (core §5). */
export function emailProblem(text: string): string | null {
  return text === "" || /^[^\s@<>(),;:"\\[\]]+@[^\s@.<>(),;:"\\[\]]+(\.[^\s@.<>(),;:"\\[\]]+)+$/.test(text) ? null : "Invalid email";
}

/** An IANA zone name that this runtime can compute with. */
export function isZone(text: string): boolean {
  if (!/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/.test(text)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
    return true;
  } catch {
    return false;
  }
}

/** Digits and a leading plus are kept (core §5). */
export const phoneOf = (text: string): string => (text.trim().startsWith("+") ? "+" : "") + text.replace(/\D/g, "");

/** A phone number as carriers write it; "" stays "". */
export async function dialled(phone: string, country: string, field = "phone"): Promise<string> {
  const number = await e164(phone, country);
  if (number === "" && phone.trim() !== "") throw fail("PARAMS_INVALID", { field, reason: "this is not a phone number" });
  return number;
}

type Check = (text: string) => string | null;
const checks: Record<string, Check> = {
  website: webAddressProblem,
  facebook: webAddressProblem,
  instagram: webAddressProblem,
  google: webAddressProblem,
  yelp: webAddressProblem,
  tiktok: webAddressProblem,
  contactEmail: emailProblem,
  email: emailProblem,
  timezoneName: (text) => (isZone(text) ? null : "not a time zone"),
};

/** Refuses wrong web addresses, e-mails and zones among the fields of a request, naming each. */
export function mustBeWellFormed(fields: Readonly<Record<string, unknown>>): void {
  const wrong = Object.entries(checks).flatMap(([field, check]) => {
    const text = fields[field];
    const reason = typeof text === "string" ? check(text) : null;
    return reason ? [{ field, reason }] : [];
  });
  if (wrong.length > 0) throw fail("PARAMS_INVALID", { message: wrong[0]?.reason ?? "", fields: wrong });
}

/** One e-mail in many spellings is one account. */
export const emailKey = (email: string): string => email.trim().toLowerCase();
