// Stripe counts these in hundredths although they have no smaller coin (its documentation, "Special cases" of zero-decimal currencies).
const inHundredths = new Set(["ISK", "UGX"]);
const factor = (currency: string): bigint => (inHundredths.has(currency.toUpperCase()) ? 100n : 1n);

/** Our minor units as the amount that Stripe wants. */
export const toStripe = (minor: bigint, currency: string): number => Number(minor * factor(currency));

/** And back. */
export const fromStripe = (amount: number, currency: string): bigint => BigInt(amount) / factor(currency);
