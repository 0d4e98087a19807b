/** Countries the product checks numbers for (core §9). Anything else is shown 3-3-rest. */
export type PhoneCountry = "US" | "CA" | "AU" | "GB" | (string & {});

/** What people type, reduced to digits and plus (core §5). */
export const reducePhone = (input: string): string => input.replace(/[^\d+]/g, "");

/** What stands between a number and its extension or a second number; within the first digits it is only a way of grouping. */
const AFTER = /[;,/|#\n]|e?xt?(?=[\s.:=\d])|\bor\b/gi;
const SHORTEST = 7;
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/**
 * What was typed or pasted into a phone field: the first number in it, without its extension, in plain digits. "tel:+1-206-555-0142;ext=7" and
 * "(206) 555-0142 x7" would otherwise ring somebody else, and "+44 (0)20 7946 0958" nobody.
 */
export const readPhone = (input: string): string => {
  const plain = input.normalize("NFKC").replace(DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
  const end = [...plain.matchAll(AFTER)].find(({ index }) => reducePhone(plain.slice(0, index)).length >= SHORTEST);
  const first = plain.slice(0, end?.index);
  const number = reducePhone(/^\D*\+/.test(first) ? first.replace(/\(0\)/, "") : first);
  return `${number.startsWith("+") ? "+" : ""}${number.replaceAll("+", "")}`.slice(0, 16);
};

const northAmerican = (digits: string): string => `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
const parts = (digits: string, ...sizes: number[]): string => {
  const found: string[] = [];
  let at = 0;
  for (const size of sizes) {
    found.push(digits.slice(at, at + size));
    at += size;
  }
  return [...found, digits.slice(at)].filter(Boolean).join(" ");
};

/**
 * How a number is shown (core §5): United States and Canada 3-3-4, with 11 digits or a plus after the country code;
 * Australia 4-3-3; United Kingdom 5-6; others 3-3-rest. A number of another length than its country's is shown 3-3-rest.
 */
export const formatPhone = (phone: string, country: PhoneCountry = "US"): string => {
  const number = reducePhone(phone);
  if (country === "US" || country === "CA") {
    if (/^\d{10}$/.test(number)) return northAmerican(number);
    if (/^1\d{10}$/.test(number)) return `1 ${northAmerican(number.slice(1))}`;
    if (/^\+1\d{10}$/.test(number)) return `+1 ${northAmerican(number.slice(2))}`;
  }
  if (country === "AU" && /^\d{10}$/.test(number)) return parts(number, 4, 3);
  if ((country === "GB" || country === "UK") && /^\d{11}$/.test(number)) return parts(number, 5);
  return parts(number, 3, 3);
};
