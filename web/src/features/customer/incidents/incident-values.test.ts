import { IncidentPart } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import { expect, test } from "vitest";
import { type InvolvedPet, warningOf, wrongPets } from "./incident-values.ts";

const pet = (petName: string, part?: IncidentPart): InvolvedPet => ({
  petId: petName,
  petName,
  part: part ? String(part) : "",
  owner: "",
});

test("a report whose type warns needs the part of each pet, another does not", () => {
  expect(wrongPets([], false)).toBe("Name at least one pet.");
  expect(wrongPets([pet("Rex", IncidentPart.CAUSED), pet("Ivy")], true)).toBe("Say what Ivy had to do with it.");
  expect(wrongPets([pet("Rex", IncidentPart.CAUSED), pet("Ivy", IncidentPart.HURT)], true)).toBeUndefined();
  expect(wrongPets([pet("Rex")], false)).toBeUndefined();
});

test("the form says whom staff will be warned about, or that it is nobody", () => {
  const both = [pet("Rex", IncidentPart.CAUSED), pet("Ivy", IncidentPart.HURT)];
  expect(warningOf(both, true)).toBe("Staff will be warned about Rex.");
  expect(warningOf(both, false)).toBeUndefined();
  expect(warningOf([pet("Rex")], true)).toBeUndefined();
  expect(warningOf([pet("Ivy", IncidentPart.HURT)], true)).toBe("No pet caused it, so staff are not warned about any.");
});
