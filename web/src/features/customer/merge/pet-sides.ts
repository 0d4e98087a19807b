import { MergePetField as Field } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { type DayLike, dayToIso, isDay } from "../../../ui/format/dates.ts";
import { sexes } from "../shared/pet-text.ts";
import { differing, missing, type Side } from "./merge-sides.ts";

type Words = { phone: (raw: string) => string; day: (iso: string) => string; weight: (value: number) => string };
export const petFields: readonly [Field, string][] = [
  [Field.NAME, "Name"],
  [Field.BREED, "Breed"],
  [Field.GENDER, "Sex"],
  [Field.FIXED, "Fixed"],
  [Field.BIRTHDAY, "Birthday"],
  [Field.WEIGHT, "Weight"],
  [Field.COAT, "Coat"],
  [Field.COLOR, "Color"],
  [Field.PHOTO, "Photo"],
  [Field.BEHAVIOR, "Behavior"],
  [Field.HEALTH_ISSUES, "Health"],
  [Field.FEEDING, "Feeding"],
  [Field.MEDICATION, "Medication"],
  [Field.VET, "Veterinarian"],
  [Field.EMERGENCY_CONTACT, "Emergency contact"],
  [Field.LICENSE, "License"],
  [Field.MICROCHIP, "Microchip"],
];
const joined = (...parts: string[]): string => parts.filter(Boolean).join(", ");

function textsOf(pet: Pet, { phone, day, weight }: Words): Partial<Record<Field, string>> {
  const dayText = (value: DayLike | undefined): string => (isDay(value) ? day(dayToIso(value)) : "");
  return {
    [Field.NAME]: pet.petName,
    [Field.BREED]: joined(pet.petType, pet.breed, pet.secondaryBreed),
    [Field.GENDER]: sexes[pet.gender] ?? "",
    [Field.FIXED]: pet.fixed ? "Yes" : "",
    [Field.BIRTHDAY]: dayText(pet.birthday),
    [Field.WEIGHT]: pet.weight > 0 ? weight(pet.weight) : "",
    [Field.COAT]: pet.coatType,
    [Field.COLOR]: pet.color,
    [Field.PHOTO]: pet.avatarPath,
    [Field.BEHAVIOR]: pet.behavior,
    [Field.HEALTH_ISSUES]: pet.healthIssues,
    [Field.FEEDING]: pet.feeding,
    [Field.MEDICATION]: pet.medication,
    [Field.VET]: joined(pet.vetName, pet.vetPhoneNumber && phone(pet.vetPhoneNumber)),
    [Field.EMERGENCY_CONTACT]: pet.emergencyContact,
    [Field.LICENSE]: joined(pet.licenseNumber, dayText(pet.licenseIssueDate)),
    [Field.MICROCHIP]: pet.microchipNumber,
  };
}

/** The fields of which the pet that goes has something else. */
export const petSidesOf = (stays: Pet, goes: Pet, words: Words): Side<Field>[] =>
  differing(petFields, textsOf(stays, words), textsOf(goes, words), { [Field.PHOTO]: "picture" });

/** Breeds say more than none, also where both have a type. */
export const takenAtFirst = (stays: Pet, goes: Pet, sides: readonly Side<Field>[]): Field[] => [
  ...missing(sides),
  ...(stays.breed === "" && goes.breed !== "" && stays.petType === goes.petType ? [Field.BREED] : []),
];
