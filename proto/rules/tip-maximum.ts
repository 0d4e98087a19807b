// The most that the tip of one bill can be: far above what anybody gives, so that a slip of the finger (a point left out) is caught before it is charged.
// In whole units of the country's money; worth about a thousand dollars each.
const byCountry: Readonly<Record<string, number>> = {
  US: 1_000,
  CA: 1_400,
  GB: 800,
  AU: 1_500,
  NZ: 1_700,
  CH: 900,
  SG: 1_300,
  AE: 3_700,
  BR: 5_000,
  CN: 7_000,
  CZ: 22_000,
  DK: 7_000,
  HK: 8_000,
  HU: 350_000,
  IL: 3_700,
  IN: 85_000,
  IS: 130_000,
  JP: 150_000,
  KR: 1_400_000,
  MX: 18_000,
  NO: 10_000,
  PH: 57_000,
  PL: 4_000,
  SE: 10_000,
  TH: 34_000,
  TW: 32_000,
  ZA: 18_000,
};

/** In minor units. A country that is not named has a thousand of its money, or a hundred thousand where that has no cents. */
export function tipMaximum(country: string, decimals: number): bigint {
  const units = byCountry[country] ?? (decimals === 0 ? 100_000 : 1_000);
  return BigInt(units) * 10n ** BigInt(decimals);
}
