import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { UploadService } from "@leashline/proto/leashline/gateway/v1/upload_pb.js";
import { type Api, withHands } from "./api.ts";
import { type Chance, chanceFrom } from "./chance.ts";
import { catBreeds, catNames, coats, dogBreeds, dogNames, firstNames, lastNames, remarks, streets } from "./names.ts";
import { portraitOf } from "./portrait.ts";

const photographed = 70;

export type Household = {
  customerId: string;
  name: string;
  phoneNumber: string;
  pets: { petId: string; petType: string; weight: number }[];
};

const households = 110;

/** Nobody calls two pets by one name. */
function petOf(chance: Chance, taken: readonly string[]) {
  const cat = chance.percent(18);
  const [breed, from, to] = chance.pick(cat ? catBreeds : dogBreeds);
  return {
    petName: chance.pick((cat ? catNames : dogNames).filter((name) => !taken.includes(name))),
    petType: cat ? "Cat" : "Dog",
    breed,
    color: chance.pick(coats),
    weight: chance.between(from, to),
    ...(chance.percent(25) ? { behavior: chance.pick(remarks) } : {}),
  };
}

/** Somewhere in the city, spread without a draw: what else is drawn of a household stays as it was. */
const placeOf = (index: number) => ({
  lat: (47.56 + ((index * 37) % 100) / 1000).toFixed(4),
  lng: (-122.37 + ((index * 61) % 90) / 1000).toFixed(4),
});

function householdOf(index: number) {
  const chance = chanceFrom(7_000 + index);
  const firstName = firstNames[index % firstNames.length] ?? "";
  const lastName = lastNames[(index * 7 + Math.floor(index / lastNames.length)) % lastNames.length] ?? "";
  const number = String(100 + index).padStart(4, "0");
  const first = petOf(chance, []);
  return {
    client: {
      firstName,
      lastName,
      phoneNumber: `+1206556${number}`,
      email: `${firstName}.${lastName}.${index}@example.test`.toLowerCase(),
    },
    pets: chance.percent(28) ? [first, petOf(chance, [first.petName])] : [first],
    address: {
      address1: `${chance.between(100, 4900)} ${chance.pick(streets)}`,
      city: "Seattle",
      state: "WA",
      zipcode: `981${chance.between(10, 22)}`,
      country: "United States",
      ...placeOf(index),
    },
    note: chance.percent(30) ? chance.pick(remarks) : "",
  };
}

/** Takes the pet's picture, as far as a shop without a camera can: it is drawn. Taken again after an interruption, it is the same. */
async function photograph(api: Api, pet: Pet, seed: number): Promise<void> {
  const fileName = `${pet.petName.toLowerCase()}.svg`;
  const content = new TextEncoder().encode(portraitOf(pet, seed));
  const { file } = await api.client(UploadService).uploadFile({ fileName, content, public: true });
  const change = { avatarPath: file?.path ?? "" };
  await api.client(PetService).updatePet({ petId: pet.petId, pet: change, updateMask: { paths: ["avatar_path"] } });
}

/** Some hundred clients with their pets. */
export async function invitePeople(api: Api): Promise<Household[]> {
  const facts = Array.from({ length: households }, (_, index) => householdOf(index));
  return await withHands(facts, 6, async (fact, index) => {
    const made = await api.once(ClientService, `client-${index}`).createClientWithPets(fact);
    for (const [at, pet] of made.pets.entries())
      if (chanceFrom(900 + index * 7 + at).percent(photographed)) await photograph(api, pet, index * 3 + at);
    return {
      customerId: made.client?.customerId ?? "0",
      name: `${fact.client.firstName} ${fact.client.lastName}`,
      phoneNumber: fact.client.phoneNumber,
      pets: made.pets.map(({ petId, petType, weight }) => ({ petId, petType, weight })),
    };
  });
}
