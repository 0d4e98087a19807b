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
