import { afterAll, beforeAll, expect, test } from "vitest";
import { startServers, type TestServers } from "../../test/index.ts";
import { openLog } from "../observability/log.ts";
import { openRuntime, type Runtime } from "../runtime.ts";
import { tidy } from "./tidy.ts";

let servers: TestServers;
let runtime: Runtime;
beforeAll(async () => {
  servers = await startServers([], { background: false });
  // Any service that has the kit's tables will do; nothing else of it runs.
  runtime = await openRuntime("offering", servers.config, openLog("offering", "silent"));
});
afterAll(async () => {
  await runtime.close();
  await servers.stop();
});

test("what is kept no longer goes, however much it is; what is younger, waits or runs stays", async () => {
  const { admin } = servers;
  const ago = (days: number) => `now() - interval '${days} days'`;
  const days = "generate_series(1, 7) n";
  for (const age of [1, 10])
    await admin.query(`
      insert into offering.outbox (company_id, aggregate, type, payload, published_at) select 1, 'a', 't', '', ${ago(age)} from ${days};
      insert into offering.inbox (company_id, consumer, event_id, seen_at) select 1, 'c', '${age}-' || n, ${ago(age)} from ${days};
      insert into offering.idempotency (company_id, key, method, fingerprint, created_at) select 1, '${age}-' || n, 'm', '', ${ago(age)} from ${days}`);
  await admin.query(
    `insert into offering.outbox (company_id, aggregate, type, payload, created_at) values (1, 'a', 'unsent', '', ${ago(400)})`,
  );
  for (const [state, old, young] of [
    ["done", 61, 59],
    ["cancelled", 61, 59],
    ["failed", 181, 179],
  ] as const)
    await admin.query(
      `insert into offering.job (company_id, kind, key, due_at, state, finished_at) values (1, '${state}', 'old', now(), '${state}', ${ago(old)}), (1, '${state}', 'young', now(), '${state}', ${ago(young)})`,
    );
  await admin.query(`insert into offering.job (company_id, kind, key, due_at, state) values (1, 'due', 'young', ${ago(400)}, 'due')`);
  for (const [service, ended] of [
    ["1", 31],
    ["2", 29],
  ] as const)
    await admin.query(
      `insert into offering.booked_service (company_id, appointment_id, service_id, ends_at) select 1, n, ${service}, ${ago(ended)} from ${days}`,
    );
  await tidy(runtime, 2);
  const count = async (table: string) => (await admin.query(`select count(*)::int as n from offering.${table}`)).rows[0].n;
  expect([await count("outbox"), await count("inbox"), await count("idempotency")]).toEqual([8, 7, 7]);
  expect((await admin.query("select distinct key from offering.job")).rows).toEqual([{ key: "young" }]);
  expect(await count("job")).toBe(4);
  expect((await admin.query("select distinct service_id from offering.booked_service")).rows).toEqual([{ service_id: "2" }]);
});
