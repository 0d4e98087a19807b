const color = "must be a color such as #0a7b83";
const percent = "must be a percentage from 0 to 100, with at most four decimals";
const phone = "must be a phone number: digits, spaces and + ( ) . -";

/** What each pattern of the contract means, in words for people. */
const words: Readonly<Record<string, string>> = {
  "#[0-9A-Fa-f]{6}": color,
  "#[0-9a-fA-F]{6}": color,
  "[0-9a-z]{20}": "must be an id of 20 digits and small letters",
  "[a-z0-9]{0,12}": "must be at most 12 digits and small letters",
  "[a-z0-9_-]{1,60}": "must be 1 to 60 small letters, digits, _ and -",
  "[a-z0-9]([a-z0-9-]{1,58}[a-z0-9])": "must be 3 to 60 small letters, digits and -, with a letter or digit at both ends",
  "[a-zA-Z]{1,40}": "must be 1 to 40 letters",
  "[A-Za-z0-9_]*": "must be letters, digits and _",
  "[A-Za-z0-9_.:-]{1,100}": "must be 1 to 100 letters, digits, _ . : and -",
  "[A-Za-z0-9_-]{16,64}": "must be 16 to 64 letters, digits, _ and -",
  "[A-Za-z0-9]+([.-][A-Za-z0-9]+)*": "must be letters and digits, with single . or - between them",
  "[A-Z]{2}": "must be a country in two capital letters, such as US",
  "[A-Z]{3}": "must be a currency in three capital letters, such as USD",
  "[0-9]{6}": "must be 6 digits",
  "[0-9]{4,8}": "must be 4 to 8 digits",
  "[0-9]{1,20}": "must be 1 to 20 digits",
  "[0-9a-f]{64}": "must be a SHA-256 in hexadecimal: 64 digits and letters from a to f",
  "[A-Za-z0-9_-]{43}": "must be a SHA-256 in Base64: 43 letters, digits, _ and -",
  "\\d{4}-\\d{2}-\\d{2}": "must be a day such as 2026-11-30",
  "\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}": "must be a day and time such as 2026-11-30 09:15",
  "-?[0-9]{1,2}([.][0-9]{1,10})?": "must be a latitude such as 47.6062",
  "-?[0-9]{1,3}([.][0-9]{1,10})?": "must be a longitude such as -122.3321",
  "(100(\\.0{1,4})?|[0-9]{1,2}(\\.[0-9]{1,4})?)": percent,
  "[0-9+() .-]*": phone,
  "[0-9+() .-]+": phone,
  "[+][1-9][0-9]{6,14}": "must be a phone number such as +12065550101",
  "([+][0-9]{7,15}|[0-9]{5,6})": "must be a phone number such as +12065550101, or a short code of 5 or 6 digits",
  " *[0-9A-Za-z][0-9A-Za-z -]{1,10} *": "must be a postal code of 2 to 11 letters, digits, spaces and -",
  "/uploads/.{1,490}": "must be the path of an uploaded file, which begins with /uploads/",
  "/[^/\\s][^\\s]*": "must be a path without spaces that begins with a single /",
  "https?://[^\\s]+": "must be an address that begins with http:// or https://",
  "(customer[.](firstName|lastName|phoneNumber|email)|pets\\[[0-5]\\][.](breed|weight|coatType))":
    "must be a field of the client or of a pet that can be asked for again, such as customer.email or pets[0].breed",
  "(customer[.](firstName|lastName|phoneNumber|email)|address[.](address1|address2|city|state|zipcode)|pets\\[[1-9][0-9]{0,18}\\][.](petName|breed|weight|birthday|note))":
    "must be a field of the client, the address or a pet that can be changed, such as customer.email, address.city or pets[12].breed",
};

const whole = /^\^(.*)\$$/s;
const orNothing = /^\((.*)\)\?$/s;

/** What a text has to be that does not match; null of a pattern without words. */
export function patternWords(pattern: string): string | null {
  const inner = whole.exec(pattern)?.[1] ?? pattern;
  const optional = orNothing.exec(inner)?.[1];
  if (optional === undefined) return words[inner] ?? null;
  const said = words[optional];
  return said === undefined ? null : `${said}, or empty`;
}

const named = /^does not match regex pattern `(.*)`$/s;

/** The reason of a field that breaks a pattern: never the pattern itself. */
export const patternReason = (said: string): string => patternWords(named.exec(said)?.[1] ?? "") ?? "is not of the form it has to be";
