import { create } from "@bufbuild/protobuf";
import { startServers, type TestServers } from "@leashline/kit/test";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
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
    { petName: `${firstName}'s dog`, breed: "Poodle" },
    { petName: `${firstName}'s cat`, breed: "Bengal" },
  ];
  const made = await servers.client(ClientService).createClientWithPets({ client: { firstName, clientColor: "#112233" }, pets });
  return { customerId: made.client!.customerId, petIds: made.pets.map((pet) => pet.petId) };
};
const nobody = create(GetVisitPartyResponseSchema);
const party = (customerId: string, petIds: string[], caller = {}) =>
  servers.client(VisitPartyService, { via: "calendar", ...caller }).getVisitParty({ customerId, petIds });

test("a client and those of the named pets that are alive and theirs", async () => {
  const [own, other] = [await add("Ada"), await add("Bo")];
  const [dog, cat] = own.petIds as [string, string];
  await servers.client(PetService).deletePet({ petId: cat });
  const answer = await party(own.customerId, [dog, cat, other.petIds[0]!]);
  expect(answer.client).toMatchObject({ firstName: "Ada", clientColor: "#112233" });
  expect(answer.pets.map((pet) => [pet.petId, pet.petName, pet.breed])).toEqual([[dog, "Ada's dog", "Poodle"]]);
});

test("a deleted client and another company's are as if they were not there", async () => {
  const [gone, strange] = [await add("Gone"), await add("Strange")];
  await servers.client(ClientService).deleteClient({ customerId: gone.customerId });
  expect(await party(gone.customerId, gone.petIds)).toEqual(nobody);
  expect(await party(strange.customerId, strange.petIds, { companyId: "2" })).toEqual(nobody);
});
