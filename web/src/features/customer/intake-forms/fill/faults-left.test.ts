import { expect, test } from "vitest";
import { faultsLeft } from "./faults-left.ts";

const before = { owner: { q1: ["a"], q2: [""] }, pets: [{ q3: ["x"] }, { q3: [""] }] };
const faults = { "owner.q2": "Please answer this.", "pets.0.q3": "Too short.", "pets.1.q3": "Please answer this." };

test("what was wrong with an answer is said until the answer is changed", () => {
  expect(faultsLeft(faults, before, { ...before, owner: { q1: ["b"], q2: [""] } })).toEqual(faults);
  const answered = { ...before, owner: { q1: ["a"], q2: ["b"] } };
  expect(Object.keys(faultsLeft(faults, before, answered))).toEqual(["pets.0.q3", "pets.1.q3"]);
  const second = { ...before, pets: [{ q3: ["x"] }, { q3: ["y"] }] };
  expect(Object.keys(faultsLeft(faults, before, second))).toEqual(["owner.q2", "pets.0.q3"]);
  expect(Object.keys(faultsLeft(faults, before, { ...before, pets: [{ q3: [""] }] }))).toEqual(["owner.q2"]);
});
