/** Percent as an integer of ten-thousandths of a percent: "10.25" is 102500. */
export type Percent = bigint;

const pattern = /^(?:0|[1-9]\d{0,2})(?:\.\d{1,4})?$/;
const scale = 10_000n;
const whole = 100n * scale;

export function parsePercent(text: string): Percent | null {
  if (!pattern.test(text)) return null;
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * scale + BigInt(fraction.padEnd(4, "0"));
}

export function formatPercent(percent: Percent): string {
  const fraction = (percent % scale).toString().padStart(4, "0").replace(/0+$/, "");
  return fraction ? `${percent / scale}.${fraction}` : `${percent / scale}`;
}

/** Rounded down to the minor unit, once (core §5: money rounds down to 2 places). */
export const percentOf = (amount: bigint, percent: Percent): bigint => (amount * percent) / whole;

/** What of an amount is a percentage on the rest of it, rounded down: 19 % of 119.00 that hold it already are 19.00. */
export const containedIn = (amount: bigint, percent: Percent): bigint => (amount * percent) / (whole + percent);
