import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { ClientChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, partOf, startServers, type TestServers } from "../test/index.ts";
import type { Role } from "./config.ts";
import { nobody } from "./context.ts";
import { databaseAccess } from "./db/access.ts";
import { job } from "./db/job.ts";
import { consumer } from "./events/consumer.ts";
import { defineService, type Running, start } from "./service.ts";

const { command } = databaseAccess<Record<never, never>>();
let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([], { background: false });
});
afterAll(() => servers?.stop());

const done: string[] = [];
const work = (role: string) => job("say", { run: async () => void done.push(`job in ${role}`) });

/** A process of the customer service, as far as this test needs one, in a role. */
const process = (role: Role): Promise<Running> =>
  start(
    [
      defineService({
        name: "customer",
        migrations: new URL("file:///"),
        rpcs: [partOf(ClientService, {})],
        consumers: [consumer(ClientChangedSchema, async (tx) => tx.afterCommit(() => done.push(`event in ${role}`)))],
        jobs: [work(role)],
      }),
    ],
    { config: { ...servers.config, role }, port: 0 },
  );

const statusOf = async ({ port }: Running, path: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" })).status;

test("one process serves and another works: it alone moves events, hears them and runs jobs, soon after the commit, and answers no calls", async () => {
  const [serving, working] = await Promise.all([process("serve"), process("work")]);
  const ctx = serving.runtimes.get("customer")?.context({ caller: { ...nobody, kind: "service", companyId: "1" } });
  if (!ctx) throw new Error("the service does not run");
  const write = () =>
    command(ctx, async (tx) => {
      tx.emit(ClientChangedSchema, { customerId: "5" }, { key: "5" });
      tx.schedule(work("serve"), { key: "5", dueAt: new Date(), payload: {} });
    });
  await write();
  await eventually(async () => expect(done.toSorted()).toEqual(["event in work", "job in work"]), { withinMs: 10_000 });
  const path = `/${ClientService.typeName}/${ClientService.method.getClient.name}`;
  expect([(await statusOf(serving, path)) === 404, await statusOf(working, path), await statusOf(working, "/readyz")]).toEqual([
    false,
    404,
    200,
  ]);
  await Promise.all([serving.stop(), working.stop()]);
});
