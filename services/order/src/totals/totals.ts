import { share } from "@leashline/proto/rules/share.ts";
import { least, most } from "./least-most.ts";
import { type Lowering, lowered, type NetLine } from "./lowered.ts";
import { containedIn, type Percent, percentOf } from "./percent.ts";

export type PricedLine = {
  key: string;
  unitPrice: bigint;
  quantity: number;
  /** 0 when the line is not taxed. */
  taxRate: Percent;
  /** False for a line that a tip in percent leaves out. */
  canTip?: boolean;
};

export type Discount = {
  key: string;
  /** Set: reduces this line only; absent: reduces the whole order and is split over its lines. */
  lineKey?: string | undefined;
} & ({ kind: "amount"; amount: bigint } | { kind: "percentage"; percent: Percent });

/** Which of several discounts reduces first; each later one works on what the earlier ones left. */
export type DiscountSequence = "asGiven" | "amountsFirst" | "percentagesFirst";

export type TipChoice = { kind: "none" } | { kind: "amount"; amount: bigint } | { kind: "percentage"; percent: Percent };

export type OrderInput = {
  lines: readonly PricedLine[];
  discounts: readonly Discount[];
  sequence: DiscountSequence;
  /** Only the one discount that saves the client most counts. */
  bestOnly: boolean;
  tips: TipChoice;
  /** Tips that came in with payments and were not given back; an order never has fewer tips than that. */
  heldTips: bigint;
  /** Tips that came in, whether or not they were given back; left out, those that stayed. */
  paidTips?: bigint;
  /** What refunds took off the bill, the oldest first. */
  lowerings?: readonly Lowering[];
  /** Prices hold their tax: it is worked out of them, and not added. */
  taxesIncluded?: boolean;
};

export type LineTotals = {
  key: string;
  totalPrice: bigint;
  discount: bigint;
  /** Part of discount: what refunds took off. */
  refundAdjustment: bigint;
  tax: bigint;
};

export type OrderTotals = {
  lines: LineTotals[];
  /** What each discount took off, by its key, in the order it was applied. */
  discounts: { key: string; amount: bigint }[];
  subTotal: bigint;
  discount: bigint;
  /** Part of discount: what refunds took off. */
  refundAdjustment: bigint;
  /** What refunds took off the tax that was added and off the tip; tax and tips are what is left. */
  refundTax: bigint;
  refundTips: bigint;
  tax: bigint;
  /** Part of tax: what the prices hold already. */
  includedTax: bigint;
  tips: bigint;
  /** What a tip in percent is taken from: the lines that take tips, less their discounts. */
  tippable: bigint;
  total: bigint;
};

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

export function inSequence(discounts: readonly Discount[], sequence: DiscountSequence): Discount[] {
  if (sequence === "asGiven") return [...discounts];
  const first = sequence === "amountsFirst" ? "amount" : "percentage";
  return [...discounts.filter((d) => d.kind === first), ...discounts.filter((d) => d.kind !== first)];
}

// What one discount takes off each line, given what earlier discounts left of it.
function reduce(discount: Discount, lines: readonly PricedLine[], open: readonly bigint[]): bigint[] {
  const reach = open.map((amount, i) => (discount.lineKey === undefined || lines[i]!.key === discount.lineKey ? amount : 0n));
  const base = sum(reach);
  const off = discount.kind === "amount" ? least(discount.amount, base) : least(percentOf(base, discount.percent), base);
  return share(off, reach);
}

function applyAll(discounts: readonly Discount[], lines: readonly PricedLine[], prices: readonly bigint[]) {
  let open = [...prices];
  const taken: { key: string; amount: bigint }[] = [];
  for (const discount of discounts) {
    const off = reduce(discount, lines, open);
    open = open.map((amount, i) => amount - off[i]!);
    taken.push({ key: discount.key, amount: sum(off) });
  }
  return { open, taken };
}

function discounted(input: OrderInput, prices: readonly bigint[]) {
  const ordered = inSequence(input.discounts, input.sequence);
  if (!input.bestOnly || ordered.length < 2) return applyAll(ordered, input.lines, prices);
  const each = ordered.map((discount) => applyAll([discount], input.lines, prices));
  return each.reduce((best, next) => (next.taken[0]!.amount > best.taken[0]!.amount ? next : best));
}

export function tipOf(choice: TipChoice, tippable: bigint): bigint {
  if (choice.kind === "none") return 0n;
  return choice.kind === "amount" ? choice.amount : percentOf(tippable, choice.percent);
}

/** What a line comes to after its discount, without its tax and that tax. */
function taxed({ key, taxRate }: PricedLine, open: bigint, included: boolean): NetLine {
  if (!included) return { key, net: open, tax: percentOf(open, taxRate) };
  const tax = containedIn(open, taxRate);
  return { key, net: open - tax, tax };
}

/**
 * An order's money, from nothing but its lines and adjustments (design §7). Tax is worked out per line after discount
 * and rounded down there, once; what refunds took off comes last and takes its part of the tax with it. A price that holds its tax is what is left
 * without it and that tax, to the cent.
 */
export function totalsOf(input: OrderInput): OrderTotals {
  const prices = input.lines.map((line) => line.unitPrice * BigInt(line.quantity));
  const { open, taken } = discounted(input, prices);
  const full = input.lines.map((line, i) => taxed(line, open[i]!, input.taxesIncluded === true));
  const { lines: left, beyond } = lowered(full, input.lowerings ?? []);
  const inPrice = ({ tax }: NetLine): bigint => (input.taxesIncluded ? tax : 0n);
  const lines = left.map((line, i) => ({
    key: line.key,
    totalPrice: prices[i]!,
    discount: prices[i]! - line.net - inPrice(line),
    refundAdjustment: open[i]! - line.net - inPrice(line),
    tax: line.tax,
  }));
  const subTotal = sum(prices);
  const discount = sum(lines.map((line) => line.discount));
  const tax = sum(lines.map((line) => line.tax));
  const refundAdjustment = sum(lines.map((line) => line.refundAdjustment));
  const tippable = sum(open.filter((_, i) => input.lines[i]!.canTip !== false));
  const tip = tipOf(input.tips, tippable);
  const tips = most(tip - beyond, input.heldTips);
  // Tax in a price goes with the price.
  const refundTax = input.taxesIncluded ? 0n : sum(full.map((line) => line.tax)) - tax;
  const refundTips = most(tip, input.paidTips ?? input.heldTips) - tips;
  const includedTax = input.taxesIncluded ? tax : 0n;
  const total = subTotal - discount + tax - includedTax + tips;
  return { lines, discounts: taken, subTotal, discount, refundAdjustment, refundTax, refundTips, tax, includedTax, tips, tippable, total };
}
