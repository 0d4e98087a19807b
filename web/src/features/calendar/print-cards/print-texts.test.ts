import { create } from "@bufbuild/protobuf";
import { PrintCardSchema } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import { PetGender, PetSchema } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetProfileSchema } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { expect, test } from "vitest";
import { ageOf, alertsOf, looksOf, onePerPet, vaccinesOf } from "./print-texts.ts";

test.each([
  [{ year: 2024, month: 11, day: 23 }, "2 years"],
  [{ year: 2024, month: 11, day: 24 }, "23 months"],
  [{ year: 2026, month: 10, day: 23 }, "1 month"],
  [{ year: 2027, month: 1, day: 1 }, ""],
  [undefined, ""],
])("born %j is %s old", (birthday, age) => {
  expect(ageOf(create(PetSchema, birthday ? { birthday } : {}), "2026-11-23")).toBe(age);
});

test("what is known of a pet in one line", () => {
  const pet = create(PetSchema, {
    breed: "Poodle",
    gender: PetGender.FEMALE,
    fixed: true,
    weight: 12,
    color: "Apricot",
    coatType: "Curly",
  });
  const weight = (value: number) => `${value} lb`;
  expect(looksOf(pet, weight, { gender: true, fixed: true, weight: true, appearance: true })).toBe(
    "Poodle, Apricot, curly coat, female, fixed, 12 lb",
  );
  expect(looksOf(pet, weight, { gender: false, fixed: false, weight: false, appearance: false })).toBe("Poodle");
});

test("vaccines: what needs attention is named", () => {
  const of = (...tags: string[]) =>
    vaccinesOf(create(PetProfileSchema, { vaccines: tags.map((tag, at) => ({ vaccineName: `V${at}`, tag })) }));
  expect([of(), of(""), of("", "expired", "expire soon")]).toEqual(["", "Vaccines valid", "V1 expired, V2 expires soon"]);
});

test("alerts: of the appointment, the client and the pets, and how a pet behaves", () => {
  const card = create(PrintCardSchema, {
    appointment: { alertNotes: "Gate code at the desk" },
    client: { alertNotes: ["Rings first"] },
    pets: [{ pet: { petName: "Duke", behavior: "Hates the dryer" }, alertNotes: ["Bites"] }, { pet: { petName: "Bo" } }],
  });
  expect(alertsOf(card)).toEqual(["Gate code at the desk", "Rings first", "Bites", "Duke: Hates the dryer"]);
  expect(alertsOf(create(PrintCardSchema))).toEqual([]);
});

test("a pet that comes twice on a day stands on one label, with what both of its appointments say", () => {
  const card = (id: string, ...pets: string[]) =>
    create(PrintCardSchema, { appointment: { id }, pets: pets.map((petId) => ({ pet: { petId, petName: `Pet ${petId}` } })) });
  const labels = onePerPet([card("1", "10", "20"), card("2", "10")]);
  expect(labels.map(({ pet, cards }) => [pet.petId, cards.map(({ appointment }) => appointment?.id)])).toEqual([
    ["10", ["1", "2"]],
    ["20", ["1"]],
  ]);
});
