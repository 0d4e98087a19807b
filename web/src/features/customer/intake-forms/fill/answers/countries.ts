/** The second letters of every ISO 3166-1 alpha-2 code, by its first one: half as heavy as the codes. */
const SECOND =
  "DEFGILMOQRSTUWXZ ABDEFGHIJLMNOQRSTVWYZ ACDFGHIKLMNORUVWXYZ EJKMOZ CEGHRST IJKMOR ABDEFGHILMNPQRSTUWY KMNRTU DELMNOQRST EMOP EGHIMNPRWYZ ABCIKRSTUVY ACDEFGHKLMNOPQRSTUVWXYZ ACEFGILOPRUZ M AEFGHKLMNRSTWY A EOSUW ABCDEGHIJKLMNORSTVXYZ CDFGHJKLMNORTVWZ AGMSYZ ACEGINU FS  ET AMW";

const region = new Intl.DisplayNames("en", { type: "region" });
let names: string[] | undefined;

/** Countries by name, the one of the business first; what was written before there was a list can still be chosen. */
export function countriesFor(business: string, written: string): string[] {
  names ??= SECOND.split(" ")
    .flatMap((letters, at) => [...letters].map((letter) => region.of(String.fromCharCode(65 + at) + letter) ?? ""))
    .sort((a, b) => a.localeCompare(b));
  return [...new Set([business && (region.of(business) ?? ""), ...names, written])].filter(Boolean);
}
