import { create, type DescMessage, toBinary } from "@bufbuild/protobuf";
import { deliver } from "@leashline/kit/events/consumer.ts";
import { partOf, startServers, type TestServers } from "@leashline/kit/test";
import { DefaultSettingService, FrequencyPeriod } from "@leashline/proto/leashline/account/v1/default_setting_service_pb.js";
import { AppointmentBookedSchema, AppointmentCancelledSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { ClientExportService } from "@leashline/proto/leashline/customer/v1/client_export_service_pb.js";
import { FilterOperator as Op, SortOrder } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { RebookingService } from "@leashline/proto/leashline/customer/v1/rebooking_service_pb.js";
import { Permission as P } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { OrderBalanceChangedSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { day, toldVisit } from "../../test/appointments.ts";
import { service } from "../main.ts";

let servers: TestServers;
let heard = 0;
async function tell(schema: DescMessage, event: object): Promise<void> {
  await deliver(servers.runtime("customer"), service.consumers ?? [], {
    typeName: schema.typeName,
    data: toBinary(schema, create(schema, event as never)),
    meta: { id: `there-${heard++}`, companyId: "1", key: "k", writtenAt: new Date(), actor: {} },
  });
}

const ids: Record<"both" | "there" | "new", string> = { both: "0", there: "0", new: "0" };
let told = 0;
/** A visit at a location, finished or to come or not come to, and what was paid and is owed for it. */
async function came(customerId: string, businessId: string, inDays: number, bill: { paid?: number; owed?: number; status?: number } = {}) {
  told += 1;
  const { paid = 0, owed = 0, status = 3 } = bill;
  const appointment = { ...toldVisit({ appointmentId: String(told), customerId, inDays, version: 1, status }), businessId };
  await tell(status === 4 ? AppointmentCancelledSchema : AppointmentBookedSchema, { appointment, ...(status === 4 && { noShow: 1 }) });
  const usd = (amount: number) => ({ currencyCode: "USD", units: BigInt(amount) });
  const order = { orderId: String(told), appointmentId: String(told), customerId, version: 1 };
  await tell(OrderBalanceChangedSchema, { order: { ...order, paid: usd(paid), remain: usd(owed), total: usd(paid + owed) } });
}

beforeAll(async () => {
  const account = partOf(DefaultSettingService, {
    getDefaultGroomingFrequency: async () => ({ frequency: { period: FrequencyPeriod.WEEK, value: 4 } }),
  });
  servers = await startServers([{ ...service, rpcs: [...service.rpcs, account] }], { background: false });
  for (const name of ["new", "both", "there"] as const)
    ids[name] = (await servers.client(ClientService).createClient({ client: { firstName: name } })).client!.customerId;
  await came(ids.both, "1", -60, { paid: 40, owed: 5 });
  await came(ids.both, "2", -9, { paid: 700, owed: 90 });
  await came(ids.both, "2", -12, { status: 4 });
  await came(ids.both, "2", 5, { status: 1 });
  await came(ids.there, "2", -50, { paid: 300 });
  const near = { customerId: ids.there, address1: "1 Pine St", lat: "47.6", lng: "-122.3", isPrimary: true };
  await servers.client(AddressService).createAddress({ address: near });
}, 60_000);
afterAll(async () => await servers.stop());

const clerk = {
  ...{ employeeCategory: 0, staffId: "77", accountId: "7", companyBusinessIds: ["1", "2"], businessId: "1", businessIds: ["1"] },
  permissions: [P.VIEW_CLIENT_LIST, P.VIEW_CLIENTS_WORKING_LOCATIONS, P.IMPORT_CLIENTS],
};
const list = (caller: object) => servers.client(ClientListService, caller);
const who = (rows: readonly { client?: { firstName: string } }[]) => rows.map(({ client }) => client?.firstName);
const iso = (inDays: number) => day(inDays).toISOString().slice(0, 10);
const having = (property: string, operator: Op, value: string) => ({ filters: { filters: [{ property, operator, value }] } });

/** What every way in finds: the page, how many there are, whom a selection means, and the file. */
async function foundBy(asked: ReturnType<typeof having>, caller: object): Promise<string[]> {
  const found = who((await list(caller).listClients(asked)).rows)
    .map(String)
    .sort();
  expect((await list(caller).countClients(asked)).total).toBe(found.length);
  const selection = { isAll: true, ...asked };
  const chosen = (await list({ ...caller, via: "message" }).selectClients({ selection })).clients;
  expect(chosen.map(({ customerId }) => customerId).sort()).toEqual(found.map((name) => ids[name as keyof typeof ids]).sort());
  const { csv } = await servers.client(ClientExportService, caller).exportClients({ selection });
  expect(csv.trim().split("\n")).toHaveLength(found.length + 1);
  return found;
}

describe("who works at one of several locations", () => {
  const everyone = ["both", "new", "there"];
  test.each([
    ["total_paid", Op.GREATER, "40", [], ["both", "there"]],
    ["total_paid", Op.EQUAL, "40", ["both"], []],
    ["outstanding_balance", Op.GREATER, "5", [], ["both"]],
    ["no_show_count", Op.GREATER, "0", [], ["both"]],
    ["cancelled_count", Op.GREATER, "0", [], ["both"]],
    ["upcoming_count", Op.EQUAL, "0", everyone, ["new", "there"]],
    ["finished_count", Op.GREATER, "1", [], ["both"]],
    ["total_count", Op.EQUAL, "0", ["new", "there"], ["new"]],
    ["last_visit_date", Op.AFTER, iso(-30), [], ["both"]],
    ["last_visit_date", Op.NOT_EQUAL, iso(-60), ["new", "there"], everyone],
    ["next_visit_date", Op.AFTER, iso(-1), [], ["both"]],
  ] as const)("finds clients by what they did there alone: %s %s %s", async (property, operator, value, here, all) => {
    expect(await foundBy(having(property, operator, value), clerk)).toEqual([...here]);
    for (const caller of [{ ...clerk, businessIds: ["1", "2"] }, {}])
      expect(await foundBy(having(property, operator, value), caller)).toEqual([...all]);
  });

  test("does not close in on what somebody spent elsewhere by halving", async () => {
    let [least, most] = [0, 1024];
    while (most - least > 1) {
      const half = (least + most) / 2;
      const { total } = await list(clerk).countClients(having("total_paid", Op.GREATER_OR_EQUAL, String(half)));
      if (total > 0) least = half;
      else most = half;
    }
    expect(least).toBe(40);
  });

  test.each([
    ["total_paid", SortOrder.DESC, ["both", "new", "there"], ["both", "there", "new"]],
    ["total_count", SortOrder.DESC, ["both", "new", "there"], ["both", "there", "new"]],
    ["total_paid", SortOrder.ASC, ["new", "there", "both"], ["new", "there", "both"]],
    ["last_visit_date", SortOrder.DESC, ["both", "new", "there"], ["both", "there", "new"]],
  ] as const)("sees them in the order of it, page by page: %s %s", async (property, order, here, all) => {
    const pages = async (caller: object) => {
      const names: unknown[] = [];
      for (let pageToken = ""; names.length < 9; ) {
        const page = await list(caller).listClients({ sort: { property, order }, pageSize: 1, pageToken });
        names.push(...who(page.rows));
        pageToken = page.nextPageToken;
        if (pageToken === "") break;
      }
      return names;
    };
    expect(await pages(clerk)).toEqual([...here]);
    expect(await pages({})).toEqual([...all]);
  });

  test("is told who is due by the visits there, and when those who live near were last there", async () => {
    const due = async (caller: object) =>
      (await servers.client(RebookingService, caller).listDueClients({})).clients.map((one) => [one.firstName, one.lastVisitDate]);
    expect(await due(clerk), "booked elsewhere").toEqual([]);
    expect(await due({})).toEqual([["there", iso(-50)]]);
    const near = async (caller: object) =>
      (await servers.client(AddressService, caller).findNearbyClients({ lat: 47.6, lng: -122.3 })).clients.map((one) => [
        one.firstName,
        one.lastServiceDate !== undefined,
      ]);
    expect(await near(clerk)).toEqual([["there", false]]);
    expect(await near({})).toEqual([["there", true]]);
    await came(ids.there, "1", -80);
    expect(await due(clerk)).toEqual([["there", iso(-80)]]);
  });
});
