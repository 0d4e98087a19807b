import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { OperationsService, ProcessRunState } from "@leashline/proto/leashline/kit/v1/operations_service_pb.js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { refusalOf, startServers, type TestServers } from "../../test/index.ts";
import { type Death, trip } from "../../test/processes/trip.ts";
import { asTenant, type Ctx } from "../context.ts";
import { databaseAccess } from "../db/access.ts";
import { ErrorCode, fail } from "../errors.ts";
import { runDue } from "../jobs/worker.ts";
import { defineService } from "../service.ts";
import { process as processOf } from "./process.ts";

const { command } = databaseAccess<Record<never, never>>();
const calm = trip(() => undefined);
let servers: TestServers;
let ctx: Ctx;
beforeAll(async () => {
  // Any service that has the kit's tables will do; nothing else of it runs.
  const customer = defineService({ name: "customer", migrations: new URL("./none/", import.meta.url), rpcs: [], processes: [calm] });
  servers = await startServers([customer], { background: false });
  ctx = asTenant({ runtime: servers.runtime("customer") }, { companyId: "1" });
});
afterAll(async () => await servers.stop());

const begin = async (key: string, refused = false, of = calm): Promise<string> =>
  (await command(ctx, (tx) => of.begin(tx as never, key, { refused }))).id;
const effects = async (key: string): Promise<string[]> => {
  const text = `select c.action from customer.change_log c join customer.process_run p on p.company_id = c.company_id and p.id = c.entity_id
    where c.entity = 'trip' and p.key = $1 order by c.id`;
  return (await servers.admin.query(text, [key])).rows.map((row) => row.action);
};
const stateOf = async (key: string): Promise<string> =>
  (await servers.admin.query("select state from customer.process_run where kind = 'trip' and key = $1 order by id desc", [key])).rows[0]
    ?.state;
/** The job, as if those who began were taken to be dead. */
const carryOn = async (): Promise<void> => {
  await servers.admin.query(
    "update customer.job set due_at = clock_timestamp() - interval '1 second' where kind = 'process-trip' and state = 'due'",
  );
  await runDue(servers.runtime("customer"), [calm.job]);
};

const there = ["pack", "drive", "arrive"];
const andBack = ["pack", "drive", "drive back", "unpack"];

test("runs its steps in order, keeps what each answered, and is done once however often it is begun", async () => {
  const id = await begin("plain");
  const run = await calm.finish(ctx, id);
  expect(run).toMatchObject({
    state: "done",
    results: { pack: { action: "pack" }, drive: { action: "drive" } },
  });
  expect(await begin("plain")).toBe(id);
  expect(await calm.finish(ctx, id)).toMatchObject({ state: "done" });
  expect(await effects("plain")).toEqual(there);
});

test("a step that what was asked for does not need is passed by with the one before it; whoever has just begun need not read the run again", async () => {
  const went: string[] = [];
  const goes = (name: string) => async () => void went.push(name);
  const hop = processOf<{ far: boolean }>("hop", {
    steps: [
      { name: "up", run: goes("up") },
      { name: "over", run: goes("over"), needed: ({ far }) => far },
      { name: "down", run: goes("down") },
      { name: "rest", run: goes("rest"), needed: ({ far }) => far },
    ],
  });
  const near = await command(ctx, (tx) => hop.begin(tx as never, "near", { far: false }));
  const before = servers.runtime("customer").counters.statements;
  expect(await hop.finish(ctx, near.id, near)).toMatchObject({ state: "done", step: 4 });
  expect(servers.runtime("customer").counters.statements - before).toBe(2);
  expect(went.splice(0)).toEqual(["up", "down"]);
  const far = await command(ctx, (tx) => hop.begin(tx as never, "far", { far: true }));
  await hop.finish(ctx, far.id);
  expect(went).toEqual(["up", "over", "down", "rest"]);
});

test("of two runners the one that meets what the other is undoing says what the run was refused with", async () => {
  const undone = Promise.withResolvers<void>();
  let tries = 0;
  const stay = processOf<{ nights: number }>("stay", {
    steps: [
      { name: "room", run: async () => "12", undo: async () => undone.resolve() },
      {
        name: "key",
        run: async () => {
          tries += 1;
          if (tries > 1) throw fail("SLOT_FULL");
          await undone.promise;
          throw fail("NOT_FOUND", { field: "room" });
        },
      },
    ],
  });
  const { id } = await command(ctx, (tx) => stay.begin(tx as never, "two", { nights: 1 }));
  const late = expect(stay.finish(ctx, id)).rejects.toMatchObject({ code: ErrorCode.SLOT_FULL });
  await vi.waitUntil(() => tries === 1);
  await expect(stay.finish(ctx, id)).rejects.toMatchObject({ code: ErrorCode.SLOT_FULL });
  await late;
});

test("a run that a version with fewer steps began goes on behind what it answered last, past new steps that it does not need", async () => {
  const went: string[] = [];
  const goes = (name: string) => async () => void went.push(name);
  const [up, down] = [
    { name: "up", run: goes("up") },
    { name: "down", run: goes("down") },
  ];
  const breaks = async () => {
    throw new Error("the line broke");
  };
  const before = processOf<{ far?: boolean }>("trek", { steps: [up, down, { name: "rest", run: breaks }] });
  const { id } = await command(ctx, (tx) => before.begin(tx as never, "kept", {}));
  await expect(before.finish(ctx, id)).rejects.toThrow("the line broke");
  const needed = ({ far }: { far?: boolean }) => far === true;
  const over = (name: string) => ({ name, run: goes(name), needed });
  const now = processOf<{ far?: boolean }>("trek", { steps: [up, over("over"), down, over("back"), { name: "rest", run: goes("rest") }] });
  expect(await now.finish(ctx, id)).toMatchObject({ state: "done", step: 5 });
  expect(went).toEqual(["up", "down", "rest"]);
});

test("a refusal undoes what was done, last first, and reaches whoever asked; then the same may be begun anew", async () => {
  const id = await begin("refused", true);
  await expect(calm.finish(ctx, id)).rejects.toMatchObject({ message: "No room." });
  expect(await stateOf("refused")).toBe("undone");
  await expect(calm.finish(ctx, id)).rejects.toMatchObject({ message: "No room.", options: { field: "seat", facts: { free: "0" } } });
  expect(await effects("refused")).toEqual(andBack);
  const again = await begin("refused");
  expect(again).not.toBe(id);
  expect(await calm.finish(ctx, again)).toMatchObject({ state: "done" });
});

const deathsAt = (steps: readonly string[], refused: boolean): Death[] =>
  steps.flatMap((step) => (["before", "after"] as const).map((when) => ({ key: `killed ${when} ${step}`, step, when, refused })));
const deaths = [...deathsAt(there, false), ...deathsAt(["drive back", "unpack"], true)];

test("killed before or after the effect of any step, forward or back, it comes to the same end", async () => {
  const program = fileURLToPath(new URL("../../test/processes/victim.ts", import.meta.url));
  const [, signal] = await once(
    spawn(process.execPath, [program, JSON.stringify(deaths)], { env: servers.config.env, stdio: "ignore" }),
    "exit",
  );
  expect(signal).toBe("SIGKILL");
  await carryOn();
  for (const { key, refused } of deaths)
    expect([key, await stateOf(key), await effects(key)]).toEqual([key, ...(refused ? ["undone", andBack] : ["done", there])]);
});

test("two runners at once: each step's effect comes once, and both hear the same", async () => {
  const ids = await Promise.all([begin("together"), begin("together")]);
  expect(new Set(ids).size).toBe(1);
  const runs = await Promise.all(Array.from({ length: 4 }, () => calm.finish(ctx, ids[0] as string)));
  expect(runs.map(({ state, results }) => [state, results])).toEqual(runs.map(() => ["done", runs[0]?.results]));
  expect(await effects("together")).toEqual(there);
  const refused = await begin("together, refused", true);
  const heard = await Promise.all(Array.from({ length: 4 }, () => calm.finish(ctx, refused).catch((error: Error) => error.message)));
  expect(heard).toEqual(heard.map(() => "No room."));
  expect(await effects("together, refused")).toEqual(andBack);
});

test("who asks again does not wait for a step that is just being noted: it may wait for a row that they hold", async () => {
  const id = await begin("noted just now");
  const noting = await servers.admin.connect();
  try {
    await noting.query("begin");
    await noting.query("update customer.process_run set state = 'done' where id = $1", [id]);
    expect(await begin("noted just now")).toBe(id);
  } finally {
    await noting.query("rollback");
    noting.release();
  }
  await calm.finish(ctx, id);
});

test("one that fails for the last time stands still, is seen, and goes on when told to or asked for again, or is left as it is", async () => {
  let broken = true;
  const brittle = trip(({ step }) => {
    if (broken && step === "drive") throw new Error("a flat tire");
  });
  const [one, two] = [await begin("brittle", false, brittle), await begin("given up", false, brittle)];
  const three = await begin("asked again", false, brittle);
  for (const id of [one, two, three])
    for (let tries = 0; tries < 8; tries++) {
      await servers.admin.query(
        "update customer.job set due_at = clock_timestamp() - interval '1 second', state = 'due' where kind = 'process-trip' and key = $1",
        [id],
      );
      await runDue(servers.runtime("customer"), [brittle.job]);
    }
  const operations = servers.client(OperationsService, { via: "operator" });
  const { runs } = await operations.listProcessRuns({ service: "customer" });
  expect(runs).toMatchObject(
    [three, two, one].map((id) => ({ id, kind: "trip", state: ProcessRunState.FAILED, step: "drive", error: "a flat tire", attempts: 8 })),
  );
  broken = false;
  expect((await operations.retryProcessRun({ service: "customer", id: one })).run).toMatchObject({ state: ProcessRunState.RUNNING });
  await runDue(servers.runtime("customer"), [brittle.job]);
  expect([await stateOf("brittle"), await effects("brittle")]).toEqual(["done", there]);
  expect(await begin("asked again", false, brittle)).toBe(three);
  expect(await brittle.finish(ctx, three)).toMatchObject({ state: "done" });
  expect(await effects("asked again")).toEqual(there);
  await operations.abandonProcessRun({ service: "customer", id: two });
  expect([await stateOf("given up"), await effects("given up")]).toEqual(["abandoned", ["pack"]]);
  expect((await refusalOf(operations.retryProcessRun({ service: "customer", id: two }))).code).toBe(404);
  const all = await operations.listProcessRuns({ service: "customer", all: true, pageSize: 2 });
  expect([all.runs.map(({ id }) => id), all.nextPageToken !== ""]).toEqual([[three, two], true]);
  expect((await operations.listProcessRuns({ service: "customer" })).runs).toEqual([]);
  expect((await refusalOf(servers.client(OperationsService).listProcessRuns({ service: "customer" }))).code).toBe(20019);
});
