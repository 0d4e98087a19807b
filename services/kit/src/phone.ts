/** Phone numbers: kept as digits and plus, compared as dialled inside their country, shown as people there write them (core §5). */

/** The numbers of every country. Read once somebody has a number that needs it: it takes room. */
const plans = () => import("libphonenumber-js/min");

/**
 * A number as carriers write it ("+12065550101"), from digits and plus as a profile has it. "" when it cannot be one.
 * A number without a plus belongs to the country of the business, dialled as people do there; taken for another country's it would reach a stranger.
 */
export async function e164(phone: string, country: string): Promise<string> {
  if (phone.trim().startsWith("+")) {
    const digits = phone.replace(/\D/g, "");
    return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : "";
  }
  const { isSupportedCountry, parsePhoneNumberFromString } = await plans();
  const found = parsePhoneNumberFromString(phone, { defaultCountry: isSupportedCountry(country) ? country : "US", extract: false });
  return found?.isPossible() ? found.number : "";
}

/** Whether a number ("+12065550101") is one that the numbering plan has, and under the calling code of this country. */
export async function isValidIn(number: string, country: string): Promise<boolean> {
  const { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } = await plans();
  const found = parsePhoneNumberFromString(number);
  return Boolean(found?.isValid()) && found?.countryCallingCode === getCountryCallingCode(isSupportedCountry(country) ? country : "US");
}

/** What was typed, reduced to digits and plus. */
export const reducePhone = (text: string): string => text.replace(/[^0-9+]/g, "");

type Plan = { code: string; trunk: string; national: number };

// Countries the product checks (core §9): code, trunk prefix, digits as dialled inside the country.
const dialling: Record<string, Plan> = {
  US: { code: "1", trunk: "", national: 10 },
  CA: { code: "1", trunk: "", national: 10 },
  AU: { code: "61", trunk: "0", national: 10 },
  GB: { code: "44", trunk: "0", national: 11 },
};
const canonical = (country: string): string => (country === "UK" ? "GB" : country);

/** The form in which two ways of writing one number are equal: country code and trunk prefix settled, digits only. */
export function phoneKey(phone: string, country: string): string {
  const reduced = reducePhone(phone);
  const digits = reduced.replaceAll("+", "");
  const plan = dialling[canonical(country)];
  if (!plan) return digits;
  const subscriber = plan.national - plan.trunk.length;
  if (digits.startsWith(plan.code) && digits.length === plan.code.length + subscriber) return plan.trunk + digits.slice(plan.code.length);
  return digits;
}

const groups = (digits: string, ...sizes: number[]): string => {
  const parts: string[] = [];
  let at = 0;
  for (const size of sizes) {
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  return [...parts, digits.slice(at)].filter(Boolean).join(" ");
};

/** US and Canada 3-3-4 with the country code before it; Australia 4-3-3; United Kingdom 5-6; others 3-3-rest. */
export function displayPhone(phone: string, country: string): string {
  const number = reducePhone(phone);
  const place = canonical(country);
  const northAmerican = /^(\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(number);
  if ((place === "US" || place === "CA") && northAmerican) {
    const [, code = "", area, exchange, line] = northAmerican;
    return `${code}${code && " "}(${area}) ${exchange}-${line}`;
  }
  if (place === "AU" && /^\d{10}$/.test(number)) return groups(number, 4, 3);
  if (place === "GB" && /^\d{11}$/.test(number)) return groups(number, 5);
  return groups(number, 3, 3);
}

/** Of those whose number reads the same, who really has it: the same digits may be another country's number. A number nobody could dial is taken as it reads. */
export async function withNumber<T extends { phoneNumber: string }>(list: readonly T[], phone: string, country: string): Promise<T[]> {
  const number = await e164(reducePhone(phone), country);
  if (number === "") return [...list];
  const theirs = await Promise.all(list.map((one) => e164(one.phoneNumber, country)));
  return list.filter((_, index) => theirs[index] === number);
}
