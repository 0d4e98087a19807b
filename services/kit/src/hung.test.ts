import { setTimeout as pause } from "node:timers/promises";
import { Code, ConnectError } from "@connectrpc/connect";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually, owner, partOf, startServers, type TestServers, type Way, wayTo } from "../test/index.ts";
import { type Ctx, contextHeader, signCaller } from "./context.ts";
import { databaseAccess } from "./db/access.ts";
import { job } from "./db/job.ts";
import { CompiledQuery } from "./db/kysely.ts";
import { redisCommandMs, redisSilentMs } from "./limits.ts";
import { defineService } from "./service.ts";

const { query, command } = databaseAccess<unknown>();
const one = CompiledQuery.raw("select 1", []);
const ran: string[] = [];
let entered = Promise.withResolvers<void>();
const note = job<{ text: string }>("note", { run: async (_, { text }) => void ran.push(text) });
const taxes = partOf(TaxService, {
  listTaxRules: async (_: unknown, ctx: Ctx) => {
    await query(ctx, (db) => db.executeQuery(one));
    return {};
  },
  addTaxRule: async ({ taxName }: { taxName: string }, ctx: Ctx) =>
    await command(ctx, async (tx) => {
      await tx.db.executeQuery(one);
      entered.resolve();
      if (taxName === "slow") await pause(300);
      tx.schedule(note, { key: taxName, dueAt: new Date(0), payload: { text: taxName } });
      return {};
    }),
} as never);

let postgres: Way;
let redis: Way;
let servers: TestServers;
beforeAll(async () => {
  postgres = await wayTo(process.env.LEASHLINE_POSTGRES_URL ?? "");
  redis = await wayTo(process.env.LEASHLINE_REDIS_URL ?? "");
  Object.assign(process.env, {
    LEASHLINE_POSTGRES_URL: postgres.url,
    LEASHLINE_REDIS_URL: redis.url,
    LEASHLINE_CALL_TIMEOUT_MS: "2000",
    LEASHLINE_DB_POOL: "2",
  });
  const account = defineService({ name: "account", migrations: new URL("file:///"), rpcs: [taxes], jobs: [note] });
  servers = await startServers([account]);
});
afterAll(async () => {
  await servers?.stop();
  postgres?.close();
  redis?.close();
});
beforeEach(() => {
  postgres.go();
  redis.go();
});

const taking = async (call: Promise<unknown>) => {
  const since = performance.now();
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  return { error, ms: performance.now() - since };
};
const client = (idempotencyKey = "") => servers.client(TaxService, {}, { idempotencyKey });
const add = (taxName: string) => client().addTaxRule({ taxName, taxRate: "5", percent: "5" } as never);
const states = async (): Promise<Record<string, string>> => {
  const { services } = (await (await fetch(`${servers.url}/readyz`)).json()) as { services: { account: Record<string, string> } };
  return services.account;
};

test("a database that hangs is unavailable: to who asks it, to who waits for a connection, and to readiness; then it is there again", async () => {
  const { silentMs, turnMs } = servers.config.limits;
  await client().listTaxRules({});
  postgres.hang();
  const asking = await Promise.all(Array.from({ length: 6 }, () => taking(client().listTaxRules({}))));
  expect(asking.map(({ error }) => ConnectError.from(error).code)).toEqual(asking.map(() => Code.Unavailable));
  expect(Math.max(...asking.map(({ ms }) => ms))).toBeLessThan(silentMs + turnMs + 300);
  const probe = await taking(states().then((all) => expect(all).toMatchObject({ postgres: "away" })));
  expect(probe.error).toBeUndefined();
  expect(probe.ms).toBeLessThan(1_300);
  postgres.go();
  await eventually(async () => expect(await states()).toMatchObject({ postgres: "ok" }));
  await client().listTaxRules({});
});

test("a write under which the database begins to hang is told as unavailable, without waiting once more to take it back", async () => {
  entered = Promise.withResolvers();
  const write = add("slow");
  await entered.promise;
  postgres.hang();
  const { error, ms } = await taking(write);
  expect(ConnectError.from(error).code).toBe(Code.Unavailable);
  expect(ms).toBeLessThan(2 * servers.config.limits.silentMs);
});

test("a call from a clock that is ten minutes off is unavailable, not signed out, and readiness says so until a good one comes", async () => {
  const call = (at: number) =>
    fetch(`${servers.url}/leashline.account.v1.TaxService/ListTaxRules`, {
      method: "POST",
      headers: { "content-type": "application/json", [contextHeader]: signCaller(owner, servers.config.signingKey, at) },
      body: "{}",
    });
  for (const minutes of [-10, 10]) {
    const refused = await call(Date.now() + minutes * 60_000);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await states()).toMatchObject({ clock: "off" });
  }
  for (const minutes of [-1.5, 1.5]) expect((await call(Date.now() + minutes * 60_000)).status).toBe(200);
  expect(await states()).toMatchObject({ clock: "ok" });
});

test("Redis hangs: commands fail soon, then at once, readiness says so, and work that is due is done without it", async () => {
  await eventually(async () => await add("before"));
  await eventually(async () => expect(ran).toContain("before"));
  const known = await servers.runtime("account").redis();
  await known.set("a", "1");
  redis.hang();
  expect((await taking(known.get("a"))).ms).toBeLessThan(redisCommandMs + 200);
  await eventually(async () => expect(known.status).not.toBe("ready"), { withinMs: redisSilentMs * 2 });
  const later = await taking(known.get("a"));
  expect(later.error).toBeDefined();
  expect(later.ms).toBeLessThan(redisCommandMs + 100);
  expect(await states()).toMatchObject({ redis: "away", postgres: "ok" });
  await add("meanwhile");
  await eventually(async () => expect(ran).toContain("meanwhile"));
  redis.go();
  await eventually(async () => expect(await states()).toMatchObject({ redis: "ok" }));
  expect(await known.get("a")).toBe("1");
});
