import { create } from "@bufbuild/protobuf";
import { PetSchema } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { expect, test } from "vitest";
import { inputOf, MASK, valuesOf } from "./pet-values.ts";

test("all that the drawer asks of a pet is saved", () => {
  const asked = Object.keys(valuesOf(undefined)).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect(MASK.toSorted()).toEqual(asked.toSorted());
});

test("a second breed and the day of a license are sent as they were typed; a day that was emptied is not sent", () => {
  const issued = { year: 2026, month: 1, day: 5 };
  const pet = create(PetSchema, { petName: "Rex", secondaryBreed: "Boxer", licenseIssueDate: issued, birthday: issued });
  const { birthday, licenseIssueDate, secondaryBreed } = inputOf({ ...valuesOf(pet), birthday: "", secondaryBreed: " Pug " });
  expect([birthday, licenseIssueDate, secondaryBreed]).toEqual([undefined, expect.objectContaining(issued), "Pug"]);
});
