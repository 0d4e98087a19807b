import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

const inside = () => servers.client(ClientService, { via: "online-booking" });
const asked = (more: object = {}) => ({
  client: { firstName: "Nora", lastName: "Vale", phoneNumber: "2065550100", email: "nora@vale.example" },
  pets: [{ pet: { petName: "Pip", petType: "Dog", breed: "Beagle" } }],
  ...more,
});

test("a newcomer becomes a client with pets; the next booking finds both", async () => {
  const first = await inside().upsertClientWithPets(asked({ address: { address1: "5 Elm St", zipcode: "98101" } }));
  expect(first).toMatchObject({ clientCreated: true, client: { source: "online booking" }, pets: [{ petName: "Pip" }] });
  const again = await inside().upsertClientWithPets(
    asked({
      client: { firstName: "N.", phoneNumber: "+1 (206) 555-0100" },
      pets: [{ pet: { petName: " pip ", weight: 20 } }, { pet: { petName: "Mau", petType: "Cat" } }],
    }),
  );
  expect(again).toMatchObject({ clientCreated: false, client: { customerId: first.client!.customerId, firstName: "Nora" } });
  expect(again.pets.map((p) => [p.petName, p.weight, p.petId === first.pets[0]?.petId])).toEqual([
    ["Pip", 0, true],
    ["Mau", 0, false],
  ]);
});

test("nothing given online changes a client who is known, however empty: no e-mail, number, address, name or pet's breed is filled in", async () => {
  const { client, pets } = await servers
    .client(ClientService)
    .createClientWithPets({ client: { firstName: "Mia", phoneNumber: "2065550101" }, pets: [{ petName: "Otto", petType: "Dog" }] });
  const given = {
    firstName: "Mallory",
    lastName: "Host",
    phoneNumber: "2065550101",
    email: "mallory@evil.example",
    preferredBusinessId: "1",
  };
  const pet = { petName: "Otto", petType: "Dog", breed: "Boxer", weight: 30 };
  const address = { address1: "1 Evil Rd", zipcode: "98101" };
  for (const customerId of ["0", client!.customerId]) {
    const found = await inside().upsertClientWithPets({ customerId, client: given, pets: [{ pet }], address });
    expect(found).toMatchObject({ clientCreated: false, pets: [{ petId: pets[0]!.petId, breed: "", weight: 0 }] });
  }
  const detail = await servers.client(ClientService).getClientDetail({ customerId: client!.customerId });
  expect(detail.client).toMatchObject({ firstName: "Mia", lastName: "", email: "", version: client!.version });
  expect(detail.addresses).toEqual([]);
});

test("what nobody has confirmed finds nobody; a client who is made gets it unless another one has it, and nothing is sent there by itself", async () => {
  await servers.client(ClientService).createClient({ client: { firstName: "Vic", phoneNumber: "2065550105", email: "vic@host.example" } });
  const unconfirmed = { phoneNumber: "2065550105" };
  const made = await inside().upsertClientWithPets({ client: { firstName: "Eve", email: "eve@evil.example" }, unconfirmed });
  expect(made).toMatchObject({ clientCreated: true, client: { firstName: "Eve", phoneNumber: "", email: "eve@evil.example" } });
  const free = { client: { firstName: "Fay", phoneNumber: "2065550107" }, unconfirmed: { email: "fay@free.example" } };
  expect((await inside().upsertClientWithPets(free)).client).toMatchObject({
    phoneNumber: "2065550107",
    sendAutoMessage: true,
    email: "fay@free.example",
    sendAutoEmail: false,
  });
  const both = { phoneNumber: "2065550108", email: "gil@free.example" };
  const gil = { client: { firstName: "Gil", email: both.email }, unconfirmed: both };
  expect((await inside().upsertClientWithPets(gil)).client).toMatchObject({ ...both, sendAutoMessage: false, sendAutoEmail: true });
});

test("who was made by a try that was refused gets what was only typed once staff accept, unless somebody changed them or has it", async () => {
  await servers.client(ClientService).createClient({ client: { firstName: "Own", email: "own@host.example" } });
  const tried = async (phoneNumber: string, typed: object, between = async (_: { customerId: string; version: number }) => {}) => {
    const confirmed = { client: { firstName: "Tess", phoneNumber }, pets: [{ pet: { petName: "Bo" } }] };
    const first = (await inside().upsertClientWithPets(confirmed)).client!;
    expect(first.email).toBe("");
    await between(first);
    const again = await inside().upsertClientWithPets({ ...confirmed, unconfirmed: { phoneNumber: "2065550199", ...typed } });
    expect(again).toMatchObject({ clientCreated: false, client: { customerId: first.customerId, phoneNumber } });
    return again.client!;
  };
  expect(await tried("2065550110", { email: "tess@free.example" })).toMatchObject({ email: "tess@free.example", sendAutoEmail: false });
  expect((await tried("2065550111", { email: "own@host.example" })).email).toBe("");
  const emptied = async ({ customerId, version }: { customerId: string; version: number }) => {
    await servers.client(ClientService).updateClient({ customerId, version, client: { lastName: "Kept" } });
  };
  expect((await tried("2065550112", { email: "late@free.example" }, emptied)).email).toBe("");
});

test("ten bookings of one newcomer at once make one client with one pet", async () => {
  const person = { client: { firstName: "Ten", phoneNumber: "2065550102" }, pets: [{ pet: { petName: "Only" } }] };
  const made = await Promise.all(Array.from({ length: 10 }, () => inside().upsertClientWithPets(person)));
  expect(new Set(made.map((m) => m.client!.customerId)).size).toBe(1);
  expect(new Set(made.map((m) => m.pets[0]!.petId)).size).toBe(1);
  expect(made.filter((m) => m.clientCreated)).toHaveLength(1);
});

test("a pet id of somebody else is 30004, and the call is for our own services only", async () => {
  const other = await inside().upsertClientWithPets({
    client: { firstName: "Other", phoneNumber: "2065550103" },
    pets: [{ pet: { petName: "Theirs" } }],
  });
  const wrong = { client: { firstName: "Wrong", phoneNumber: "2065550104" }, pets: [{ petId: other.pets[0]!.petId }] };
  expect(await refusalOf(inside().upsertClientWithPets(wrong))).toMatchObject({ code: 30004 });
  expect(await refusalOf(servers.client(ClientService).upsertClientWithPets(asked()))).toMatchObject({ code: 20019 });
});

test("a number or an e-mail finds its clients, numbers first", async () => {
  const { clients } = await inside().findClientsByContact({ phoneNumber: "206-555-0101", email: "nora@vale.example" });
  expect(clients.map((c) => c.firstName)).toEqual(["Mia", "Nora"]);
});

test("a number of another country that reads the same without its plus is somebody else's", async () => {
  const { client } = await servers.client(ClientService).createClient({ client: { firstName: "Ann", phoneNumber: "(206) 555-0106" } });
  const find = async (phoneNumber: string) =>
    (await inside().findClientsByContact({ phoneNumber })).clients.map(({ firstName }) => firstName);
  expect([await find("+1 206 555 0106"), await find("2065550106"), await find("+20 6555 0106")]).toEqual([["Ann"], ["Ann"], []]);
  const made = await inside().upsertClientWithPets({ client: { firstName: "Far", phoneNumber: "+2065550106" } });
  expect([made.clientCreated, made.client!.customerId === client!.customerId]).toEqual([true, false]);
});

test("numbers are read as they are dialled in the country of the business", async () => {
  const german = (via = "") => servers.client(ClientService, { country: "DE", companyId: "2", via });
  await german().createClient({ client: { firstName: "Uta", phoneNumber: "015112345678" } });
  const { clients } = await german("online-booking").findClientsByContact({ phoneNumber: "0151 12345678" });
  expect(clients.map(({ firstName }) => firstName)).toEqual(["Uta"]);
});
