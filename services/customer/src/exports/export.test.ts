import { type Caller, ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { ClientExportService } from "@leashline/proto/leashline/customer/v1/client_export_service_pb.js";
import { FilterType, FilterOperator as Op } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
const ids: string[] = [];
beforeAll(async () => {
  servers = await startServers([service], { background: false });
  for (const [firstName, more] of [
    ["Zoe", { phoneNumber: "+12125550142", email: "zoe@example.test" }],
    ["Abe", { inactive: true, preferredBusinessId: "2" }],
    ["=Eve", { preferredBusinessId: "1" }],
  ] as const) {
    const made = await servers.client(ClientService, { businessIds: ["1", "2"] }).createClientWithPets({
      client: { firstName, lastName: "Kane", ...more },
      pets: [{ petName: `${firstName}'s dog`, breed: "Pug" }],
      address: { address1: "1 Elm St", city: "Seattle", zipcode: "98101" },
    });
    ids.push(made.client!.customerId);
  }
  await servers.admin.query(
    "insert into customer.order_balance (company_id, order_id, client_id, appointment_id, currency, paid_minor, refunded_minor, remain_minor, version) values (1, 1, $1, 0, 'USD', 123450, 0, 5, 1)",
    [ids[0]],
  );
});
afterAll(async () => await servers.stop());

const file = async (selection: object, caller: Partial<Caller> = {}) =>
  (await servers.client(ClientExportService, caller).exportClients({ selection })).csv.slice(1).trimEnd().split("\r\n").slice(1);
const limited = (...permissions: Permission[]) => ({ permissions, employeeCategory: 0, staffId: "77", accountId: "7" });
const { IMPORT_CLIENTS, VIEW_CLIENTS_ALL_LOCATIONS, VIEW_CLIENTS_WORKING_LOCATIONS, VIEW_CLIENT_CONTACT } = Permission;

test("the chosen clients come by first name, with pets, address and what they paid and owe; no cell is a formula", async () => {
  const lines = await file({ isAll: true });
  expect(lines.map((line) => line.split(",")[0])).toEqual(["'=Eve", "Abe", "Zoe"]);
  expect(lines[2]).toContain("1 Elm St,Seattle,,98101,Zoe's dog (Pug)");
  expect(lines[2]).toMatch(/zoe@example\.test.*,0,0,1234\.50,0\.05$/);
  expect(lines[1]).toContain(",Inactive,");
  expect(await file({ chosenList: [ids[1]] })).toHaveLength(1);
  expect(await file({ isAll: true, unchosenList: [ids[1]] })).toHaveLength(2);
  const filters = { type: FilterType.AND, filters: [{ property: "client_status", operator: Op.EQUAL, value: "inactive" }] };
  expect(await file({ isAll: true, filters })).toHaveLength(1);
});

test("contact data is left out for whoever may not see it, clients out of reach and of others do not come, and it takes the permission", async () => {
  const [all] = [limited(IMPORT_CLIENTS, VIEW_CLIENTS_ALL_LOCATIONS)];
  expect((await file({ isAll: true }, all)).join()).not.toMatch(/example\.test|555|Elm/);
  expect((await file({ isAll: true }, limited(...all.permissions, VIEW_CLIENT_CONTACT))).join()).toMatch(/example\.test.*Elm/);
  const second = { ...limited(IMPORT_CLIENTS, VIEW_CLIENTS_WORKING_LOCATIONS), businessIds: ["2"], businessId: "2" };
  expect((await file({ isAll: true }, second)).map((line) => line.split(",")[0])).not.toContain("'=Eve");
  expect(await file({ chosenList: ids }, { companyId: "2" })).toEqual([]);
  expect((await refusalOf(file({ isAll: true }, limited(VIEW_CLIENTS_ALL_LOCATIONS)))).code).toBe(ErrorCode.NO_PERMISSION);
});
