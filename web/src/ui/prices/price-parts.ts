import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { formatPercent } from "@leashline/proto/rules/percent.ts";
import type { PricePart } from "@leashline/proto/rules/stay-price.ts";
import { fromMinor, type MoneyLike, toMinor } from "../format/money.ts";
import { plural } from "../format/text.ts";

/** A part of a price, as a message carries it. */
export type ShownPart = {
  name: string;
  unit: PriceUnit;
  count: number;
  each?: MoneyLike | undefined;
  percent: string;
  amount?: MoneyLike | undefined;
};

const WORDS: Partial<Record<PriceUnit, string>> = { [PriceUnit.PER_NIGHT]: "night", [PriceUnit.PER_DAY]: "day" };

const signed = (percent: bigint): string => (percent < 0n ? `-${formatPercent(-percent)}` : formatPercent(percent));

/** A part that was reckoned here, as a message would carry it. */
export const shownPart = ({ name, unit, count, each, percent, amount }: PricePart, currencyCode: string): ShownPart => ({
  name,
  unit,
  count,
  percent: percent === "" ? "" : signed(BigInt(percent)),
  amount: fromMinor(BigInt(amount), currencyCode),
  ...(each !== "" && { each: fromMinor(BigInt(each), currencyCode) }),
});

/** "2 nights × $45.00" for the rate, "Second pet −20%, 2 nights" for a rule. */
export function partText(part: ShownPart, money: (value: MoneyLike | undefined) => string): string {
  const word = WORDS[part.unit];
  const units = word ? plural(part.count, word) : "";
  if (part.name === "") return units ? `${units} × ${money(part.each)}` : "Rate";
  return [`${part.name} ${part.percent === "" ? signedMoney(part.each, money) : percentText(part.percent)}`, units]
    .filter(Boolean)
    .join(", ");
}

/**
 * The parts as they are said under a line that has the price already: of a single one only how it was reckoned, without the price again; nothing where that is no
 * more than the rate.
 */
export function partsUnderPrice<Part extends ShownPart>(parts: readonly Part[]): { parts: readonly Part[]; amounts: boolean } {
  const [only] = parts;
  if (!only || parts.length > 1) return { parts, amounts: true };
  return { parts: only.name === "" && !WORDS[only.unit] ? [] : parts, amounts: false };
}

const percentText = (percent: string): string => (percent.startsWith("-") ? `−${percent.slice(1)}%` : `+${percent}%`);

/** "+$15.00", "−$10.00". */
export function signedMoney(value: MoneyLike | undefined, money: (value: MoneyLike | undefined) => string): string {
  const minor = toMinor(value);
  const size = fromMinor(minor < 0n ? -minor : minor, value?.currencyCode);
  return `${minor < 0n ? "−" : "+"}${money(size)}`;
}
