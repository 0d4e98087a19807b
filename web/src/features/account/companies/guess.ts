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

/** The zone most people of a state live in, where it has several; by its code. */
const ZONES: Readonly<Record<string, readonly [zone: string, states: string]>> = {
  US_EASTERN: ["America/New_York", "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV"],
  US_CENTRAL: ["America/Chicago", "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI"],
  US_MOUNTAIN: ["America/Denver", "CO ID MT NM UT WY"],
  US_ARIZONA: ["America/Phoenix", "AZ"],
  US_PACIFIC: ["America/Los_Angeles", "CA NV OR WA"],
  US_ALASKA: ["America/Anchorage", "AK"],
  US_HAWAII: ["Pacific/Honolulu", "HI"],
  CA_EASTERN: ["America/Toronto", "ON QC"],
  CA_ATLANTIC: ["America/Halifax", "NB NS PE"],
  CA_NEWFOUNDLAND: ["America/St_Johns", "NL"],
  CA_CENTRAL: ["America/Winnipeg", "MB"],
  CA_SASKATCHEWAN: ["America/Regina", "SK"],
  CA_MOUNTAIN: ["America/Edmonton", "AB"],
  CA_PACIFIC: ["America/Vancouver", "BC"],
  AU_EASTERN: ["Australia/Sydney", "ACT NSW"],
  AU_VICTORIA: ["Australia/Melbourne", "VIC"],
  AU_QUEENSLAND: ["Australia/Brisbane", "QLD"],
  AU_SOUTH: ["Australia/Adelaide", "SA"],
  AU_WEST: ["Australia/Perth", "WA"],
  AU_TASMANIA: ["Australia/Hobart", "TAS"],
  AU_NORTH: ["Australia/Darwin", "NT"],
};

/** The time zone of an address, where its state or province says so. */
export const zoneOfState = (country: string, state: string): string | undefined => {
  const code = state.trim().toUpperCase();
  return Object.entries(ZONES).find(([name, [, states]]) => name.startsWith(`${country}_`) && states.split(" ").includes(code))?.[1][0];
};
