import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { type Order, OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { toMinor } from "../../../ui/format/money.ts";

type Sums = Pick<Order, "status" | "total" | "paid" | "refunded" | "kept" | "remain" | "overpaid">;
export type SumRow = { label: string; minor: bigint; tone?: string };

/** Everything that was paid went back. */
export const isGivenBack = (paid: Money | undefined, refunded: Money | undefined): boolean =>
  toMinor(paid) > 0n && toMinor(refunded) >= toMinor(paid);

/** What stands between a bill's total and its last line; they add up. A canceled bill is not owed, but for what is kept of its deposits. */
export function rowsAfterTotal({ status, total, paid, refunded, kept }: Sums): SumRow[] {
  const rows: SumRow[] = [
    { label: "Canceled", minor: status === OrderStatus.CANCELLED ? -toMinor(total) : 0n },
    { label: "Kept of the deposit", minor: toMinor(kept) },
    { label: "Paid", minor: -toMinor(paid), tone: "success.main" },
    { label: "Refunded", minor: toMinor(refunded) },
  ];
  return rows.filter(({ minor }) => minor !== 0n);
}

/** The last line: what is left to pay, or what came in beyond the bill. */
export function lastRow({ status, remain, overpaid }: Sums): SumRow {
  if (toMinor(overpaid) === 0n) return { label: "To pay", minor: toMinor(remain) };
  return { label: status === OrderStatus.CANCELLED ? "Still held" : "Paid too much", minor: toMinor(overpaid) };
}
