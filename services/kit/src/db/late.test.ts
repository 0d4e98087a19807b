import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServers, type TestServers } from "../../test/index.ts";
import { asTenant, type Ctx } from "../context.ts";
import { defineService } from "../service.ts";
import { databaseAccess, type Tx } from "./access.ts";

// Of two who ask at the same time one is refused; the other must not reach the connection after it was given back.

const { command, query } = databaseAccess<Record<never, never>>();
type Db = Tx<Record<never, never>>["db"];
let servers: TestServers;
let ctx: Ctx;
beforeAll(async () => {
  const customer = defineService({ name: "customer", migrations: new URL("../../test/none/", import.meta.url), rpcs: [] });
  servers = await startServers([customer], { background: false });
  ctx = asTenant({ runtime: servers.runtime("customer") }, { companyId: "1" });
});
afterAll(() => servers?.stop());

const goesOn = async (db: Db) => {
  await sql`select 1`.execute(db);
  await sql`select pg_advisory_xact_lock(4711)`.execute(db);
};
const refuses = async (db: Db) => {
  await sql`select 2`.execute(db);
  throw new Error("refused");
};
const both = (db: Db) => Promise.all([goesOn(db), refuses(db)]);

test("of what is asked beside a refusal nothing comes later: no lock stays, and the next command is kept", async () => {
  await expect(command(ctx, async ({ db }) => void (await both(db)))).rejects.toThrow("refused");
  await command(ctx, async (tx) => void tx.log({ entity: "note", id: "1", action: "written", note: "", before: null } as never));
  const kept = await servers.admin.query("select id from customer.change_log where entity = 'note'");
  expect(kept.rows).toEqual([{ id: expect.anything() }]);
  const locks = await servers.admin.query("select objid from pg_locks where locktype = 'advisory' and objid = 4711");
  expect(locks.rows).toEqual([]);
  await expect(query(ctx, both)).rejects.toThrow("refused");
  expect((await query(ctx, (db) => sql`select 3 as three`.execute(db))).rows).toEqual([{ three: 3 }]);
});
