import { expect, test } from "vitest";
import { petLooks } from "../../../ui/pet-avatar.ts";
import { petAge } from "./pet-text.ts";

test.each([
  [{ year: 2023, month: 11, day: 20 }, "3 yr"],
  [{ year: 2026, month: 6, day: 20 }, "5 mo"],
  [{ year: 2026, month: 11, day: 1 }, "2 wk"],
  [{ year: 2025, month: 11, day: 20 }, "1 yr"],
  [{ year: 2027, month: 1, day: 1 }, ""],
  [undefined, ""],
])("a pet born %j", (birthday, shown) => expect(petAge(birthday, "2026-11-20")).toBe(shown));

test("a pet always has the same face, and it follows kind, breed and coat", () => {
  const poodle = { id: "1", name: "Biscuit", species: "Dog", breed: "Standard poodle" };
  expect(petLooks(poodle)).toEqual(petLooks({ ...poodle }));
  expect(petLooks(poodle)).toMatchObject({ species: "dog", fluffy: true, ears: "floppy" });
  expect(petLooks({ name: "Nori", species: "Cat" })).toMatchObject({ species: "cat", ears: "pointed" });
  expect(petLooks({ name: "Hachi", species: "Dog", breed: "Shiba Inu" }).ears).toBe("pointed");
  expect(petLooks({ name: "A", coat: "black" }).coat).toBe(petLooks({ name: "B", coat: "Black and white" }).coat);
});
