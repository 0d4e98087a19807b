import { ErrorCode, fail, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import type { UpdateClientRequest } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetService, type UpdatePetRequest } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { ClientChangesService } from "@leashline/proto/leashline/online_booking/v1/client_changes_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";

const onFile = () => ({
  jo: { customerId: "7", firstName: "Jo", lastName: "Park", phoneNumber: "2065557777", email: "jo@example.test", version: 3 },
  rex: { petId: "70", petName: "Rex", petType: "Dog", breed: "Poodle", weight: 20, coatType: "", version: 2 },
});
let { jo, rex } = onFile();
const told: object[] = [];
let refuses = false;
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([
    partOf(ClientService, {
      findClientsByContact: async ({ phoneNumber }: { phoneNumber: string }) => ({ clients: phoneNumber === "+12065557777" ? [jo] : [] }),
      batchGetClients: async () => ({ clients: [jo] }),
      updateClient: async ({ customerId, version, client, updateMask }: UpdateClientRequest) => {
        if (refuses) throw fail("VERSION_CONFLICT");
        told.push({ customerId, version, paths: updateMask?.paths });
        jo = { ...jo, ...(client as object) };
        return { client: jo };
      },
    }),
    partOf(PetService, {
      listPets: async () => ({ pets: [rex] }),
      updatePet: async ({ petId, version, pet, updateMask }: UpdatePetRequest) => {
        told.push({ petId, version, paths: updateMask?.paths });
        rex = { ...rex, ...(pet as object) };
        return { pet: rex };
      },
    }),
    partOf(VaccineService, {
      listVaccines: async () => ({ vaccines: [{ id: "3", name: "Rabies", requiredForScheduling: true }] }),
      listPetVaccines: async () => ({ petVaccines: [] }),
    }),
  ]);
});
afterAll(() => desk?.servers.stop());
beforeEach(() => {
  ({ jo, rex } = onFile());
  told.length = 0;
  refuses = false;
});

const changes = (caller: object = {}) => desk.servers.client(ClientChangesService, caller);
async function asked(customer: object, pets: object[]): Promise<string> {
  const { statusToken } = await desk.servers.client(StorefrontService).submitBooking({
    bookOnlineName: desk.page,
    customer: { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777", email: "", ...customer },
    pets: pets.map((pet) => ({ petType: "Dog", serviceIds: ["1"], ...pet })) as never,
    date: toWireDate(day),
    startTime: 600,
  });
  return statusToken.split(".")[0] ?? "";
}
const moved = () =>
  asked({ lastName: "Lee", email: "new@example.test" }, [{ petName: "rex", breed: "Pug", weight: 31.5 }, { petName: "Moss" }]);
const keysOf = (diff: { changes: { key: string }[] } | undefined) => diff?.changes.map(({ key }) => key);

test("what a known client gave and we have otherwise is told field by field, with new pets and vaccines; what was left empty is not", async () => {
  const { diff } = await changes().getClientPetsDiff({ id: await moved() });
  expect(diff?.changes.map(({ key, label, given, known }) => [key, label, given, known])).toEqual([
    ["customer.lastName", "Last name", "Lee", "Park"],
    ["customer.email", "Email", "new@example.test", "jo@example.test"],
    ["pets[0].breed", "Breed of Rex", "Pug", "Poodle"],
    ["pets[0].weight", "Weight of Rex", "31.5", "20"],
  ]);
  expect(diff?.newPets).toEqual(["Moss"]);
  expect(diff?.vaccines).toEqual(["rex has no valid Rabies", "Moss has no valid Rabies"]);
  const same = await changes().getClientPetsDiff({ id: await asked({}, [{ petName: "Rex", breed: "poodle" }]) });
  expect(same.diff?.changes).toEqual([]);
  const stranger = await changes().getClientPetsDiff({ id: await asked({ phoneNumber: "+12065550001" }, [{ petName: "Rex" }]) });
  expect(stranger.diff, "nothing is on file of them, what the shop requires is known").toMatchObject({
    ...{ changes: [], newPets: [] },
    vaccines: ["Rex has no valid Rabies"],
  });
});

test("only the named fields are taken over, at the version that was seen, and said again they change nothing", async () => {
  const id = await moved();
  const { diff } = await changes().applyClientPets({ id, keys: ["customer.lastName", "pets[0].weight"] });
  expect(told).toEqual([
    { customerId: "7", version: 3, paths: ["last_name"] },
    { petId: "70", version: 2, paths: ["weight"] },
  ]);
  expect([jo.lastName, jo.email, rex.weight, rex.breed]).toEqual(["Lee", "jo@example.test", 31.5, "Poodle"]);
  expect(keysOf(diff)).toEqual(["customer.email", "pets[0].breed"]);
  await changes().applyClientPets({ id, keys: ["customer.lastName"] });
  expect(told).toHaveLength(2);
});

test("a refusal of the client leaves the pets, and a key that names no field is refused", async () => {
  const id = await moved();
  refuses = true;
  const refusal = await refusalOf(changes().applyClientPets({ id, keys: ["customer.lastName", "pets[0].weight"] }));
  expect([refusal.code, told, rex.weight]).toEqual([ErrorCode.VERSION_CONFLICT, [], 20]);
  for (const key of ["customer.version", "pets[9].breed", "pets[0].petId"]) {
    expect((await refusalOf(changes().applyClientPets({ id, keys: [key] }))).code).toBe(ErrorCode.PARAMS_INVALID);
  }
});

test("who may not see contacts reads and changes none, who may not edit clients changes nothing, who may not see clients reads nothing", async () => {
  const id = await moved();
  const { MANAGE_BOOKING_REQUESTS, VIEW_BOOKING_REQUESTS_ALL_LOCATIONS, VIEW_CLIENTS_ALL_LOCATIONS, EDIT_CLIENT } = Permission;
  const some = [MANAGE_BOOKING_REQUESTS, VIEW_BOOKING_REQUESTS_ALL_LOCATIONS];
  const noContacts = changes({ permissions: [...some, VIEW_CLIENTS_ALL_LOCATIONS, EDIT_CLIENT] });
  expect(keysOf((await noContacts.getClientPetsDiff({ id })).diff)).not.toContain("customer.email");
  await noContacts.applyClientPets({ id, keys: ["customer.email"] });
  expect(told).toEqual([]);
  const noEdits = changes({ permissions: [...some, VIEW_CLIENTS_ALL_LOCATIONS] });
  expect((await refusalOf(noEdits.applyClientPets({ id, keys: ["customer.lastName"] }))).code).toBe(ErrorCode.NO_PERMISSION);
  expect((await changes({ permissions: some }).getClientPetsDiff({ id })).diff).toMatchObject({ changes: [], vaccines: [] });
});
