import { parsePercent, percentOf } from "@leashline/proto/rules/percent.ts";

const percentPattern = /^(?:0|[1-9]\d?|100)(?:\.\d{1,4})?$/;
const amountPattern = /^(?:0|[1-9]\d{0,8})(?:\.(\d+))?$/;

export const isPercent = (text: string): boolean => percentPattern.test(text);

/** With no more decimals than the currency has. */
export function isAmount(text: string, decimals: number): boolean {
  const match = amountPattern.exec(text);
  return match !== null && (match[1] ?? "").length <= decimals;
}

/** A percentage of an amount, rounded down. */
export const shareOf = (amount: bigint, percentage: string): bigint => percentOf(amount, parsePercent(percentage) ?? 0n);
