import { type Pet, PetGender } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { type DayLike, daysBetween, dayToIso, isDay } from "../../../ui/format/dates.ts";
import type { Format } from "../../../ui/format/useFormat.ts";

export const petFacts = (pet: Pet) => ({
  id: pet.petId,
  name: pet.petName,
  species: pet.petType,
  breed: pet.breed,
  coat: `${pet.color} ${pet.coatType}`,
  photo: pet.avatarPath,
});

/** "3 yr", "5 mo"; empty when the birthday is not known. */
export const petAge = (birthday: DayLike | undefined, today: string): string => {
  if (!isDay(birthday)) return "";
  const days = daysBetween(dayToIso(birthday), today);
  if (days < 0) return "";
  if (days >= 365) return `${Math.floor(days / 365.25) || 1} yr`;
  return days >= 60 ? `${Math.floor(days / 30.44)} mo` : `${Math.floor(days / 7)} wk`;
};

export const sexes: Readonly<Partial<Record<PetGender, string>>> = { [PetGender.MALE]: "Male", [PetGender.FEMALE]: "Female" };

/** "Standard poodle · female · 3 yr · 52 lb". */
export const petLine = (pet: Pet, format: Format): string =>
  [
    pet.breed || pet.petType,
    sexes[pet.gender]?.toLowerCase(),
    petAge(pet.birthday, format.now().date),
    pet.weight > 0 ? format.weight(pet.weight) : "",
  ]
    .filter(Boolean)
    .join(" · ");
