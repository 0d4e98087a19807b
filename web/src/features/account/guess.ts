const CANADA =
  /^America\/(Toronto|Vancouver|Edmonton|Winnipeg|Halifax|Regina|St_Johns|Montreal|Moncton|Whitehorse|Yellowknife|Iqaluit|Calgary)/;

/** The country to start a form with, among those offered: by language first, else by zone, else the first offered. */
export const guessCountry = (language: string, zone: string, offered: readonly string[]): string => {
  const byLanguage = /-([A-Z]{2})$/.exec(language)?.[1];
  const byZone = zone.startsWith("Australia/") ? "AU" : zone === "Europe/London" ? "GB" : CANADA.test(zone) ? "CA" : undefined;
  const found = [byZone, byLanguage].find((one) => one !== undefined && offered.includes(one));
  return found ?? offered[0] ?? "US";
};
