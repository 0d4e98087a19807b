import { startServers, type TestServers } from "@leashline/kit/test";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";
import { isMeantBy, meantBy } from "./nearly.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
  for (const [firstName, lastName, petName] of [
    ["Dana", "Whitcomb", "Biscuit"],
    ["Theo", "Whitman", "Pepper"],
    ["Ann", "Lee", "Moss"],
  ])
    await servers
      .client(ClientService)
      .createClientWithPets({ client: { firstName, lastName, email: `${lastName}@mail.example` }, pets: [{ petName, petType: "Dog" }] });
  await servers.client(ClientService, { companyId: "2" }).createClient({ client: { firstName: "Other", lastName: "Whitcomb" } });
});
afterAll(async () => await servers.stop());

const search = async (keyword: string, caller = {}) => {
  const { clients, nearly } = await servers.client(SearchService, caller).searchClients({ keyword });
  return [clients.map((one) => one.lastName), nearly];
};

test("what a word may have meant is told without writing all of it down", () => {
  const word = fc.string({ unit: fc.constantFrom(..."abcdé7"), maxLength: 7 });
  const near = fc.tuple(word, fc.nat(), fc.constantFrom(..."abé")).map(([term, at, letter]) => {
    const meant = [...meantBy(term), term.replace(/.$/u, letter), letter + term];
    return [term, meant[at % meant.length] ?? ""] as const;
  });
  const agree = (term: string, other: string): boolean => isMeantBy(term, other) === meantBy(term).includes(other);
  fc.assert(
    fc.property(fc.oneof(near, fc.tuple(word, word)), ([term, other]) => agree(term, other)),
    { numRuns: 2_000 },
  );
});

test.each([
  ["a letter missing", "Whitcmb", ["Whitcomb"]],
  ["a letter too many", "Whitccomb", ["Whitcomb"]],
  ["another letter", "Whitkomb", ["Whitcomb"]],
  ["two letters that changed places", "Whticomb", ["Whitcomb"]],
  ["the start of a word", "Whtim", ["Whitman"]],
  ["a pet's name", "Bisciut", ["Whitcomb"]],
  ["two words, one of them wrong", "Dana Wihtcomb", ["Whitcomb"]],
  ["two letters wrong", "Whizkomb", []],
  ["a short word is meant as it is", "Anx", []],
  ["two words that nobody has together", "Theo Whitcmb", []],
])("%s", async (_, keyword, names) => {
  expect(await search(keyword)).toEqual([names, names.length > 0]);
});

test("what is found as it is written is all there is; what is nearly it comes only when nothing is", async () => {
  expect(await search("Whitcomb")).toEqual([["Whitcomb"], false]);
  expect((await search("Whit"))[1]).toBe(false);
});

test("a typing error finds no more than the caller may see: not in email, not in another company", async () => {
  expect(await search("Whitcmb", { companyId: "2" })).toEqual([["Whitcomb"], true]);
  const noContact = { permissions: [Permission.VIEW_CLIENTS_ALL_LOCATIONS], employeeCategory: 0, accountId: "2" };
  expect(await search("mial", noContact)).toEqual([[], false]);
  expect(await search("mial")).toEqual([[], false]);
});

test("the client list forgives it too, with its count, on each page", async () => {
  const list = (more = {}) => servers.client(ClientListService).listClients({ queries: { keyword: "Whizzman" }, ...more });
  expect(await list()).toMatchObject({ rows: [], total: 0 });
  const found = await servers.client(ClientListService).listClients({ queries: { keyword: "Whitmna" } });
  expect([found.rows.map(({ client }) => client?.lastName), found.total]).toEqual([["Whitman"], 1]);
});

test("of equal matches whoever is in the shop now comes first, then whoever has a visit there today, cancelled ones aside", async () => {
  const company = { companyId: "3", zone: "Pacific/Auckland" };
  const ids = new Map<string, string>();
  for (const [firstName, lastName] of [
    ["Mia", "Marlow"],
    ["Mab", "Marlin"],
    ["Max", "Marley"],
    ["May", "Marker"],
    ["Mara", "Mar"],
  ] as const) {
    const { client } = await servers.client(ClientService, company).createClient({ client: { firstName, lastName } });
    ids.set(firstName, client?.customerId ?? "");
  }
  const found = async (keyword: string, businessId = "1") =>
    (await servers.client(SearchService, { ...company, businessId }).searchClients({ keyword })).clients.map((one) => one.firstName);
  expect(await found("mar")).toEqual(["Mara", "May", "Max", "Mab", "Mia"]);
  const visit = (id: number, name: string, inDays: number, status: number) =>
    servers.admin.query(
      `insert into customer.visit (company_id, appointment_id, client_id, business_id, status, date, ends_at, version)
       values (3, $1, $2, 1, $3, (now() at time zone 'Pacific/Auckland')::date + $4::int, now(), 1)`,
      [id, ids.get(name), status, inDays],
    );
  await visit(1, "Mab", 0, 2);
  await visit(2, "Mia", -3, 6);
  await visit(3, "Max", 1, 1);
  await visit(4, "May", 0, 4);
  expect(await found("mar")).toEqual(["Mara", "Mia", "Mab", "May", "Max"]);
  expect(await found("mar", "2")).toEqual(["Mara", "May", "Max", "Mab", "Mia"]);
});
