import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrateService } from "@leashline/kit/db/migrate.ts";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { RecordService } from "@leashline/proto/leashline/offering/v1/record_service_pb.js";
import { ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { taxesAre } from "../../test/taxes.ts";
import { service } from "../main.ts";

// A catalog as it was stored while services and add-ons counted their ids each for themselves, migrated and then used.

let servers: TestServers;
const migrations = fileURLToPath(new URL("../../migrations/", import.meta.url));
const before = mkdtempSync(join(tmpdir(), "offering-"));
const row = (table: string, id: number, name: string, companyId = 1): string =>
  `insert into ${table} (company_id, id, name, care_type, currency) values (${companyId}, ${id}, '${name}', 'GROOMING', 'USD')`;
const stored = [
  row("service", 1, "Bath"),
  row("service", 2, "Full groom"),
  row("add_on", 2, "Nails"),
  row("add_on", 9, "Teeth"),
  row("add_on", 1, "Elsewhere", 2),
  "insert into change_log (company_id, entity, entity_id, action) values (1, 'add-on', 2, 'create'), (1, 'service', 2, 'create')",
];
beforeAll(async () => {
  servers = await startServers([{ ...service, rpcs: [...service.rpcs, taxesAre(["5"])] }]);
  const adminUrl = new URL(process.env.LEASHLINE_POSTGRES_ADMIN_URL ?? "");
  adminUrl.pathname = new URL(servers.config.postgresUrl).pathname;
  const migrate = (folder: string) =>
    migrateService({ name: "offering", migrations: folder, adminUrl: adminUrl.toString(), password: servers.config.dbPassword });
  cpSync(migrations, before, { recursive: true, filter: (path) => !/\/(0019|00[2-9]\d)-/.test(path) });
  await servers.admin.query("drop schema offering cascade");
  await migrate(before);
  for (const statement of stored) await servers.admin.query(`set search_path = offering, public; ${statement}; reset search_path`);
  expect(await migrate(migrations)).toContain("0019-add-ons-are-booked");
});
afterAll(async () => {
  await servers.stop();
  rmSync(before, { recursive: true });
});

const addOns = () => servers.client(AddOnService);
const catalog = () => servers.client(CatalogService);
const usd = (units: number) => ({ currencyCode: "USD", units: BigInt(units), nanos: 0 });

test("an add-on that had the id of a service has one of its own, with its log; every other keeps its own", async () => {
  const known = (await addOns().listAddOns({})).addOns.map(({ id, name }) => [name, id]);
  expect(known).toEqual([
    ["Teeth", "9"],
    ["Nails", expect.stringMatching(/^1\d$/)],
  ]);
  const { rows } = await servers.admin.query("select entity, entity_id::text from offering.change_log order by id");
  expect(rows).toEqual([
    { entity: "add-on", entity_id: known[1]?.[1] },
    { entity: "service", entity_id: "2" },
  ]);
  expect((await servers.client(AddOnService, { companyId: "2" }).listAddOns({})).addOns.map(({ id }) => id)).toEqual(["1"]);
});

test("services and add-ons never get the same id", async () => {
  const ids: (string | undefined)[] = [];
  for (const n of [1, 2, 3]) {
    ids.push((await catalog().createService({ service: { name: `Service ${n}`, careType: "GROOMING" } })).service?.id);
    ids.push((await addOns().createAddOn({ addOn: { name: `Add-on ${n}`, careType: "GROOMING" } })).addOn?.id);
  }
  expect(new Set(ids).size).toBe(6);
});

test("whoever books asks for services and add-ons together, each with what holds at the location", async () => {
  const businessOverrides = [{ businessId: "1", price: usd(20), duration: 25, taxId: "5" }];
  const made = { name: "Mud mask", careType: "GROOMING", price: usd(15), duration: 15, isRequiredStaff: true, applicableServiceIds: ["1"] };
  const { addOn } = await addOns().createAddOn({ addOn: { ...made, businessOverrides } });
  const ids = ["1", addOn!.id];
  const ask = async (more: object) => (await catalog().batchGetServices({ ids, businessId: "1", allowMissing: true, ...more })).services;
  expect((await ask({})).map(({ id }) => id)).toEqual(["1"]);
  const [bath, mask] = await ask({ withAddOns: true });
  expect(bath).toMatchObject({ name: "Bath", addOn: false });
  expect(mask).toMatchObject({ name: "Mud mask", addOn: true, duration: 25, taxId: "5", applicableServiceIds: ["1"] });
  expect([mask?.price?.units, mask?.options?.requireDedicatedStaff]).toEqual([20n, true]);
  expect((await refusalOf(catalog().batchGetServices({ ids }))).code).toBe(51007);
});

test("projections of services are rebuilt with the add-ons, page by page", async () => {
  const records = servers.client(RecordService, { via: "calendar" });
  const read = async (afterServiceId: string): Promise<[string, boolean][]> => {
    const { services } = await records.listServiceRecords({ afterServiceId, pageSize: 2 });
    const last = services.at(-1)?.serviceId;
    return [...services.map((one): [string, boolean] => [one.name, one.addOn]), ...(last ? await read(last) : [])];
  };
  const all = await read("0");
  expect(all.slice(0, 3)).toEqual([
    ["Bath", false],
    ["Full groom", false],
    ["Teeth", true],
  ]);
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length);
  expect(all).toContainEqual(["Mud mask", true]);
});

test("an add-on that was there before is not online until somebody says so; a new one is, and each field of it is changed by itself", async () => {
  const listed = (more: object) => catalog().listServices({ businessId: "1", pageSize: 1000, ...more });
  const online = async () =>
    (await listed({ bookOnlineOnly: true, withAddOns: true })).services.filter(({ addOn }) => addOn).map(({ name }) => name);
  expect(await online()).toEqual(expect.arrayContaining(["Mud mask"]));
  expect(await online()).not.toContain("Teeth");
  expect(
    (await listed({})).services.some(({ addOn }) => addOn),
    "only whoever asks has add-ons",
  ).toBe(false);
  const change = (addOn: object, ...paths: string[]) => addOns().updateAddOn({ id: "9", addOn, updateMask: { paths } });
  await change({ bookOnlineAvailable: true }, "book_online_available");
  const { addOn } = await change({ showBasePrice: ShowPrice.HIDE, showDuration: false }, "show_base_price", "show_duration");
  expect(addOn).toMatchObject({ name: "Teeth", bookOnlineAvailable: true, showBasePrice: ShowPrice.HIDE, showDuration: false });
  const teeth = (await listed({ withAddOns: true, keyword: "teet" })).services;
  expect(teeth).toMatchObject([
    { id: "9", addOn: true, bookOnlineAvailable: true, options: { showBasePrice: ShowPrice.HIDE, showDuration: false } },
  ]);
  await change({ bookOnlineAvailable: false }, "book_online_available");
  expect(await online()).not.toContain("Teeth");
});

test("services and add-ons are listed page by page, the add-ons last", async () => {
  const read = async (pageToken: string): Promise<[string, boolean][]> => {
    const { services, nextPageToken } = await catalog().listServices({ withAddOns: true, pageSize: 2, pageToken });
    return [...services.map(({ id, addOn }): [string, boolean] => [id, addOn]), ...(nextPageToken ? await read(nextPageToken) : [])];
  };
  const all = await read("");
  expect(new Set(all.map(([id]) => id)).size).toBe(all.length);
  const first = all.findIndex(([, addOn]) => addOn);
  expect(first).toBeGreaterThan(0);
  expect(all.slice(first).every(([, addOn]) => addOn)).toBe(true);
});
