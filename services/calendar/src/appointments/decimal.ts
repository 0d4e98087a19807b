import { decimalsOf } from "@leashline/kit";

/** Decimal text of minor units, for example "118.00". */
export function decimal(minor: bigint | string, currency: string): string {
  const digits = decimalsOf(currency);
  const value = BigInt(minor);
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  return `${value < 0n ? "-" : ""}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ""}`;
}
