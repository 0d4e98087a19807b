import { setTimeout as pause } from "node:timers/promises";
import { Code, ConnectError } from "@connectrpc/connect";
import { RetryInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, partOf, startServers, type TestServers } from "../../test/index.ts";
import type { Ctx } from "../context.ts";
import { defineService } from "../service.ts";
import { databaseAccess } from "./access.ts";
import { CompiledQuery } from "./kysely.ts";

const { query, command } = databaseAccess<unknown>();
const asleep = CompiledQuery.raw("select pg_sleep(0.3)", []);
/** Waits for as long as the test holds it. */
const atTheGate = CompiledQuery.raw("select pg_advisory_xact_lock_shared(77)", []);
const taxes = partOf(TaxService, {
  listTaxRules: async (_: unknown, ctx: Ctx) => {
    await query(ctx, (db) => db.executeQuery(atTheGate));
    return {};
  },
  addTaxRule: async ({ taxName }: { taxName: string }, ctx: Ctx) =>
    await command(ctx, async (tx) => {
      await tx.db.executeQuery(asleep);
      // Nothing is under way when the connection ends: only the client itself can hear of it.
      await pause(600);
      tx.log({ entity: "tax", id: "1", action: "added", note: taxName });
      return {};
    }),
} as never);

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([defineService({ name: "account", migrations: new URL("file:///"), rpcs: [taxes] })], { background: false });
});
afterAll(async () => await servers.stop());

const working = "select pid from pg_stat_activity where usename = 'leashline_account' and datname = current_database()";
const endThem = `select pg_terminate_backend(pid) from (${working}) them`;

/** Every connection of the service is ended by the server once so many of them are at work. */
async function endAll(state: string, atLeast: number): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await servers.admin.query(`${working} and state = $1`, [state]);
    expect(rowCount).toBeGreaterThanOrEqual(atLeast);
  });
  await servers.admin.query(endThem);
}

const added = async (note: string): Promise<number> =>
  (await servers.admin.query("select from account.change_log where entity = 'tax' and note = $1", [note])).rowCount ?? 0;
const add = (taxName: string, idempotencyKey = "") =>
  servers.client(TaxService, {}, { idempotencyKey }).addTaxRule({ taxName, taxRate: "5", percent: "5" } as never);

test("reads whose connections end under them are made again, unseen by who waits", async () => {
  const gate = await servers.admin.connect();
  await gate.query("select pg_advisory_lock(77)");
  const reads = Array.from({ length: 8 }, () => servers.client(TaxService).listTaxRules({}));
  await endAll("active", 8);
  await gate.query("select pg_advisory_unlock(77)");
  gate.release();
  expect(await Promise.all(reads)).toHaveLength(8);
});

test.each([
  ["in the middle of a statement", "active"],
  ["between two statements", "idle in transaction"],
])("a write with a key is made again when its connection ends %s, and happens once", async (name, state) => {
  const write = add(name, `key ${state}`);
  await endAll(state, 1);
  await write;
  expect(await added(name)).toBe(1);
});

test("a write without a key is not: its caller hears that another try is worth while, and when", async () => {
  const write = add("bare").catch((error: unknown) => ConnectError.from(error));
  await endAll("idle in transaction", 1);
  const refused = await write;
  expect(refused).toMatchObject({ code: Code.Unavailable });
  expect((refused as ConnectError).findDetails(RetryInfoSchema)).toMatchObject([{ retryDelay: { seconds: 1n } }]);
  expect((refused as ConnectError).metadata.get("retry-after")).toBe("1");
  expect(await added("bare")).toBe(0);
});

test("a database that lets nobody in is told as away, not as a fault of ours", async () => {
  const { rows } = await servers.admin.query("select current_database() as name");
  await servers.admin.query(`alter database ${rows[0].name} connection limit 0`);
  try {
    await servers.admin.query(endThem);
    await expect(add("shut out")).rejects.toMatchObject({ code: Code.Unavailable });
    await expect(servers.client(TaxService).listTaxRules({})).rejects.toMatchObject({ code: Code.Unavailable });
  } finally {
    await servers.admin.query(`alter database ${rows[0].name} connection limit -1`);
  }
  await servers.client(TaxService).listTaxRules({});
});

test("a database that only reads, as the launcher has it before its disk is full, refuses what would be saved and answers everything else", async () => {
  const { rows } = await servers.admin.query("select current_database() as name");
  const ready = async () => {
    const response = await fetch(`${servers.url}/readyz`);
    return [response.status, ((await response.json()) as { services: { account: { postgres: string } } }).services.account.postgres];
  };
  await servers.admin.query(`alter database ${rows[0].name} set default_transaction_read_only = on`);
  try {
    await servers.admin.query(endThem);
    await servers.client(TaxService).listTaxRules({});
    const refused = await add("too much").catch((error: unknown) => ConnectError.from(error));
    expect(refused).toMatchObject({ code: Code.ResourceExhausted });
    expect((refused as ConnectError).metadata.get("retry-after")).toBe("60");
    await servers.client(TaxService).listTaxRules({});
    expect(await ready()).toEqual([200, "disk full"]);
  } finally {
    await servers.admin.query(`alter database ${rows[0].name} reset default_transaction_read_only`);
    await servers.admin.query(endThem);
  }
  await servers.client(TaxService).listTaxRules({});
  await add("room again");
  expect(await ready()).toEqual([200, "ok"]);
  expect([await added("too much"), await added("room again")]).toEqual([0, 1]);
});
