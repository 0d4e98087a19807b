import { expect, test } from "vitest";
import type { AppointmentLine } from "../orders/order.ts";
import { isUnchanged, lineChanges, type ServiceLine } from "./appointment-lines.ts";

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
  expect(isUnchanged(lineChanges([current], [wanted]))).toBe(true);
});

test("added, changed and removed services are distinguished by the appointment's line", () => {
  const changes = lineChanges(
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

test("staff set on a line at checkout stay when the appointment changes", () => {
  const byHand = { ...current, staffId: "9", staffName: "Lee Park", staffSet: true };
  expect(isUnchanged(lineChanges([byHand], [wanted]))).toBe(true);
  expect(lineChanges([byHand], [{ ...wanted, price: 1n }]).updated[0]!.line.staffId).toBe("9");
});

test("one line more, one less or one that differs is a change", () => {
  const of = (lines: ServiceLine[], by: AppointmentLine[]) => lineChanges(lines, by);
  expect(of([], [])).toEqual({ added: [], updated: [], removed: [] });
  expect([of([], [wanted]), of([current], []), of([current], [{ ...wanted, petName: "Moss" }])].map(isUnchanged)).toEqual([
    false,
    false,
    false,
  ]);
});
