import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startServers, type TestServers } from "../../test/index.ts";
import { type Ctx, nobody } from "../context.ts";
import { databaseAccess } from "../db/access.ts";
import { type JobDef, job } from "../db/job.ts";
import { rowsOf } from "../db/kysely.ts";
import { openLog } from "../observability/log.ts";
import { openRuntime, type Runtime } from "../runtime.ts";
import { openRedis } from "./redis.ts";
import { runDue, runJob, startJobs } from "./worker.ts";

const { command } = databaseAccess<Record<never, never>>();
let servers: TestServers;
let runtime: Runtime;
let asShop: Ctx;
beforeAll(async () => {
  servers = await startServers([], { background: false });
  // Any service that has the kit's tables will do; nothing else of it runs.
  runtime = await openRuntime("customer", servers.config, openLog("customer", "silent"));
  asShop = runtime.context({
    caller: { ...nobody, kind: "staff", accountId: "7", companyId: "1", businessId: "1" },
    idempotencyKey: "",
    fingerprint: () => Buffer.from("same"),
  });
});
afterAll(async () => {
  await runtime.close();
  await servers.stop();
});

const rowOf = async (key: string) =>
  (await servers.admin.query("select company_id, id, kind, attempts, state from customer.job where key = $1", [key])).rows[0];

test("a row that is being worked on is left alone until its lease is over; then another worker takes it up, and holds it as long as its kind says", async () => {
  const held: number[] = [];
  const left = "select extract(epoch from lease_until - clock_timestamp())::float as s from customer.job where key = 'leased'";
  const def: JobDef<object> = job("leased", {
    leaseSeconds: 90,
    run: async () => void held.push((await servers.admin.query(left)).rows[0].s),
  });
  await command(asShop, async (tx) => void tx.schedule(def, { key: "leased", dueAt: new Date(Date.now() - 60_000), payload: {} }));
  const until = (interval: string) =>
    servers.admin.query("update customer.job set state = 'running', lease_until = clock_timestamp() + $1::interval where key = 'leased'", [
      interval,
    ]);
  const jobs = new Map([[def.name, def as JobDef<unknown>]]);
  await until("5 seconds");
  expect([await runDue(runtime, [def]), await runJob(runtime, jobs, await rowOf("leased"))]).toEqual([0, false]);
  await until("-1 second");
  expect(await runDue(runtime, [def])).toBe(1);
  expect(await rowOf("leased")).toMatchObject({ state: "done" });
  expect(held).toEqual([expect.closeTo(90, -1)]);
  await until("-1 second");
  expect(await runJob(runtime, jobs, await rowOf("leased"))).toBe(true);
});

test("work that schedules itself anew and is taken up at once is not ended by the run before it", async () => {
  let runs = 0;
  let next: Promise<boolean> | undefined;
  let goOn: (error: Error) => void = () => undefined;
  const begun = Promise.withResolvers<void>();
  const def: JobDef<object> = job("again", {
    run: async () => {
      if (++runs === 1) {
        await schedule();
        next = runJob(runtime, jobs, await rowOf("again"));
        await begun.promise;
        return;
      }
      begun.resolve();
      await new Promise((_, fail) => (goOn = fail));
    },
  });
  const jobs = new Map([[def.name, def as JobDef<unknown>]]);
  const schedule = () =>
    command(asShop, async (tx) => void tx.schedule(def, { key: "again", dueAt: new Date(Date.now() - 1_000), payload: {} }));

  await schedule();
  await runJob(runtime, jobs, await rowOf("again"));
  expect(await rowOf("again")).toMatchObject({ state: "running" });
  goOn(new Error("not this time"));
  expect(await next).toBe(true);
  expect(await rowOf("again")).toMatchObject({ state: "due", attempts: 1 });
});

test("work that is scheduled anew under its key is done anew, and the tries of one round do it once", async () => {
  const done: string[] = [];
  let fails = true;
  const def: JobDef<{ say: string }> = job("rounds", {
    backoffSeconds: () => 0,
    run: async (ctx, { say }) => {
      await command(ctx, async (tx) => {
        await rowsOf(tx.db, "select 1", []);
        done.push(say);
      });
      if (fails) throw new Error("after its commit");
    },
  });
  const round = async (say: string) => {
    await command(asShop, async (tx) => void tx.schedule(def, { key: "rounds", dueAt: new Date(Date.now() - 1_000), payload: { say } }));
    fails = true;
    await runDue(runtime, [def]);
    fails = false;
    await runDue(runtime, [def], new Date(Date.now() + 1_000));
  };
  await round("first");
  await round("second");
  expect(await rowOf("rounds")).toMatchObject({ state: "done", attempts: 2 });
  expect(done).toEqual(["first", "second"]);
});

test("whoever is alone works off all that is due with the hands there are, without Redis; with another process of the service there, Redis carries what is beyond", async () => {
  const redis = openRedis(servers.config.redisUrl, {});
  const carried = async () => (await redis.keys(`bull:${servers.config.prefix}-customer:*`)).length > 0;
  let running = 0;
  let most = 0;
  const done = new Set<string>();
  const def: JobDef<object> = job("many", {
    run: async (_, __, { key }) => {
      most = Math.max(most, ++running);
      await pause(100);
      running--;
      done.add(key);
    },
  });
  const scheduled = (keys: readonly string[]) =>
    command(asShop, async (tx) => keys.forEach((key) => void tx.schedule(def, { key, dueAt: new Date(Date.now() - 1_000), payload: {} })));
  const keysOf = (round: string) => Array.from({ length: 30 }, (_, nth) => `${round}${nth}`);
  const working = startJobs(runtime, [def]);
  await scheduled(keysOf("alone"));
  await eventually(async () => expect(done.size).toBe(30), { withinMs: 10_000 });
  expect(most).toBe(8);
  expect(await carried()).toBe(false);
  const other = await openRuntime("customer", servers.config, openLog("customer", "silent"));
  await eventually(async () => expect([runtime.wake.isAlone(), other.wake.isAlone()]).toEqual([false, false]), { withinMs: 10_000 });
  await scheduled(keysOf("with another"));
  await eventually(async () => expect(done.size).toBe(60), { withinMs: 10_000 });
  expect(await carried()).toBe(true);
  await working.stop();
  await other.close();
  redis.disconnect();
});

/** Works off more rows than one sweep finds, and answers the longest time in which none was begun, in milliseconds. */
async function idleAmongMany(round: number): Promise<number> {
  const begun: number[] = [];
  const def: JobDef<object> = job("very many", { run: async () => void begun.push(performance.now()) });
  const keys = Array.from({ length: 401 }, (_, nth) => `v${round}-${nth}`);
  await command(asShop, async (tx) =>
    keys.forEach((key) => void tx.schedule(def, { key, dueAt: new Date(Date.now() - 1_000), payload: {} })),
  );
  // Whoever was woken by that has looked already: what follows begins with one sweep and nobody's ring.
  await pause(300);
  const working = startJobs(runtime, [def]);
  await eventually(async () => expect(begun.length).toBe(401), { withinMs: 20_000 });
  await working.stop();
  return Math.max(...begun.slice(1).map((at, nth) => at - (begun[nth] ?? 0)));
}

test("more rows than one sweep finds are worked off without waiting for the next", async () => {
  const idle: number[] = [];
  // A machine that is busy just now may keep it from running so long: then once more.
  for (let round = 0; round < 5 && !idle.some((ms) => ms < 600); round++) idle.push(await idleAmongMany(round));
  expect(Math.min(...idle)).toBeLessThan(600);
});
