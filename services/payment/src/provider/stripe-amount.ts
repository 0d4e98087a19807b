import { decimalsOf } from "@leashline/kit";

// Stripe's documentation of currencies, "Special cases": it counts the first two in hundredths although they have no smaller coin, and the last one in whole
// units although it has; of currencies with thousandths it takes whole tens only.
const inHundredths = new Set(["ISK", "UGX"]);
const inWholes = new Set(["MGA"]);

const times = (currency: string): bigint => (inHundredths.has(currency.toUpperCase()) ? 100n : 1n);
const per = (currency: string): bigint => (inWholes.has(currency.toUpperCase()) ? 100n : 1n);

/** What an amount that Stripe takes is a multiple of, in our minor units. */
export const stripeStep = (currency: string): bigint => (decimalsOf(currency.toUpperCase()) === 3 ? 10n : per(currency));

/** Our minor units as the amount that Stripe wants. */
export const toStripe = (minor: bigint, currency: string): number => Number((minor * times(currency)) / per(currency));

/** And back. */
export const fromStripe = (amount: number, currency: string): bigint => (BigInt(amount) * per(currency)) / times(currency);
