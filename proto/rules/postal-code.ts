// How countries write their postal codes, in small letters: for what clients correct and for where a walk begins.

export const POSTAL_CODES: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-?\d{4})?$/,
  CA: /^[a-z]\d[a-z][ -]?\d[a-z]\d$/,
  GB: /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/,
  AU: /^\d{4}$/,
};
const OTHER = /^[a-z0-9 -]{1,12}$/;

/** As the country (alpha-2) writes it; of one that is not known here, anything that could be one. */
export const isPostalCode = (text: string, country: string): boolean => (POSTAL_CODES[country] ?? OTHER).test(text.trim().toLowerCase());
