import { type Caller, ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { HistoryService } from "@leashline/proto/leashline/customer/v1/history_pb.js";
import { MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { ReferralService } from "@leashline/proto/leashline/customer/v1/referral_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

const api = (caller: Partial<Caller> = {}) => servers.client(ReferralService, caller);
const add = async (firstName: string) =>
  (await servers.client(ClientService).createClient({ client: { firstName, lastName: "Sent" } })).client!.customerId;
const sentBy = (customerId: string, referrerId: string) => api().setReferrer({ customerId, referrerId });
const reason = async (call: Promise<unknown>) => (await refusalOf(call)).options.fields?.[0]?.reason;

test("who sent whom stands on both pages and in the history, and is taken back", async () => {
  const [ann, bo, cy] = [await add("Ann"), await add("Bo"), await add("Cy")];
  expect((await sentBy(bo, ann)).referrer).toMatchObject({ customerId: ann, name: "Ann Sent" });
  await sentBy(cy, ann);
  await sentBy(cy, ann);
  const first = await api().listReferrals({ customerId: ann, pageSize: 1 });
  expect([first.referrer, first.referred.map(({ name }) => name), first.total]).toEqual([undefined, ["Cy Sent"], 2]);
  const next = await api().listReferrals({ customerId: ann, pageSize: 1, pageToken: first.nextPageToken });
  expect([next.referred.map(({ name }) => name), next.nextPageToken]).toEqual([["Bo Sent"], ""]);
  expect((await api().listReferrals({ customerId: bo })).referrer?.customerId).toBe(ann);
  expect((await sentBy(bo, "0")).referrer).toBeUndefined();
  expect((await api().listReferrals({ customerId: ann })).total).toBe(1);
  const { entries } = await servers.client(HistoryService).listClientHistory({ customerId: bo });
  expect(entries.filter(({ action }) => action === "referral noted")).toHaveLength(2);
});

test("nobody sends themselves, or who sent them at whatever remove; two at once close no circle", async () => {
  const [a, b, c, d] = [await add("A"), await add("B"), await add("C"), await add("D")];
  await sentBy(b, a);
  await sentBy(c, b);
  expect(await reason(sentBy(a, a))).toBe("nobody sends themselves");
  expect(await reason(sentBy(a, c))).toBe("they were sent by this client themselves");
  const both = await Promise.allSettled([sentBy(a, d), sentBy(d, c)]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const foreign = (await servers.client(ClientService, { companyId: "2" }).createClient({ client: { firstName: "Foreign" } })).client!;
  for (const [client, referrer, field] of [
    [a, "999999", "referrerId"],
    [a, foreign.customerId, "referrerId"],
    [foreign.customerId, a, "customerId"],
  ] as const) {
    const { code, options } = await refusalOf(sentBy(client, referrer));
    expect([code, options.field ?? options.fields?.[0]?.field]).toEqual([ErrorCode.CUSTOMER_NOT_FOUND, field]);
  }
  expect((await refusalOf(api({ companyId: "2" }).listReferrals({ customerId: a }))).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
  const viewer = { employeeCategory: 0, permissions: [Permission.VIEW_CLIENT_LIST, Permission.VIEW_CLIENTS_ALL_LOCATIONS] };
  expect((await refusalOf(api(viewer).setReferrer({ customerId: a, referrerId: "0" }))).code).toBe(ErrorCode.NO_PERMISSION);
});

test("what somebody sent goes with a merge, and comes back when it is undone; who sent themselves by it did not", async () => {
  const [stays, goes, friend] = [await add("Stays"), await add("Goes"), await add("Friend")];
  await sentBy(friend, goes);
  await sentBy(stays, goes);
  const { merge } = await servers.client(MergeService).mergeClients({ winnerId: stays, loserId: goes });
  const merged = await api().listReferrals({ customerId: stays });
  expect([merged.referred.map(({ customerId }) => customerId), merged.referrer]).toEqual([[friend], undefined]);
  await servers.client(MergeService).undoMerge({ mergeId: merge!.mergeId });
  expect((await api().listReferrals({ customerId: goes })).total).toBe(2);
  expect((await api().listReferrals({ customerId: stays })).referrer?.customerId).toBe(goes);
});
