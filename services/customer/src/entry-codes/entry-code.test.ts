import { type Caller, ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { EntryCodeService } from "@leashline/proto/leashline/customer/v1/entry_code_service_pb.js";
import { HistoryService } from "@leashline/proto/leashline/customer/v1/history_pb.js";
import { MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { service } from "../main.ts";
import { isOnVisit } from "./entry-code.ts";

let servers: TestServers;
let nth = 5_000;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(async () => await servers.stop());

const api = (caller: Partial<Caller> = {}) => servers.client(EntryCodeService, caller);
const make = async (firstName: string) =>
  (await servers.client(ClientService).createClient({ client: { firstName, lastName: "Gate" } })).client!.customerId;
const put = async (customerId: string, code = "*4711#", label = "Front gate") =>
  (await api().createEntryCode({ customerId, label, code })).entryCode!.entryCodeId;
/** An appointment of the client, so many hours from now, with these people. */
const visit = async (customerId: string, staffIds: string[], hours: number, status = 1) => {
  await servers.admin.query(
    `insert into customer.visit (company_id, appointment_id, client_id, business_id, status, date, ends_at, staff_ids, version)
      values (1, $1, $2, 1, $3, ((now() + make_interval(hours => $4 - 1)) at time zone $6)::date, now() + make_interval(hours => $4), $5, 1)`,
    [++nth, customerId, status, hours, staffIds, "America/Los_Angeles"],
  );
};
const walker = { staffId: "77", accountId: "7", employeeCategory: 0, zone: "America/Los_Angeles", permissions: [] as Permission[] };

describe("who is on the visit", () => {
  const now = new Date("2026-03-04T20:00:00Z");
  const when = { now, tomorrow: "2026-03-05" };
  const today = { staffIds: ["7"], status: 1, date: "2026-03-04", endsAt: new Date("2026-03-04T21:00:00Z") };
  test.each([
    ["today", today, "7", true],
    ["somebody else", today, "8", false],
    ["nobody on the staff", { ...today, staffIds: ["0"] }, "0", false],
    ["cancelled", { ...today, status: 4 }, "7", false],
    ["finished, and just over", { ...today, status: 3, endsAt: new Date("2026-03-04T08:01:00Z") }, "7", true],
    ["over for twelve hours", { ...today, endsAt: new Date("2026-03-04T08:00:00Z") }, "7", false],
    ["tomorrow", { ...today, date: "2026-03-05", endsAt: new Date("2026-03-05T21:00:00Z") }, "7", true],
    ["the day after tomorrow", { ...today, date: "2026-03-06", endsAt: new Date("2026-03-06T21:00:00Z") }, "7", false],
  ])("%s", (_, one, staffId, expected) => expect(isOnVisit(staffId, [one], when)).toBe(expected));
});

test("a code is shown to who is on the appointment, and to nobody else, the owner and whoever wrote it down included; each time is in the history", async () => {
  const customerId = await make("Ada");
  const entryCodeId = await put(customerId);
  const show = (caller: Partial<Caller>) => api(caller).showEntryCode({ customerId, entryCodeId });
  const isOffered = async (caller: Partial<Caller>) => (await api(caller).listEntryCodes({ customerId })).canShow;
  const onIt = { staffId: "77" };
  expect((await refusalOf(show({}))).code).toBe(ErrorCode.NO_PERMISSION);
  expect(await isOffered(onIt)).toBe(false);
  await visit(customerId, ["77"], 3);
  expect((await show(walker)).code).toBe("*4711#");
  expect((await refusalOf(show({}))).code).toBe(ErrorCode.NO_PERMISSION);
  expect([await isOffered(onIt), await isOffered({})]).toEqual([true, false]);
  expect((await refusalOf(show({ ...walker, staffId: "78" }))).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
  const { entries } = await servers.client(HistoryService).listClientHistory({ customerId });
  const shown = entries.filter(({ action }) => action === "entry code shown");
  expect(shown.map(({ staffId }) => staffId)).toEqual(["77"]);
  expect(JSON.stringify(entries, (_, value) => (typeof value === "bigint" ? String(value) : value))).not.toContain("4711");
});

test("nobody reads a code in the list, in the tables, or by the key of a call; deleted it is gone", async () => {
  const customerId = await make("Bo");
  const secret = "sesame 90210";
  const call = () =>
    servers
      .client(EntryCodeService, {}, { idempotencyKey: "code-1" })
      .createEntryCode({ customerId, label: " Key\u202e box ", code: secret });
  const [first, again] = [await call(), await call()];
  expect(again.entryCode).toEqual(first.entryCode);
  const { entryCodes } = await api().listEntryCodes({ customerId });
  expect(entryCodes).toMatchObject([{ label: "Key box" }]);
  const tables = (
    await servers.admin.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'customer' and table_type = 'BASE TABLE'",
    )
  ).rows;
  for (const { name } of tables) {
    const { rows } = await servers.admin.query(
      `select 1 from customer."${name}" t where t::text like '%90210%' or t::text like '%${Buffer.from(secret).toString("hex")}%'`,
    );
    expect([name, rows.length]).toEqual([name, 0]);
  }
  await api().deleteEntryCode({ customerId, entryCodeId: first.entryCode!.entryCodeId });
  expect((await api().listEntryCodes({ customerId })).entryCodes).toEqual([]);
  expect((await refusalOf(api().deleteEntryCode({ customerId, entryCodeId: first.entryCode!.entryCodeId }))).code).toBe(
    ErrorCode.NOT_FOUND,
  );
});

test("another client's code is not found, another company's client is none, a viewer writes none, and there is an end to it", async () => {
  const [mine, theirs] = [await make("Cy"), await make("Di")];
  const entryCodeId = await put(theirs);
  await visit(mine, ["1"], 3);
  expect((await refusalOf(api({ staffId: "1" }).showEntryCode({ customerId: mine, entryCodeId }))).code).toBe(ErrorCode.NOT_FOUND);
  expect((await refusalOf(api({ companyId: "2" }).listEntryCodes({ customerId: theirs }))).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
  const viewer = { employeeCategory: 0, permissions: [Permission.VIEW_CLIENT_LIST, Permission.VIEW_CLIENTS_ALL_LOCATIONS] };
  expect((await refusalOf(api(viewer).createEntryCode({ customerId: mine, label: "x", code: "1" }))).code).toBe(ErrorCode.NO_PERMISSION);
  expect((await refusalOf(api().createEntryCode({ customerId: mine, label: " \u200f", code: "1" }))).options.fields?.[0]?.field).toBe(
    "label",
  );
  for (let n = 0; n < 20; n++) await put(mine, String(n), `Gate ${n}`);
  expect((await refusalOf(put(mine))).code).toBe(ErrorCode.STATE_CONFLICT);
});

test("the codes of somebody who was there twice go with the merge, and open for who is on an appointment of either", async () => {
  const [winnerId, loserId] = [await make("Eve"), await make("Evie")];
  const entryCodeId = await put(loserId, "0815", "Alarm");
  await visit(loserId, ["77"], 2);
  await servers.client(MergeService).mergeClients({ winnerId, loserId });
  expect((await api(walker).showEntryCode({ customerId: winnerId, entryCodeId })).code).toBe("0815");
});
