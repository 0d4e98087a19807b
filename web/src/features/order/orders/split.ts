import type { MoneyLike } from "../../../ui/format/money.ts";
import { toMinor } from "../../../ui/format/money.ts";

/** The part of the bill a percentage of tip is taken from: services less discounts, rounded down to the smallest coin. */
export const tipOf = (order: { subTotal?: MoneyLike; discount?: MoneyLike }, percent: number): bigint =>
  ((toMinor(order.subTotal) - toMinor(order.discount)) * BigInt(percent)) / 100n;

/** Change for cash handed over; none when it is not enough. */
export const changeFor = (given: bigint, owed: bigint): bigint => (given > owed ? given - owed : 0n);

/** What is taken now when people pay a part; never more than is owed. */
export const takenNow = (typed: bigint | undefined, owed: bigint): bigint => (typed === undefined || typed > owed ? owed : typed);
