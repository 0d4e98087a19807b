type Country = { countryAlpha2Code: string; currencyCode: string; timezoneNames: readonly string[] };

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The country to start a form with, among those offered: by the zone the browser is in, else by its language, else the first offered. */
export const guessCountry = (language: string, zone: string, offered: readonly Country[]): string => {
  const byZone = offered.find((one) => one.timezoneNames.includes(zone));
  const byLanguage = offered.find((one) => language.endsWith(`-${one.countryAlpha2Code}`));
  return (byZone ?? byLanguage ?? offered[0])?.countryAlpha2Code ?? "US";
};

/** What a country proposes: its currency, and the browser's own zone where it is one of the country's, else the one most people there live in. */
export const proposalsFor = (
  country: string,
  zone: string,
  offered: readonly Country[],
): { currencyCode: string; timezoneName: string } => {
  const chosen = offered.find((one) => one.countryAlpha2Code === country);
  const zones = chosen?.timezoneNames ?? [];
  return { currencyCode: chosen?.currencyCode ?? "USD", timezoneName: zones.includes(zone) ? zone : (zones[0] ?? zone) };
};
