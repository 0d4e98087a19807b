import { fail } from "@leashline/kit";
import type { Order } from "./order.ts";

export type OrderState = "open" | "completed" | "cancelled";

/** The only moves an order makes (growth §4: complete, revert). Everything else about an order changes while it is open. */
export const orderMoves = {
  complete: { from: "open", to: "completed" },
  revert: { from: "completed", to: "open" },
  cancel: { from: "open", to: "cancelled" },
  // The appointment came back.
  reopen: { from: "cancelled", to: "open" },
} as const satisfies Record<string, { from: OrderState; to: OrderState }>;

export type OrderMove = keyof typeof orderMoves;

export const canMove = (move: OrderMove, state: OrderState): boolean => orderMoves[move].from === state;

const invalid = ({ state }: Order) => fail("INVOICE_STATUS_INVALID", { facts: { status: state } });

/** An order after a move; error 51006 when its state does not allow it. */
export function moved(order: Order, move: OrderMove, now: Date): Order {
  if (!canMove(move, order.state)) throw invalid(order);
  const state = orderMoves[move].to;
  return {
    ...order,
    state,
    completedAt: state === "completed" ? now : null,
    cancelledAt: state === "cancelled" ? now : null,
  };
}

/** Error 51006 unless lines, discounts and tips may still change. */
export function editable(order: Order): Order {
  if (order.state !== "open") throw invalid(order);
  return order;
}

/** An order completes by itself once its appointment is finished and nothing is owed. */
export const completesItself = (order: { state: OrderState; appointmentFinished: boolean; remain: bigint }): boolean =>
  canMove("complete", order.state) && order.appointmentFinished && order.remain === 0n;
