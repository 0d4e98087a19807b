type Place = { country: string; state: string };
export type ProposedTax = { taxName: string; taxRate: string; note: string };

/** What a state of the United States takes by itself; counties and cities add to it. States that are missing take none. */
const STATES: Readonly<Record<string, readonly [name: string, rate: string]>> = {
  AL: ["Alabama", "4"],
  AZ: ["Arizona", "5.6"],
  AR: ["Arkansas", "6.5"],
  CA: ["California", "7.25"],
  CO: ["Colorado", "2.9"],
  CT: ["Connecticut", "6.35"],
  DC: ["District of Columbia", "6"],
  FL: ["Florida", "6"],
  GA: ["Georgia", "4"],
  HI: ["Hawaii", "4"],
  ID: ["Idaho", "6"],
  IL: ["Illinois", "6.25"],
  IN: ["Indiana", "7"],
  IA: ["Iowa", "6"],
  KS: ["Kansas", "6.5"],
  KY: ["Kentucky", "6"],
  LA: ["Louisiana", "5"],
  ME: ["Maine", "5.5"],
  MD: ["Maryland", "6"],
  MA: ["Massachusetts", "6.25"],
  MI: ["Michigan", "6"],
  MN: ["Minnesota", "6.875"],
  MS: ["Mississippi", "7"],
  MO: ["Missouri", "4.225"],
  NE: ["Nebraska", "5.5"],
  NV: ["Nevada", "6.85"],
  NJ: ["New Jersey", "6.625"],
  NM: ["New Mexico", "4.875"],
  NY: ["New York", "4"],
  NC: ["North Carolina", "4.75"],
  ND: ["North Dakota", "5"],
  OH: ["Ohio", "5.75"],
  OK: ["Oklahoma", "4.5"],
  PA: ["Pennsylvania", "6"],
  RI: ["Rhode Island", "7"],
  SC: ["South Carolina", "6"],
  SD: ["South Dakota", "4.2"],
  TN: ["Tennessee", "7"],
  TX: ["Texas", "6.25"],
  UT: ["Utah", "6.1"],
  VT: ["Vermont", "6"],
  VA: ["Virginia", "5.3"],
  WA: ["Washington", "6.5"],
  WV: ["West Virginia", "6"],
  WI: ["Wisconsin", "5"],
  WY: ["Wyoming", "4"],
};

/** Where one rate holds for the whole country. */
const COUNTRIES: Readonly<Record<string, readonly [name: string, rate: string]>> = {
  AT: ["VAT", "20"],
  AU: ["GST", "10"],
  BE: ["VAT", "21"],
  CA: ["GST", "5"],
  DE: ["VAT", "19"],
  ES: ["VAT", "21"],
  FR: ["VAT", "20"],
  GB: ["VAT", "20"],
  IE: ["VAT", "23"],
  IT: ["VAT", "22"],
  NL: ["VAT", "21"],
  NZ: ["GST", "15"],
};

/** The tax to start with at an address, to be checked by who knows; none where there is none, or we know none. */
export function proposedTax({ country, state }: Place): ProposedTax | undefined {
  if (country !== "US") {
    const known = COUNTRIES[country];
    return known && { taxName: known[0], taxRate: known[1], note: "Check with your accountant what applies to what you sell." };
  }
  const asked = state.trim().toLowerCase();
  const found = Object.entries(STATES).find(([code, [name]]) => code.toLowerCase() === asked || name.toLowerCase() === asked);
  if (!found) return undefined;
  const [, [name, rate]] = found;
  return {
    taxName: `${name} sales tax`,
    taxRate: rate,
    note: `${rate}% is the state's part. Your city or county may add to it, and not every state taxes pet care: check before you charge it.`,
  };
}
