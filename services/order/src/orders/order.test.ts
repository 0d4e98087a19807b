import { expect, test } from "vitest";
import { canMove, completesItself, type OrderMove, type OrderState, orderMoves } from "./order-moves.ts";

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
