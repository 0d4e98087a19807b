import { ErrorCode } from "@leashline/kit";
import { expect, test } from "vitest";
import type { Order } from "./order.ts";
import { canMove, completesItself, editable, moved, type OrderMove, type OrderState, orderMoves } from "./order-moves.ts";

test.each([
  ["complete", "open", true],
  ["complete", "completed", false],
  ["complete", "cancelled", false],
  ["revert", "completed", true],
  ["revert", "open", false],
  ["cancel", "open", true],
  ["cancel", "completed", false],
  ["reopen", "cancelled", true],
] as const)("invoice-status-invalid: %s of an order that is %s: %s", (move, state, allowed) => expect(canMove(move, state)).toBe(allowed));

test("every state of an order can be reached from a new one", () => {
  const reached = new Set<OrderState>(["open"]);
  for (let round = 0; round < 3; round++) {
    for (const move of Object.keys(orderMoves) as OrderMove[]) {
      for (const state of [...reached]) if (canMove(move, state)) reached.add(orderMoves[move].to);
    }
  }
  expect([...reached].sort()).toEqual(["cancelled", "completed", "open"]);
});

test.each([
  [{ state: "open" as const, appointmentFinished: true, remain: 0n }, true],
  [{ state: "open" as const, appointmentFinished: true, remain: 1n }, false],
  [{ state: "open" as const, appointmentFinished: false, remain: 0n }, false],
  [{ state: "completed" as const, appointmentFinished: true, remain: 0n }, false],
])("completes by itself: %o %s", (order, expected) => expect(completesItself(order)).toBe(expected));

test("a move keeps when it was made, as long as it stands", () => {
  const now = new Date("2026-05-01T10:00:00Z");
  const order = (state: OrderState) => ({ state, completedAt: new Date(0), cancelledAt: new Date(0) }) as Order;
  expect(moved(order("open"), "complete", now)).toEqual({ state: "completed", completedAt: now, cancelledAt: null });
  expect(moved(order("open"), "cancel", now)).toEqual({ state: "cancelled", completedAt: null, cancelledAt: now });
  for (const [from, move] of [
    ["completed", "revert"],
    ["cancelled", "reopen"],
  ] as const)
    expect(moved(order(from), move, now)).toEqual({ state: "open", completedAt: null, cancelledAt: null });
  const refused = expect.objectContaining({ code: ErrorCode.INVOICE_STATUS_INVALID, options: { facts: { status: "cancelled" } } });
  expect(() => moved(order("cancelled"), "complete", now)).toThrow(refused);
  expect(() => editable(order("cancelled"))).toThrow(refused);
  expect(() => editable(order("completed"))).toThrow();
  expect(editable(order("open")).state).toBe("open");
});
