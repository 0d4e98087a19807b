import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { HistoryService } from "@leashline/proto/leashline/customer/v1/history_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

const clients = (caller = {}) => servers.client(ClientService, caller);
const pets = () => servers.client(PetService);
const add = async (firstName: string, more: object = {}) =>
  (await clients().createClient({ client: { firstName, lastName: "Test", ...more } })).client!;
const addPet = async (customerId: string, petName: string, more: object = {}) =>
  (await pets().createPet({ customerId, pet: { petName, ...more } })).pet!;
const found = async (keyword: string) =>
  (await servers.client(SearchService).searchClients({ keyword })).clients.map((c) => `${c.firstName} ${c.lastName}`.trim());

test("the location that a client prefers is one at which the caller works (20019), and one that a client has already may stay", async () => {
  const field = { code: 20019, options: { fields: [{ field: "client.preferredBusinessId" }] } };
  expect(await refusalOf(add("Far", { preferredBusinessId: "77" }))).toMatchObject(field);
  const both = { businessIds: ["1", "2"] };
  const { customerId } = (await clients(both).createClient({ client: { firstName: "Near", preferredBusinessId: "2" } })).client!;
  const change = (client: object, ...paths: string[]) => clients().updateClient({ customerId, client, updateMask: { paths } });
  await change({ firstName: "Nearer", preferredBusinessId: "2" }, "first_name", "preferred_business_id");
  expect(await refusalOf(change({ preferredBusinessId: "3" }, "preferred_business_id"))).toMatchObject(field);
});

describe("deleting and undoing", () => {
  test("a client goes with the pets and comes back with exactly those", async () => {
    const { customerId } = await add("Phoenix", { phoneNumber: "2065553001" });
    const [kept, before] = [await addPet(customerId, "Ash"), await addPet(customerId, "Gone Before")];
    await pets().deletePet({ petId: before.petId });
    await clients().deleteClient({ customerId });
    expect(await refusalOf(clients().getClient({ customerId }))).toMatchObject({ code: 30003 });
    expect(await found("phoenix")).toEqual([]);
    expect((await clients().getClientDetail({ customerId, includeDeleted: true })).client).toMatchObject({ deleted: true });
    await clients().restoreClient({ customerId });
    expect((await pets().listPets({ customerId })).pets.map((p) => p.petId)).toEqual([kept.petId]);
    expect(await found("phoenix")).toEqual(["Phoenix Test"]);
  });

  test("a deleted client's number is free, and then keeps the old one from coming back (30002)", async () => {
    const old = await add("Former", { phoneNumber: "2065553002" });
    await clients().deleteClient({ customerId: old.customerId });
    await add("Latter", { phoneNumber: "2065553002" });
    expect(await refusalOf(clients().restoreClient({ customerId: old.customerId }))).toMatchObject({ code: 30002 });
  });

  test("the history tells who changed what, newest first, pets and notes included", async () => {
    const { customerId } = await add("Storied", { email: "a@b.cc" });
    await addPet(customerId, "Tale");
    await clients().updateClient({ customerId, client: { email: "new@b.cc", inactive: true } });
    const { entries } = await servers.client(HistoryService).listClientHistory({ customerId });
    expect(entries.map((e) => [e.entity, e.action])).toEqual([
      ["client", "update"],
      ["pet", "create"],
      ["client", "create"],
    ]);
    expect(entries[0]?.changes).toMatchObject([
      { field: "email", before: '"a@b.cc"', after: '"new@b.cc"' },
      { field: "inactive", before: "", after: "true" },
    ]);
  });
});

describe("who sees what", () => {
  test("without the permission phone and e-mail stay hidden, and are not searched", async () => {
    const made = await add("Hidden", { phoneNumber: "2065554001", email: "hidden@mail.example" });
    const staff = { permissions: [Permission.VIEW_CLIENTS_ALL_LOCATIONS], employeeCategory: 0, staffId: "9" };
    expect((await clients(staff).getClient({ customerId: made.customerId })).client).toMatchObject({
      firstName: "Hidden",
      phoneNumber: "",
      email: "",
    });
    expect((await servers.client(SearchService, staff).searchClients({ keyword: "2065554001" })).clients).toEqual([]);
    const history = await servers.client(HistoryService, staff).listClientHistory({ customerId: made.customerId });
    expect(JSON.stringify(history.entries.map((e) => e.changes))).not.toMatch(/2065554001|hidden@mail/);
    expect(await refusalOf(clients({ ...staff, permissions: [3] }).getClient({ customerId: made.customerId }))).toMatchObject({
      code: 20019,
    });
  });

  test("own clients only: those a person looks after or entered", async () => {
    const other = await add("Others");
    const own = await add("Own", { preferredGroomerId: "77" });
    const staff = { permissions: [Permission.VIEW_CLIENT_LIST, Permission.EDIT_CLIENT], employeeCategory: 0, staffId: "77" };
    const { client: entered } = await clients(staff).createClient({ client: { firstName: "Entered" } });
    const seen = await clients(staff).batchGetClients({
      customerIds: [other.customerId, own.customerId, entered!.customerId],
      allowMissing: true,
    });
    expect(seen.clients.map((c) => c.firstName)).toEqual(["Own", "Entered"]);
    expect(await refusalOf(clients(staff).updateClient({ customerId: other.customerId, client: {} }))).toMatchObject({ code: 30003 });
  });

  test("a key is nobody on the staff: with the base permission it has no clients of its own, with a wider one it has those", async () => {
    const made = [await add("Unattended"), await add("Looked after", { preferredGroomerId: "77" })];
    const key = { kind: "apiKey", accountId: "0", staffId: "0", employeeCategory: 0 } as const;
    const customerIds = made.map((client) => client.customerId);
    const seen = async (permission: Permission) => {
      const caller = { ...key, permissions: [permission] };
      const { clients: found } = await clients(caller).batchGetClients({ customerIds, allowMissing: true });
      const { clients: searched } = await servers.client(SearchService, caller).searchClients({ keyword: "Unattended" });
      return [found.length, searched.length];
    };
    expect(await seen(Permission.VIEW_CLIENT_LIST)).toEqual([0, 0]);
    expect(await seen(Permission.VIEW_CLIENTS_WORKING_LOCATIONS)).toEqual([2, 1]);
    expect(await seen(Permission.VIEW_CLIENTS_ALL_LOCATIONS)).toEqual([2, 1]);
  });

  test("working locations only: clients of the locations one works at", async () => {
    const here = await add("Here");
    const there = (await clients({ businessId: "2", businessIds: ["1", "2"] }).createClient({ client: { firstName: "There" } })).client!;
    const staff = { permissions: [Permission.VIEW_CLIENTS_WORKING_LOCATIONS], employeeCategory: 0, staffId: "78" };
    const seen = await clients(staff).batchGetClients({ customerIds: [here.customerId, there.customerId], allowMissing: true });
    expect(seen.clients.map((c) => c.firstName)).toEqual(["Here"]);
  });
});
