import { create } from "@bufbuild/protobuf";
import { MoneySchema } from "@leashline/proto/google/type/money_pb.js";
import { PetLifeStatus, PetWarningSchema } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { expect, test } from "vitest";
import { alertsOf, type Known } from "./alerts.ts";

const format = { money: () => "$40.00" };
const pet = {
  petId: "1",
  petName: "Biscuit",
  petCodeIds: [],
  behavior: "",
  healthIssues: "",
  vaccineTag: "",
  lifeStatus: PetLifeStatus.ALIVE,
  warnings: [],
};
const codes = [
  { id: "7", abbreviation: "BITE", description: "Bites" },
  { id: "8", abbreviation: "OLD", description: "" },
];
const overview = { lastAlertNote: "", totalOutstandingBalance: undefined, noShowCount: 0 };
const owed = create(MoneySchema, { currencyCode: "USD", units: 40n });

test.each<[string, Known, string[]]>([
  ["nothing to know", { pets: [pet], codes, overview }, []],
  ["a bite", { pets: [{ ...pet, petCodeIds: ["7", "8"] }], codes }, ["Biscuit: Bites, OLD"]],
  ["behavior and health", { pets: [{ ...pet, behavior: "Growls", healthIssues: "Hips" }] }, ["Biscuit: Growls", "Biscuit: Hips"]],
  ["what it did", { pets: [{ ...pet, warnings: [create(PetWarningSchema, { incidentTypeName: "Bite" })] }] }, ["Biscuit: On record: Bite"]],
  ["a vaccine", { pets: [{ ...pet, vaccineTag: "expired" }] }, ["Biscuit: A vaccine has expired"]],
  ["a pet that died", { pets: [{ ...pet, behavior: "Growls", lifeStatus: PetLifeStatus.PASS_AWAY }] }, []],
  [
    "notes",
    { note: "Call first", overview: { ...overview, lastAlertNote: "Gate code" } },
    ["Appointment: Call first", "Client: Gate code"],
  ],
  ["no-shows", { overview: { ...overview, noShowCount: 2 } }, ["Client: 2 no-shows"]],
  ["an agreement that is known", { unsigned: ["Boarding contract"] }, ["Agreement: Boarding contract not signed"]],
  ["several agreements", { requiredSign: true, unsigned: ["Boarding contract", "Release"] }, ["Agreement: 2 agreements not signed"]],
  ["no agreement", { requiredSign: false, unsigned: [] }, []],
  ["an agreement", { requiredSign: true }, ["Agreement: Not signed"]],
  ["a balance", { overview: { ...overview, totalOutstandingBalance: owed } }, ["Balance: Owes $40.00"]],
])("alerts of %s", (_, known, expected) => expect(alertsOf(known, format).map(({ about, text }) => `${about}: ${text}`)).toEqual(expected));
