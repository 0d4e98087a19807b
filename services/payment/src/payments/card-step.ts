import { decimalsOf } from "@leashline/kit";

// Why a card cannot be charged or refunded this amount.
export const tooFine = (step: bigint, currency: string): string => `cards take ${currency} in steps of ${writtenAmount(step, currency)}`;

function writtenAmount(minor: bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = minor.toString().padStart(decimals + 1, "0");
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
