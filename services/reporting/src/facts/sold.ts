import { fromMoney } from "@leashline/kit";
import type { LineShareSnapshot, OrderLineSnapshot, OrderSnapshot } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { containedIn, parsePercent } from "@leashline/proto/rules/percent.ts";
import { share } from "@leashline/proto/rules/share.ts";

type Line = Pick<OrderLineSnapshot, "staffId" | "staffName" | "totalPrice" | "discount" | "tax" | "taxRate" | "staffShares">;
type Bill = Pick<OrderSnapshot, "subTotal" | "discount" | "includedTax" | "taxesIncluded">;
type Who = Pick<LineShareSnapshot, "staffId" | "staffName" | "tax">;
type Sold = Who & { readonly gross: bigint; readonly discount: bigint };

const minor = (money: LineShareSnapshot["tax"]): bigint => fromMoney(money).minor;

// Orders of before this was told have their tax in their prices where any of it is.
const inPrices = ({ taxesIncluded, includedTax }: Omit<Bill, "subTotal" | "discount">): boolean => taxesIncluded || minor(includedTax) > 0n;

/** The tax in what was taken off a line: the price held it, and what is left of the price does not. */
function taxTakenOff({ taxRate, totalPrice, tax }: Line): bigint {
  const rate = parsePercent(taxRate);
  return rate === null ? 0n : containedIn(minor(totalPrice), rate) - minor(tax);
}

/** What everybody who did a line sold with it, and what was taken off that, both without the tax that prices hold. */
export function soldBy(bill: Omit<Bill, "subTotal" | "discount">, line: Line): Sold[] {
  const each = line.staffShares.length > 0 ? line.staffShares : [line];
  const discounts = each.map(({ discount }) => minor(discount));
  const off = share(
    inPrices(bill) ? taxTakenOff(line) : 0n,
    discounts.map((discount) => (discount > 0n ? discount : 0n)),
  );
  return each.map(({ staffId, staffName, totalPrice, tax }, i) => ({
    ...{ staffId, staffName, tax },
    gross: minor(totalPrice) - (inPrices(bill) ? minor(tax) : 0n) - off[i]!,
    discount: discounts[i]! - off[i]!,
  }));
}

/** The same of a whole order; its lines sum to it. */
export function soldWith(bill: Bill & { lines: readonly Line[] }): { gross: bigint; discount: bigint } {
  const off = inPrices(bill) ? bill.lines.reduce((sum, line) => sum + taxTakenOff(line), 0n) : 0n;
  return { gross: minor(bill.subTotal) - minor(bill.includedTax) - off, discount: minor(bill.discount) - off };
}
