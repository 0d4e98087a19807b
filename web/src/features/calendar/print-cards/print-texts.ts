import type { PrintCard } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import type { PetProfile } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { dayToIso } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { sexes } from "../../customer/shared/pet-text.ts";

/** "3 years", "5 months", or nothing where no birthday is known. */
export function ageOf(pet: Pick<Pet, "birthday"> | undefined, today: string): string {
  if (!pet?.birthday?.year) return "";
  const [born, now] = [dayToIso(pet.birthday), today];
  const months = (Number(now.slice(0, 4)) - Number(born.slice(0, 4))) * 12 + Number(now.slice(5, 7)) - Number(born.slice(5, 7));
  const full = now.slice(8) < born.slice(8) ? months - 1 : months;
  if (full < 0) return "";
  return full >= 24 ? plural(Math.floor(full / 12), "year") : plural(full, "month");
}

/** "Poodle, female, 12 lb" of what is known and to be shown. */
export const looksOf = (
  pet: Pet | undefined,
  weight: (value: number) => string,
  show: { gender: boolean; fixed: boolean; weight: boolean; appearance: boolean },
): string =>
  [
    pet?.breed,
    show.appearance && pet?.color,
    show.appearance && pet?.coatType && `${pet.coatType.toLowerCase()} coat`,
    show.gender && pet && sexes[pet.gender]?.toLowerCase(),
    show.fixed && pet?.fixed && "fixed",
    show.weight && pet && pet.weight > 0 && weight(pet.weight),
  ]
    .filter(Boolean)
    .join(", ");

/** "Rabies expired, Bordetella missing": the vaccines that need somebody's attention; "Vaccines valid" where all are recorded and none does. */
export function vaccinesOf({ vaccines }: Pick<PetProfile, "vaccines">): string {
  const open = vaccines.filter((one) => one.tag !== "");
  if (open.length === 0) return vaccines.length > 0 ? "Vaccines valid" : "";
  const words: Record<string, string> = { "expire soon": "expires soon" };
  return open.map((one) => `${one.vaccineName} ${words[one.tag] ?? one.tag}`).join(", ");
}

/** What whoever has the pet in hand must know: alerts of the appointment, the client and the pets, and how the pets behave. */
export const alertsOf = ({ appointment, client, pets }: PrintCard): string[] =>
  [
    appointment?.alertNotes ?? "",
    ...(client?.alertNotes ?? []),
    ...pets.flatMap(({ pet, alertNotes }) => [...alertNotes, pet?.behavior ? `${pet.petName}: ${pet.behavior}` : ""]),
  ].filter((text) => text !== "");

/** Each pet once, in the order in which they come, with all of its cards of the day. */
export function onePerPet(cards: readonly PrintCard[]): { pet: Pet; cards: PrintCard[] }[] {
  const found = new Map<string, { pet: Pet; cards: PrintCard[] }>();
  for (const card of cards) {
    for (const { pet } of card.pets) {
      if (!pet) continue;
      const known = found.get(pet.petId);
      if (known) known.cards.push(card);
      else found.set(pet.petId, { pet, cards: [card] });
    }
  }
  return [...found.values()];
}
