/** Where prices are shown without their tax, which is added at the till. */
const added: ReadonlySet<string> = new Set(["US", "CA"]);

/** Whether prices in a country (ISO 3166-1 alpha-2) usually hold their tax; no while it is not known. */
export const usuallyIncluded = (country: string): boolean => country !== "" && !added.has(country);
