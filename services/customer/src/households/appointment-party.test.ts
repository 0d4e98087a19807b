import { create } from "@bufbuild/protobuf";
import { startServers, type TestServers } from "@leashline/kit/test";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { GetVisitPartyResponseSchema, VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

const add = async (firstName: string) => {
  const pets = [
    { petName: `${firstName}'s dog`, breed: "Poodle", weight: 31, petType: "Dog" },
    { petName: `${firstName}'s cat`, breed: "Bengal", petType: "Cat" },
  ];
  const made = await servers.client(ClientService).createClientWithPets({ client: { firstName, clientColor: "#112233" }, pets });
  return { customerId: made.client!.customerId, petIds: made.pets.map((pet) => pet.petId) };
};
const nobody = create(GetVisitPartyResponseSchema);
const party = (customerId: string, petIds: string[], caller = {}) =>
  servers.client(VisitPartyService, { via: "calendar", ...caller }).getVisitParty({ customerId, petIds });

test("a client and those of the named pets that are alive and theirs", async () => {
  const sizes = [
    { name: "Small", weightLow: 1, weightHigh: 20 },
    { name: "Large", weightLow: 21, weightHigh: 90 },
  ];
  await servers.client(PetSettingsService).batchUpsertPetSizes({ sizesToCreate: sizes });
  const [own, other] = [await add("Ada"), await add("Bo")];
  const [dog, cat] = own.petIds as [string, string];
  await servers.client(PetService).deletePet({ petId: cat });
  const answer = await party(own.customerId, [dog, cat, other.petIds[0]!]);
  expect(answer.client).toMatchObject({ firstName: "Ada", clientColor: "#112233" });
  expect(answer.pets.map((pet) => [pet.petId, pet.petName, pet.breed])).toEqual([[dog, "Ada's dog", "Poodle"]]);
  // The calendar asks whether it fits into a room: by the size that its page shows.
  const shown = (await servers.client(PetService).listPets({ customerId: own.customerId })).pets.find((pet) => pet.petId === dog);
  expect(answer.pets[0]).toMatchObject({ petType: "Dog", weight: 31, petSizeId: shown?.petSizeId });
  expect(shown?.petSizeId).not.toBe("0");
});

test("a deleted client and another company's are as if they were not there", async () => {
  const [gone, strange] = [await add("Gone"), await add("Strange")];
  await servers.client(ClientService).deleteClient({ customerId: gone.customerId });
  expect(await party(gone.customerId, gone.petIds)).toEqual(nobody);
  expect(await party(strange.customerId, strange.petIds, { companyId: "2" })).toEqual(nobody);
});

test("several are answered in the order asked, each with their own of the pets named for them", async () => {
  const [ada, bo, gone] = [await add("Ada"), await add("Bo"), await add("Gone")];
  await servers.client(ClientService).deleteClient({ customerId: gone.customerId });
  const [dog, cat] = ada.petIds as [string, string];
  const asked = [
    { customerId: bo.customerId, petIds: [...bo.petIds, dog] },
    gone,
    { customerId: ada.customerId, petIds: [cat] },
    { customerId: ada.customerId, petIds: [dog] },
  ];
  const { parties } = await servers.client(VisitPartyService, { via: "calendar" }).batchGetVisitParties({ parties: asked });
  expect(parties.map(({ client, pets }) => [client?.firstName, pets.map(({ petId }) => petId).sort()])).toEqual([
    ["Bo", bo.petIds.toSorted()],
    [undefined, []],
    ["Ada", [cat]],
    ["Ada", [dog]],
  ]);
});

test("where a client lives is the primary address, and nothing of one without", async () => {
  const [ada, bo] = [await add("Ada"), await add("Bo")];
  const addresses = servers.client(AddressService);
  const place = { address1: "12 Pine St", address2: "Unit 4", city: "Seattle", state: "WA", zipcode: "98101" };
  await addresses.createAddress({ address: { ...place, customerId: ada.customerId } });
  await addresses.createAddress({ address: { address1: "9 Other Rd", customerId: ada.customerId } });
  const { clients } = await servers
    .client(VisitPartyService, { via: "calendar" })
    .batchGetVisitProfiles({ customerIds: [ada.customerId, bo.customerId] });
  const lives = new Map(clients.map(({ customerId, address }) => [customerId, address]));
  expect(lives.get(ada.customerId)).toMatchObject({ street: "12 Pine St, Unit 4", city: "Seattle", state: "WA", zipcode: "98101" });
  expect(lives.get(bo.customerId)).toBeUndefined();
});

test("the papers of a visit: tags, codes, notes and vaccines of each", async () => {
  const ada = await add("Ada");
  const [dog] = ada.petIds as [string];
  const tag = (await servers.client(TagService).createTag({ name: "VIP" })).tag?.id ?? "0";
  await servers
    .client(ClientService)
    .updateClient({ customerId: ada.customerId, client: { phoneNumber: "2065550123", customerTagIdList: [tag] } });
  const [code] = (await servers.client(PetSettingsService).getPetSettings({})).petCodes;
  await servers.client(PetService).updatePet({ petId: dog, pet: { petCodeIds: [code?.id ?? "0"], healthIssues: "Hip" } });
  for (const note of ["first", "second"]) await servers.client(NoteService).createPetNote({ petId: dog, note });
  await servers.client(NoteService).createNote({ customerId: ada.customerId, note: "Rings first", isAlert: true });
  const asked = { customerIds: [ada.customerId, "999"], petIds: [dog, "999"] };
  const { clients, pets } = await servers.client(VisitPartyService, { via: "calendar" }).batchGetVisitProfiles(asked);
  expect(clients).toMatchObject([
    {
      firstName: "Ada",
      phoneDisplay: expect.stringContaining("555"),
      tags: [{ name: "VIP" }],
      alertNotes: ["Rings first"],
      notes: [],
      isNewClient: true,
    },
  ]);
  expect(pets).toMatchObject([
    { pet: { petName: "Ada's dog", healthIssues: "Hip" }, petCodes: [{ id: code?.id }], notes: ["second", "first"], alertNotes: [] },
  ]);
  expect(await servers.client(VisitPartyService, { via: "calendar", companyId: "2" }).batchGetVisitProfiles(asked)).toMatchObject({
    clients: [],
    pets: [],
  });
});

test("what a pet must have before it may be booked: only what is required, of its type, with what is recorded", async () => {
  const ada = await add("Vee");
  const [dog, cat] = ada.petIds as [string, string];
  const vaccines = servers.client(VaccineService);
  const save = async (name: string, more: object) => (await vaccines.saveVaccine({ name, ...more })).vaccine?.id ?? "0";
  const rabies = await save("Rabies shot", { requiredForScheduling: true, requiredCareTypes: ["BOARDING"] });
  const lepto = await save("Lepto", { requiredForScheduling: true, specificPetType: true, petTypes: ["dog"] });
  await save("Kennel cough", {});
  await vaccines.savePetVaccine({ petId: dog, vaccineId: rabies, expirationDate: { year: 2031, month: 5, day: 4 } });
  const { pets } = await party(ada.customerId, [dog, cat]);
  const needs = (petId: string) => pets.find((pet) => pet.petId === petId)?.requiredVaccines ?? [];
  expect(needs(dog)).toMatchObject([
    {
      vaccineId: rabies,
      vaccineName: "Rabies shot",
      careTypes: ["BOARDING"],
      recorded: true,
      expirationDate: { year: 2031, month: 5, day: 4 },
    },
    { vaccineId: lepto, vaccineName: "Lepto", careTypes: [], recorded: false },
  ]);
  expect(needs(cat).map(({ vaccineName, recorded }) => [vaccineName, recorded])).toEqual([["Rabies shot", false]]);
  const ask = async (caller = {}) =>
    (await servers.client(VisitPartyService, { via: "calendar", ...caller }).batchGetRequiredVaccines({ petIds: [dog, cat] })).pets;
  expect(new Map((await ask()).map((pet) => [pet.petId, pet.vaccines]))).toEqual(new Map([dog, cat].map((id) => [id, needs(id)])));
  expect(await ask({ companyId: "2" })).toEqual([]);
});
