type Country = { countryAlpha2Code: string; timezoneNames: readonly string[] };
type Offered = { countries: readonly Country[]; timezones: readonly string[] };

const place = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

/** "Eastern Time · New York", as people of a country call their zones. */
const spoken = (zone: string): string => {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longGeneric" }).formatToParts();
  return `${parts.find((part) => part.type === "timeZoneName")?.value ?? zone} · ${place(zone)}`;
};

/** The time zones to choose from: those of the country first and by the names people use, then all others by their names. A zone that is chosen already is always among them. */
export const zoneChoices = (offered: Offered | undefined, country: string, chosen: string): { value: string; label: string }[] => {
  const own = offered?.countries.find((one) => one.countryAlpha2Code === country)?.timezoneNames ?? [];
  const all = offered?.timezones ?? [];
  const others = [
    ...(all.includes(chosen) || own.includes(chosen) || !chosen ? [] : [chosen]),
    ...all.filter((zone) => !own.includes(zone)),
  ].sort((a, b) => (a < b ? -1 : 1));
  return [
    ...own.map((zone) => ({ value: zone, label: spoken(zone) })),
    ...others.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") })),
  ];
};
