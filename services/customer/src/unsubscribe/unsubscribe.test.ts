import { defineService, ErrorCode, sealNumbers } from "@leashline/kit";
import { partOf, refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { type BatchGetBusinessesRequest, BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { UnsubscribeService } from "@leashline/proto/leashline/customer/v1/unsubscribe_service_pb.js";
import { numbersOfUnsubscribe, UNSUBSCRIBE_LINK, VACCINE_LINK } from "@leashline/proto/rules/client-link.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

const account = defineService({
  name: "account",
  migrations: new URL("./none/", import.meta.url),
  rpcs: [
    partOf(BusinessService, {
      batchGetBusinesses: async ({ ids }: BatchGetBusinessesRequest) => ({
        businesses: ids.map((id) => ({ id, businessName: "Paws & Co" })),
      }),
    }),
  ],
});
let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service, account], { background: false });
});
afterAll(async () => await servers.stop());

const anybody = () => servers.client(UnsubscribeService, { kind: "anonymous", companyId: "0", businessId: "0", businessIds: [] });
const clients = (companyId: string) => servers.client(ClientService, { companyId });
const tokenOf = (companyId: string, customerId: string, purpose: string = UNSUBSCRIBE_LINK.purpose) =>
  sealNumbers(servers.config.signingKey, purpose, numbersOfUnsubscribe({ companyId, businessId: "1", customerId }));
const standing = async (companyId: string, customerId: string) =>
  (await clients(companyId).getClientDetail({ customerId })).client?.isUnsubscribed;
const told = async (companyId: string) =>
  (await servers.admin.query("select count(*)::int as n from customer.outbox where company_id = $1", [companyId])).rows[0].n as number;

test("one press and no more news, which staff see and other services hear once; another press undoes it", async () => {
  const { client } = await clients("1").createClient({ client: { firstName: "Ann", email: "ann@news.test" } });
  const { customerId } = client!;
  const token = tokenOf("1", customerId);
  expect((await anybody().openUnsubscribePage({ token })).page).toMatchObject({ businessName: "Paws & Co", unsubscribed: false });
  expect(await standing("1", customerId)).toBe(false);
  const before = await told("1");
  expect((await anybody().unsubscribe({ token })).page?.unsubscribed).toBe(true);
  await anybody().unsubscribe({ token });
  expect([await standing("1", customerId), (await told("1")) - before]).toEqual([true, 1]);
  expect((await clients("1").getClientDetail({ customerId })).client).toMatchObject({ sendAutoEmail: true, isBlockMessage: false });
  expect((await anybody().unsubscribe({ token, again: true })).page?.unsubscribed).toBe(false);
  expect(await standing("1", customerId)).toBe(false);
});

test("a link of somebody who was merged is the winner's; one that is spoilt, of another use or of somebody deleted opens nothing", async () => {
  const made = [];
  for (const firstName of ["Ann", "Annie", "Gone"])
    made.push((await clients("2").createClient({ client: { firstName } })).client!.customerId);
  const [winner = "", loser = "", gone = ""] = made;
  await servers.client(MergeService, { companyId: "2" }).mergeClients({ winnerId: winner, loserId: loser });
  await anybody().unsubscribe({ token: tokenOf("2", loser) });
  expect(await standing("2", winner)).toBe(true);
  await clients("2").deleteClient({ customerId: gone });
  const token = tokenOf("2", winner);
  const wrong = [tokenOf("2", gone), tokenOf("3", winner), tokenOf("2", winner, VACCINE_LINK.purpose), token.slice(0, -1), `${token}A`];
  for (const one of wrong)
    expect((await refusalOf(anybody().unsubscribe({ token: one, again: true }))).code).toBe(ErrorCode.NOT_AVAILABLE_ONLINE);
  expect(await standing("2", winner)).toBe(true);
});
