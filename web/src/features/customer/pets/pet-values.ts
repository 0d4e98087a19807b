import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { type DayLike, dayToIso, isDay, isoToDay } from "../../../ui/format/dates.ts";
import { petInput } from "../shared/PetBasics.tsx";

const isoOf = (day: DayLike | undefined): string => (isDay(day) ? dayToIso(day) : "");

/** A pet as the drawer holds it; a new one without. */
export const valuesOf = (pet: Pet | undefined) => ({
  avatarPath: pet?.avatarPath ?? "",
  petName: pet?.petName ?? "",
  petType: pet?.petType ?? "Dog",
  breed: pet?.breed ?? "",
  secondaryBreed: pet?.secondaryBreed ?? "",
  gender: String(pet?.gender ?? 0),
  weight: pet && pet.weight > 0 ? String(pet.weight) : "",
  color: pet?.color ?? "",
  coatType: pet?.coatType ?? "",
  birthday: isoOf(pet?.birthday),
  fixed: pet?.fixed ?? false,
  petCodeIds: pet?.petCodeIds ?? [],
  behavior: pet?.behavior ?? "",
  healthIssues: pet?.healthIssues ?? "",
  feeding: pet?.feeding ?? "",
  medication: pet?.medication ?? "",
  vetName: pet?.vetName ?? "",
  vetPhoneNumber: pet?.vetPhoneNumber ?? "",
  emergencyContact: pet?.emergencyContact ?? "",
  microchipNumber: pet?.microchipNumber ?? "",
  licenseNumber: pet?.licenseNumber ?? "",
  licenseIssueDate: isoOf(pet?.licenseIssueDate),
});
export type PetDrawerValues = ReturnType<typeof valuesOf>;

/** What the drawer saves of a pet. */
export const MASK = [
  "avatar_path",
  "pet_name",
  "pet_type",
  "breed",
  "secondary_breed",
  "gender",
  "weight",
  "color",
  "coat_type",
  "birthday",
  "fixed",
  "pet_code_ids",
  "behavior",
  "health_issues",
  "feeding",
  "medication",
  "vet_name",
  "vet_phone_number",
  "emergency_contact",
  "microchip_number",
  "license_number",
  "license_issue_date",
];

/** What is sent of them; a day that is named and not sent is taken away. */
export function inputOf({ birthday, licenseIssueDate, secondaryBreed, ...plain }: PetDrawerValues) {
  const [born, issued] = [isoToDay(birthday), isoToDay(licenseIssueDate)];
  return {
    ...plain,
    ...petInput(plain),
    secondaryBreed: secondaryBreed.trim(),
    ...(born && { birthday: born }),
    ...(issued && { licenseIssueDate: issued }),
  };
}
