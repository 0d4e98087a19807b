import { fromMinor, type MoneyLike, toMinor } from "../../../../ui/format/money.ts";
import { plural } from "../../../../ui/format/text.ts";
import { byLocation } from "../../../payment/shared/pay-all/by-location.ts";

type Owing = { id: string; businessId: string; remain?: MoneyLike };
/** What can be paid at one time: the orders of one location, and those of them that are. */
export type Together<Order extends Owing> = { businessId: string; orders: Order[]; ticked: Order[] };

const most = 50;

/** Where several orders stand, with what was left out of them. */
export const together = <Order extends Owing>(orders: readonly Order[], leftOut: ReadonlySet<string>): Together<Order>[] =>
  byLocation(orders)
    .filter((group) => group.length > 1)
    .map((group) => ({
      businessId: group[0]?.businessId ?? "0",
      orders: group,
      ticked: group.filter(({ id }) => !leftOut.has(id)),
    }));

/** With or without one order. */
export function toggled(leftOut: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(leftOut);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Whether they can be paid, and what the button says: how many for how much, or why not. */
export function payWords<Order extends Owing>(
  { ticked }: Together<Order>,
  where: string,
  written: (money: ReturnType<typeof fromMinor>) => string,
): { able: boolean; words: string } {
  const of = where && ` of ${where}`;
  if (ticked.length === 0) return { able: false, words: `Tick an order${of} to pay` };
  if (ticked.length > most) return { able: false, words: `Untick ${ticked.length - most}: ${most} orders${of} at once at most` };
  const sum = ticked.reduce((all, { remain }) => all + toMinor(remain), 0n);
  const amount = written(fromMinor(sum, ticked[0]?.remain?.currencyCode ?? "USD"));
  return { able: true, words: `Pay ${plural(ticked.length, "order")}${of}${ticked.length > 1 ? " at once" : ""} · ${amount}` };
}
