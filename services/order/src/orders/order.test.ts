import { expect, test } from "vitest";
import { type AppointmentLine, followAppointment, isUnchanged, type ServiceLine } from "./appointment-lines.ts";
import { canMove, completesItself, type OrderMove, type OrderState, orderMoves } from "./order-moves.ts";
import { refundChannels } from "./refund-channels.ts";

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

const wanted: AppointmentLine = {
  lineId: "1",
  petId: "10",
  petName: "Miso",
  serviceId: "100",
  serviceName: "Bath",
  careType: "GROOMING",
  staffId: "7",
  staffName: "Ana Ruiz",
  price: 4_500n,
  taxId: "3",
};
const current: ServiceLine = { ...wanted, orderLineItemId: "51", staffSet: false };

test("an order that says what the appointment says is left alone", () => {
  expect(isUnchanged(followAppointment([current], [wanted]))).toBe(true);
});

test("added, changed and removed services are told apart by the appointment's line", () => {
  const changes = followAppointment(
    [current, { ...current, lineId: "2", orderLineItemId: "52" }],
    [
      { ...wanted, price: 5_000n },
      { ...wanted, lineId: "3" },
    ],
  );
  expect(changes.updated.map((u) => [u.orderLineItemId, u.line.price])).toEqual([["51", 5_000n]]);
  expect(changes.added.map((l) => l.lineId)).toEqual(["3"]);
  expect(changes.removed).toEqual(["52"]);
});

test("staff put on a line at checkout stay when the appointment changes", () => {
  const byHand = { ...current, staffId: "9", staffName: "Lee Park", staffSet: true };
  expect(isUnchanged(followAppointment([byHand], [wanted]))).toBe(true);
  expect(followAppointment([byHand], [{ ...wanted, price: 1n }]).updated[0]!.line.staffId).toBe("9");
});

test("order-flow: money goes back through the newest payment first, each up to what it still holds", () => {
  const payments = [
    { paymentId: "1", method: "cash", amount: 3_000n, refunded: 0n },
    { paymentId: "2", method: "card", amount: 2_000n, refunded: 500n },
  ];
  expect(refundChannels(payments, 2_000n)).toEqual([
    { paymentId: "2", method: "card", amount: 1_500n },
    { paymentId: "1", method: "cash", amount: 500n },
  ]);
  expect(refundChannels(payments, 0n)).toEqual([]);
});
