import { type Given, isSamePhone, type OnFile, petOnFile } from "../automation/on-file.ts";

/** One field of which something else was given than is on file. */
export type Change = { key: string; field: string; label: string; given: string; known: string; isContact: boolean; petId?: string };

const ofClient = [
  ["firstName", "First name"],
  ["lastName", "Last name"],
  ["phoneNumber", "Phone"],
  ["email", "Email"],
] as const;
const ofPet = [
  ["breed", "Breed"],
  ["weight", "Weight"],
  ["coatType", "Coat"],
] as const;

const plain = (text: string): string => text.trim().toLowerCase();
/** What was left empty says nothing. */
const differs = (given: string, known: string): boolean => given !== "" && plain(given) !== plain(known);
const weightOf = (weight: number): string => (weight > 0 ? String(weight) : "");

/** What was given online and reads otherwise on file, in the order in which it is asked. */
export function changesIn(row: Given, file: OnFile): Change[] {
  const own = ofClient.flatMap(([field, label]): Change[] => {
    const [given, known] = [row.customer[field].trim(), file.client[field].trim()];
    const isSame = field === "phoneNumber" ? isSamePhone(given, known) : false;
    if (!differs(given, known) || isSame) return [];
    return [{ key: `customer.${field}`, field, label, given, known, isContact: field === "phoneNumber" || field === "email" }];
  });
  return [...own, ...row.pets.flatMap((pet, at) => changesOfPet(pet, at, file))];
}

function changesOfPet(pet: Given["pets"][number], at: number, file: OnFile): Change[] {
  const on = petOnFile(file, pet);
  if (!on) return [];
  const given = { breed: pet.breed.trim(), weight: weightOf(pet.weight), coatType: (pet.coatType ?? "").trim() };
  const kept = { breed: on.breed, weight: weightOf(on.weight), coatType: on.coatType };
  return ofPet.flatMap(([field, label]): Change[] => {
    if (!differs(given[field], kept[field])) return [];
    const whose = `${label} of ${on.petName}`;
    return [
      { key: `pets[${at}].${field}`, field, label: whose, given: given[field], known: kept[field], isContact: false, petId: on.petId },
    ];
  });
}
