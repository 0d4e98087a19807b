import { writingOf } from "./formats.ts";

/** ISO 3166-1 alpha-2: telephone prefix and currency. */
const facts: Record<string, readonly [dial: string, currency: string]> = {
  AE: ["971", "AED"],
  AR: ["54", "ARS"],
  AT: ["43", "EUR"],
  AU: ["61", "AUD"],
  BE: ["32", "EUR"],
  BG: ["359", "EUR"],
  BH: ["973", "BHD"],
  BR: ["55", "BRL"],
  CA: ["1", "CAD"],
  CH: ["41", "CHF"],
  CL: ["56", "CLP"],
  CN: ["86", "CNY"],
  CO: ["57", "COP"],
  CR: ["506", "CRC"],
  CY: ["357", "EUR"],
  CZ: ["420", "CZK"],
  DE: ["49", "EUR"],
  DK: ["45", "DKK"],
  EE: ["372", "EUR"],
  EG: ["20", "EGP"],
  ES: ["34", "EUR"],
  FI: ["358", "EUR"],
  FR: ["33", "EUR"],
  GB: ["44", "GBP"],
  GR: ["30", "EUR"],
  HK: ["852", "HKD"],
  HR: ["385", "EUR"],
  HU: ["36", "HUF"],
  ID: ["62", "IDR"],
  IE: ["353", "EUR"],
  IL: ["972", "ILS"],
  IN: ["91", "INR"],
  IS: ["354", "ISK"],
  IT: ["39", "EUR"],
  JO: ["962", "JOD"],
  JP: ["81", "JPY"],
  KE: ["254", "KES"],
  KR: ["82", "KRW"],
  KW: ["965", "KWD"],
  LT: ["370", "EUR"],
  LU: ["352", "EUR"],
  LV: ["371", "EUR"],
  MT: ["356", "EUR"],
  MX: ["52", "MXN"],
  MY: ["60", "MYR"],
  NG: ["234", "NGN"],
  NL: ["31", "EUR"],
  NO: ["47", "NOK"],
  NZ: ["64", "NZD"],
  OM: ["968", "OMR"],
  PA: ["507", "USD"],
  PE: ["51", "PEN"],
  PH: ["63", "PHP"],
  PL: ["48", "PLN"],
  PR: ["1", "USD"],
  PT: ["351", "EUR"],
  RO: ["40", "RON"],
  SA: ["966", "SAR"],
  SE: ["46", "SEK"],
  SG: ["65", "SGD"],
  SI: ["386", "EUR"],
  SK: ["421", "EUR"],
  TH: ["66", "THB"],
  TN: ["216", "TND"],
  TR: ["90", "TRY"],
  TW: ["886", "TWD"],
  UA: ["380", "UAH"],
  US: ["1", "USD"],
  UY: ["598", "UYU"],
  VN: ["84", "VND"],
  ZA: ["27", "ZAR"],
};

/** Where a country has several zones: the one most people there live in. */
const mainZone: Record<string, string> = {
  AR: "America/Buenos_Aires",
  AU: "Australia/Sydney",
  BR: "America/Sao_Paulo",
  CA: "America/Toronto",
  CL: "America/Santiago",
  CN: "Asia/Shanghai",
  CY: "Asia/Nicosia",
  DE: "Europe/Berlin",
  ES: "Europe/Madrid",
  ID: "Asia/Jakarta",
  MX: "America/Mexico_City",
  MY: "Asia/Kuala_Lumpur",
  NZ: "Pacific/Auckland",
  PT: "Europe/Lisbon",
  UA: "Europe/Kiev",
  US: "America/New_York",
};

/** The zones of a country as the runtime names them, its main one first. */
export function zonesOf(alpha2: string): string[] {
  const zones = new Intl.Locale(`und-${alpha2}`).getTimeZones() ?? [];
  return zones.toSorted((a, b) => Number(b === mainZone[alpha2]) - Number(a === mainZone[alpha2]));
}

let names: Intl.DisplayNames | undefined;
/** The runtime's own names are 4 MB, which a service that is not asked for them does without. */
const nameOf = (alpha2: string): string => {
  names ??= new Intl.DisplayNames("en", { type: "region" });
  return names.of(alpha2) ?? alpha2;
};
const supported = ["US", "CA", "GB", "AU"];

export type Country = { country: string; countryAlpha2Code: string; countryCode: string; currencyCode: string; supported: boolean };

export function countryOf(alpha2: string): Country | undefined {
  const fact = facts[alpha2];
  if (!fact) return undefined;
  const [countryCode, currencyCode] = fact;
  return {
    country: nameOf(alpha2),
    countryAlpha2Code: alpha2,
    countryCode,
    currencyCode,
    supported: supported.includes(alpha2),
  };
}

export type CountryOption = Country & { timezoneNames: string[] } & ReturnType<typeof writingOf>;
let options: CountryOption[] | undefined;

/** What a form offers, with what it proposes for each. Asking the runtime about every country takes a while and room: once, and not before somebody needs it. */
export function countryOptions(): CountryOption[] {
  options ??= Object.keys(facts)
    .map((code) => ({ ...(countryOf(code) as Country), timezoneNames: zonesOf(code), ...writingOf(code) }))
    .sort((a, b) => Number(b.supported) - Number(a.supported) || a.country.localeCompare(b.country));
  return options;
}

/** The country check of core §9: by name or code, these four only. */
export const isSupportedCountry = (country: string): boolean =>
  supported.some((code) => code === country.toUpperCase() || nameOf(code).toLowerCase() === country.toLowerCase());
