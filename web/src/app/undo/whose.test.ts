import { expect, test } from "vitest";
import { visitsOf, whoseOf } from "./whose.ts";

const calendar = "leashline.calendar.v1";
const visit = (id: string, customerId: string, customerFirstName = "", customerLastName = "") => ({
  ...{ id, customerId, customerFirstName, customerLastName },
});
const known = [visit("1", "4", "Ann", "Lee"), visit("2", "5", "Bo"), visit("3", "4", "Ann", "Lee"), visit("6", "7", "Cy"), visit("8", "9")];

test("a change names whose appointments it was of, each client once, and nobody of what is nobody's", () => {
  const one = { call: `${calendar}.AppointmentService/UndoChange`, message: { id: "1", version: 2 } };
  const several = {
    call: `${calendar}.SeriesService/UndoSeriesChange`,
    message: { changes: ["1", "3", "2", "6", "99"].map((id) => ({ id, version: 1 })) },
  };
  const walk = { call: `${calendar}.WalkService/UndoWalkReport`, message: { appointmentId: "2", change: "4" } };
  const block = { call: `${calendar}.BlockSeriesService/UndoBlockChanges`, message: { changes: [{ id: "1", version: 1 }] } };
  expect([one, several, walk, block].map(visitsOf)).toEqual([["1"], ["1", "3", "2", "6", "99"], ["2"], []]);
  expect([one, several, walk, block].map((change) => whoseOf(visitsOf(change), known))).toEqual([
    "Ann Lee",
    "Ann Lee, Bo and 1 more",
    "Bo",
    "",
  ]);
  expect(whoseOf(["1", "2"], known)).toBe("Ann Lee and Bo");
  expect(whoseOf(["8", "99"], known), "erased, or no longer there").toBe("");
});

test("what the browser's storage holds of something else is no appointment", () => {
  const call = `${calendar}.AppointmentService/UndoChange`;
  for (const message of [{ id: 1 }, { id: "-1" }, { id: "1'" }, { changes: [null, 3, {}] }])
    expect(visitsOf({ call, message })).toEqual([]);
});
