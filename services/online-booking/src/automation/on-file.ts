import { type Ctx, fromWireDate } from "@leashline/kit";
import type { Client } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";

type Person = { firstName: string; lastName: string; phoneNumber: string; email: string };
type GivenPet = { petName: string; petType: string; breed: string; weight: number; coatType?: string };
export type Given = {
  customerId: string;
  customer: Person;
  pets: readonly GivenPet[] /** The last day they are with the business. */;
  date: string;
};
export type OnFile = { client: Client; pets: readonly Pet[] };

const plain = (text: string): string => text.trim().toLowerCase();
const isSamePet = (a: { petName: string; petType: string }, b: { petName: string; petType: string }): boolean =>
  plain(a.petName) === plain(b.petName) && (plain(a.petType) || "dog") === (plain(b.petType) || "dog");

/** The client of a request and their pets; nothing for a new one, and for one who is gone. */
export async function onFileOf(ctx: Ctx, customerId: string): Promise<OnFile | undefined> {
  if (customerId === "0") return undefined;
  const { clients } = await ctx.client(ClientService).batchGetClients({ customerIds: [customerId], allowMissing: true });
  const [client] = clients;
  if (!client) return undefined;
  const { pets } = await ctx.client(PetService).listPets({ customerId });
  return { client, pets };
}

/** The pet of that name and kind, as it is found when the request is accepted. */
export const petOnFile = (file: OnFile | undefined, pet: { petName: string; petType: string }): Pet | undefined =>
  file?.pets.find((one) => isSamePet(one, pet));

/** The same number with or without its country, which is how clients' numbers are kept. */
export function isSamePhone(a: string, b: string): boolean {
  const [short = "", long = ""] = [a, b].map((text) => text.replace(/\D/g, "").replace(/^0+/, "")).sort((x, y) => x.length - y.length);
  return short === long || (short.length > 6 && long.endsWith(short));
}

const differs = (given: string, known: string): boolean => given.trim() !== "" && plain(given) !== plain(known);

/** What was given online and reads otherwise on file, in words without what it says. */
export function changedIn({ customer, pets }: Given, file: OnFile): string[] {
  const { client } = file;
  const own = [
    ...(differs(`${customer.firstName} ${customer.lastName}`, `${client.firstName} ${client.lastName}`) ? ["the name is different"] : []),
    ...(customer.phoneNumber.trim() && !isSamePhone(customer.phoneNumber, client.phoneNumber) ? ["the phone number is different"] : []),
    ...(differs(customer.email, client.email) ? ["the email is different"] : []),
  ];
  const ofPets = pets.flatMap((pet) => {
    const known = petOnFile(file, pet);
    if (!known) return [`${pet.petName.trim()} is a new pet`];
    const changed =
      differs(pet.breed, known.breed) || (pet.weight > 0 && pet.weight !== known.weight) || differs(pet.coatType ?? "", known.coatType);
    return changed ? [`what they say of ${pet.petName.trim()} is different`] : [];
  });
  return [...own, ...ofPets];
}

/** Which vaccine a pet must have for a care type and has not, or not until the day it comes. */
export async function lackingFor(
  ctx: Ctx,
  { pets, date }: Given,
  file: OnFile | undefined,
  careTypes: readonly string[],
): Promise<Map<string, string[]>> {
  const vaccines = ctx.client(VaccineService);
  const required = (await vaccines.listVaccines({})).vaccines.filter((one) => one.requiredForScheduling);
  const known = pets.flatMap((pet) => petOnFile(file, pet)?.petId ?? []);
  const { petVaccines } = known.length > 0 && required.length > 0 ? await vaccines.listPetVaccines({ petIds: known }) : { petVaccines: [] };
  const has = (petId: string | undefined, vaccineId: string): boolean =>
    petVaccines.some(
      (one) =>
        one.petId === petId &&
        one.vaccineId === vaccineId &&
        one.tag !== "missing" &&
        one.tag !== "expired" &&
        (!one.expirationDate || fromWireDate(one.expirationDate, "expirationDate") >= date),
    );
  const forType = (careType: string): string[] =>
    required
      .filter(({ requiredCareTypes }) => requiredCareTypes.length === 0 || requiredCareTypes.includes(careType))
      .flatMap((vaccine) =>
        pets
          .filter(({ petType }) => !vaccine.specificPetType || vaccine.petTypes.some((one) => plain(one) === (plain(petType) || "dog")))
          .filter((pet) => !has(petOnFile(file, pet)?.petId, vaccine.id))
          .map((pet) => `${pet.petName.trim()} has no valid ${vaccine.name}`),
      );
  return new Map(careTypes.map((one) => [one, forType(one)]));
}
