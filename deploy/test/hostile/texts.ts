import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { beforeAll, expect, test } from "vitest";
import { callRpc, parsed } from "../access/call.ts";
import type { Probe } from "../hostile.journey.ts";
import { type PlainCompany, plainCompany } from "./plain-company.ts";

/** A text that no database stores, as it comes in JSON. */
const spoilt = "lu\0cy";
const token = Buffer.from(JSON.stringify([spoilt, "7"])).toString("base64url");

/** In a name, a word looked for, a filter, what is kept as JSON, and what pages are turned by: where it stands, and how a refusal names that. */
const asked: [string, object, string][] = [
  ["customer.v1.ClientListService/ListClients", { queries: { keyword: spoilt } }, "queries.keyword"],
  ["customer.v1.ClientListService/ListClients", { pageToken: token }, "pageToken"],
  ["customer.v1.SearchService/SearchClients", { keyword: spoilt }, "keyword"],
  ["customer.v1.ClientService/CreateClient", { client: { firstName: spoilt, lastName: "Reed" } }, "client.firstName"],
  ["calendar.v1.OverviewService/ListOverviewAppointments", { keyword: spoilt }, "keyword"],
  ["calendar.v1.OverviewService/ListOverviewAppointments", { pageToken: token }, "pageToken"],
  ["online_booking.v1.AppointmentWaitlistService/ListWaitEntries", { pageToken: token }, "pageToken"],
  ["online_booking.v1.StorefrontConfigService/UpdateStorefrontConfig", { teams: [{ name: spoilt }] }, "teams.0.name"],
  ["message.v1.ThreadService/ListThreads", { pageToken: token }, "pageToken"],
  ["order.v1.OrderService/ListOrders", { pageToken: token }, "pageToken"],
];

/** What cannot be stored is the caller's to mend, and said where it stands. */
export const textsThatCannotBeStored: Probe = (app) => {
  let company: PlainCompany;
  beforeAll(async () => {
    company = await plainCompany({ url: app().url, contract: loadContract(), turn: 0 }, "textmark");
  });

  test.each(asked)("%s %j is refused with its field", async (rpc, request, field) => {
    const { status, text } = await callRpc(app().url, `/leashline.${rpc}`, request, company.owner);
    expect([rpc, status]).toEqual([rpc, 400]);
    expect(JSON.stringify(parsed(text))).toContain(field);
  });
};
