/** Where the card provider has readers for a counter (growth §5), by code and English name. */
const countries: Readonly<Record<string, string>> = {
  AU: "Australia",
  AT: "Austria",
  BE: "Belgium",
  CA: "Canada",
  DK: "Denmark",
  FR: "France",
  DE: "Germany",
  IE: "Ireland",
  NL: "Netherlands",
  NZ: "New Zealand",
  SG: "Singapore",
  ES: "Spain",
  SE: "Sweden",
  GB: "United Kingdom",
  US: "United States",
};

export const terminalCountries: readonly { code: string; name: string }[] = Object.entries(countries)
  .map(([code, name]) => ({ code, name }))
  .sort((one, other) => one.name.localeCompare(other.name));

/** The code of a country that readers may stand in, from its code or name; null for any other. The stricter check takes the United States only. */
export function terminalCountry(text: string, { strict = false }: { strict?: boolean } = {}): string | null {
  const asked = text.trim().toLowerCase();
  const found = terminalCountries.find(({ code, name }) => code.toLowerCase() === asked || name.toLowerCase() === asked);
  if (!found || (strict && found.code !== "US")) return null;
  return found.code;
}
