/** Reading single values tolerantly. Every reader answers null for what it cannot make sense of. */

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
export type DateOrder = "month-first" | "day-first";

function day(year: number, month: number, date: number): string | null {
  if (year < 1900 || year > 2100) return null;
  try {
    return Temporal.PlainDate.from({ year, month, day: date }, { overflow: "reject" }).toString();
  } catch {
    return null;
  }
}

/** Two digits mean this century up to next year, the last one beyond. */
const fullYear = (text: string, thisYear: number): number => {
  const year = Number(text);
  if (text.length > 2) return year;
  return year <= (thisYear % 100) + 1 ? 2000 + year : 1900 + year;
};

/** "2021-03-04", "March 4 2021", "4 Mar 2021", "03/04/21" and the like, with or without a time behind. */
export function readDate(text: string, order: DateOrder, thisYear: number): string | null {
  const value = text.trim().toLowerCase();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ].*)?$/.exec(value);
  if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const named =
    /^(?:([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})|(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{2,4}))(?: .*)?$/.exec(
      value,
    );
  if (named) {
    const [, monthA = "", dayA = "", yearA = "", dayB = "", monthB = "", yearB = ""] = named;
    const month = months.indexOf((monthA || monthB).slice(0, 3)) + 1;
    return month === 0 ? null : day(fullYear(yearA || yearB, thisYear), month, Number(dayA || dayB));
  }
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?: .*)?$/.exec(value);
  if (!numbers) return null;
  const [first, second] = [Number(numbers[1]), Number(numbers[2])];
  const [month, date] = order === "month-first" ? [first, second] : [second, first];
  return day(fullYear(numbers[3] ?? "", thisYear), month, date);
}

/** How numeric dates of a column are written: the place that goes above 12 is the day. */
export function dateOrderOf(samples: readonly string[], fallback: DateOrder): DateOrder {
  for (const sample of samples) {
    const found = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/.exec(sample.trim());
    if (!found) continue;
    if (Number(found[1]) > 12) return "day-first";
    if (Number(found[2]) > 12) return "month-first";
  }
  return fallback;
}

const species: Record<string, string> = {
  dog: "Dog",
  canine: "Dog",
  k9: "Dog",
  puppy: "Dog",
  cat: "Cat",
  feline: "Cat",
  kitten: "Cat",
  rabbit: "Rabbit",
  bunny: "Rabbit",
  "guinea pig": "Guinea pig",
  bird: "Bird",
  goat: "Goat",
  pig: "Pig",
  horse: "Horse",
  ferret: "Ferret",
  hamster: "Hamster",
  chicken: "Chicken",
  other: "Other",
};
/** The species' own name; null for one we do not know. */
export const readSpecies = (text: string): string | null =>
  species[text.trim().toLowerCase().replace(/s$/, "")] ?? species[text.trim().toLowerCase()] ?? null;

/** 0 unknown, 1 male, 2 female; whether the word says it is spayed or neutered too. */
export function readGender(text: string): { gender: number; fixed: boolean } | null {
  const value = text
    .trim()
    .toLowerCase()
    .replace(/[^a-z ]/g, "");
  const fixed = /neuter|spay|altered|castrat|^(mn|fs|nm|sf|mc)$/.test(value);
  if (/^(m|male|boy|neutered|neutered male|male neutered|mn|nm|mc|m n|castrated)\b/.test(value)) return { gender: 1, fixed };
  if (/^(f|female|girl|spayed|spayed female|female spayed|fs|sf|f s)\b/.test(value)) return { gender: 2, fixed };
  return /^(u|unknown|)$/.test(value) ? { gender: 0, fixed } : null;
}

export function readYes(text: string): boolean | null {
  const value = text.trim().toLowerCase();
  if (/^(y|yes|true|1|x|spayed|neutered|fixed)$/.test(value)) return true;
  return /^(n|no|false|0|intact|)$/.test(value) ? false : null;
}

export type WeightUnit = "kg" | "lb";
export type Weight = { value: number; unit: WeightUnit | null };
const kilogramsPerPound = 0.45359237;
export const mostWeight = 5_000;

/** The unit that a weight, or the heading of its column, names. */
export function weightUnitIn(text: string): WeightUnit | null {
  const word = /(?<![a-z])(kgs?|kilos?|kilograms?|lbs?|pounds?)(?![a-z])/i.exec(text)?.[1];
  return word ? (/^k/i.test(word) ? "kg" : "lb") : null;
}

/** A number with or without its unit, or pounds and ounces; not below zero, not above 5000. */
export function readWeight(text: string): Weight | null {
  const found = /^(\d+(?:[.,]\d+)?)\s*([a-z]*)\.?(?:,?\s*(\d+(?:[.,]\d+)?)\s*(?:oz|ounces?)\.?)?$/i.exec(text.trim());
  if (!found) return null;
  const [, whole = "", word = "", ounces] = found;
  const unit = weightUnitIn(word);
  if ((word !== "" && !unit) || (ounces !== undefined && unit !== "lb")) return null;
  const value = Number(whole.replace(",", ".")) + Number(ounces?.replace(",", ".") ?? 0) / 16;
  return value <= mostWeight ? { value, unit } : null;
}

/** A weight in another unit, to two places; one in that unit stays as it is. */
export function weightIn({ value, unit }: Weight, wanted: WeightUnit): number {
  if (unit === null || unit === wanted) return value;
  return Math.round((unit === "kg" ? value / kilogramsPerPound : value * kilogramsPerPound) * 100) / 100;
}

export const isEmail = (text: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(text) && text.length <= 254;

/** "Kim, Dana" and "Dana Kim" both are Dana of the Kims; the last word is the family's. */
export function splitName(text: string): { first: string; last: string } {
  const name = text.trim().replace(/\s+/g, " ");
  const comma = /^([^,]+),\s*(.+)$/.exec(name);
  if (comma) return { first: comma[2] ?? "", last: comma[1] ?? "" };
  const cut = name.lastIndexOf(" ");
  return cut < 0 ? { first: name, last: "" } : { first: name.slice(0, cut), last: name.slice(cut + 1) };
}

// Control characters, zero-width marks and lone surrogates have no place in a name.
const noise = /[\p{Cc}\p{Cs}\u200b-\u200f\ufeff]/gu;
export const tidy = (text: string): string => text.replace(noise, " ").replace(/\s+/g, " ").trim();
