import { fromMoney } from "@leashline/kit";
import type { LineShareSnapshot, OrderLineSnapshot, OrderSnapshot } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { containedIn, parsePercent } from "@leashline/proto/rules/percent.ts";
import { share } from "@leashline/proto/rules/share.ts";

type Line = Pick<
  OrderLineSnapshot,
  "staffId" | "staffName" | "totalPrice" | "discount" | "refundAdjustment" | "tax" | "taxRate" | "staffShares"
>;
type Bill = Pick<OrderSnapshot, "subTotal" | "discount" | "includedTax" | "taxesIncluded">;
type Terms = Pick<Bill, "includedTax" | "taxesIncluded">;
type Who = Pick<LineShareSnapshot, "staffId" | "staffName" | "tax">;
/** `back`: what refunds took off; it is in neither of the others. */
type Sold = Who & Record<"gross" | "discount" | "back", bigint>;

const minor = (money: LineShareSnapshot["tax"]): bigint => fromMoney(money).minor;

// Orders of before this was told have their tax in their prices where any of it is.
const inPrices = ({ taxesIncluded, includedTax }: Terms): boolean => taxesIncluded || minor(includedTax) > 0n;

/** The tax in what was taken off a line: the price held it, and what is left of the price does not. */
function taxTakenOff({ taxRate, totalPrice, tax }: Line): bigint {
  const rate = parsePercent(taxRate);
  return rate === null ? 0n : containedIn(minor(totalPrice), rate) - minor(tax);
}

const notBelowZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount);

/** What refunds took off of what was taken off, without the tax in it: the tax in both goes with each in proportion. */
const withoutTax = (refunded: bigint, discount: bigint, tax: bigint): bigint =>
  refunded - (share(tax, [discount - refunded, refunded].map(notBelowZero))[1] ?? 0n);

/**
 * What everybody who did a line sold with it, and what was taken off that, both without the tax that prices hold. What a refund took off was not sold in the
 * end: it is neither in the one nor in the other.
 */
export function soldBy(bill: Terms, line: Line): Sold[] {
  const each = line.staffShares.length > 0 ? line.staffShares : [line];
  const discounts = each.map(({ discount }) => minor(discount));
  const off = share(inPrices(bill) ? taxTakenOff(line) : 0n, discounts.map(notBelowZero));
  return each.map(({ staffId, staffName, totalPrice, tax, refundAdjustment }, i) => {
    const back = withoutTax(minor(refundAdjustment), discounts[i]!, off[i]!);
    return {
      ...{ staffId, staffName, tax },
      gross: minor(totalPrice) - (inPrices(bill) ? minor(tax) : 0n) - off[i]! - back,
      discount: discounts[i]! - off[i]! - back,
      back,
    };
  });
}

/** The same of a whole order; its lines sum to it. */
export function soldWith(bill: Bill & { lines: readonly Line[] }): { gross: bigint; discount: bigint } {
  const off = inPrices(bill) ? bill.lines.reduce((sum, line) => sum + taxTakenOff(line), 0n) : 0n;
  const [given, back] = [minor(bill.discount) - off, backOf(bill)];
  return { gross: minor(bill.subTotal) - minor(bill.includedTax) - off - back, discount: given - back };
}

// Line by line, as the lines have it.
const backOf = (bill: Bill & { lines: readonly Line[] }): bigint =>
  bill.lines.flatMap((line) => soldBy(bill, line)).reduce((sum, { back }) => sum + back, 0n);
