import { fail } from "@leashline/kit";
import type { Order } from "../orders/order.ts";
import { editable } from "../orders/order-moves.ts";

/** An order that asks for this much ahead. */
export function askingAhead(order: Order, deposit: bigint): Order {
  if (deposit <= 0n || deposit > editable(order).total) throw fail("PAYMENT_AMOUNT_INVALID", { field: "amount" });
  return { ...order, deposit };
}

export const askingNothingAhead = (order: Order): Order => ({ ...editable(order), deposit: 0n });
