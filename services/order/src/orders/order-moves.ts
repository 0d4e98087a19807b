export type OrderState = "open" | "completed" | "cancelled";

// The only moves an order makes (growth §4: complete, revert). Everything else about an order changes while it is open.
export const orderMoves = {
  complete: { from: ["open"], to: "completed" },
  revert: { from: ["completed"], to: "open" },
  cancel: { from: ["open"], to: "cancelled" },
  // The appointment came back.
  reopen: { from: ["cancelled"], to: "open" },
} as const satisfies Record<string, { from: readonly OrderState[]; to: OrderState }>;

export type OrderMove = keyof typeof orderMoves;

export const canMove = (move: OrderMove, state: OrderState): boolean => (orderMoves[move].from as readonly OrderState[]).includes(state);

export const canEdit = (state: OrderState): boolean => state === "open";

// An order completes by itself once its appointment is finished and nothing is owed.
export const completesItself = (order: { state: OrderState; appointmentFinished: boolean; remain: bigint }): boolean =>
  order.state === "open" && order.appointmentFinished && order.remain === 0n;
