import { startServers, type TestServers } from "@leashline/kit/test";
import { FilterOperator as Op } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
const ids: string[] = [];
beforeAll(async () => {
  servers = await startServers([service], { background: false });
  for (const firstName of ["Ada", "Bea", "Cleo", "Dora", "Ella"]) {
    const { client } = await servers.client(ClientService).createClientWithPets({ client: { firstName }, pets: [] });
    ids.push(client?.customerId ?? "0");
  }
}, 60_000);
afterAll(async () => await servers.stop());

const list = () => servers.client(ClientListService);
const is = (property: string, value: string) => ({ filters: [{ property, operator: Op.EQUAL, value }] });
const who = async (filters: ReturnType<typeof is>) => (await list().listClients({ filters })).rows.map(({ client }) => client?.firstName);

test("who was set inactive by a filter that keeps active ones is known, and only they are set back", async () => {
  const before = [ids[1] ?? ""];
  await list().setClientsInactive({ selection: { chosenList: before }, inactive: true });
  const { changed, changedIds } = await list().setClientsInactive({ selection: { isAll: true }, inactive: true });
  expect([changed, changedIds]).toEqual([4, ids.filter((id) => id !== ids[1])]);
  expect(await who(is("client_status", "active"))).toEqual([]);
  await list().setClientsInactive({ selection: { chosenList: changedIds }, inactive: false });
  expect(await who(is("client_status", "inactive"))).toEqual(["Bea"]);
});

test("of two tags each says who got it and who lost it; who had it before keeps it when that is taken back", async () => {
  const tags = servers.client(TagService);
  const [red, blue] = [(await tags.createTag({ name: "Red" })).tag!.id, (await tags.createTag({ name: "Blue" })).tag!.id];
  const had = ids.slice(0, 2);
  await list().tagClients({ selection: { chosenList: had }, addTagIds: [red] });
  await list().tagClients({ selection: { chosenList: ids.slice(4) }, addTagIds: [blue] });
  const answer = await list().tagClients({ selection: { isAll: true }, addTagIds: [red], removeTagIds: [blue] });
  expect(answer).toMatchObject({
    changed: 3,
    added: [{ tagId: red, customerIds: ids.slice(2) }],
    removed: [{ tagId: blue, customerIds: ids.slice(4) }],
  });
  for (const { tagId, customerIds } of answer.added)
    await list().tagClients({ selection: { chosenList: customerIds }, removeTagIds: [tagId] });
  for (const { tagId, customerIds } of answer.removed)
    await list().tagClients({ selection: { chosenList: customerIds }, addTagIds: [tagId] });
  expect(await who(is("client_tag", red))).toEqual(["Ada", "Bea"]);
  expect(await who(is("client_tag", blue))).toEqual(["Ella"]);
});
