import { ClientChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServers, type TestServers } from "../../test/index.ts";
import { nobody } from "../context.ts";
import { databaseAccess } from "../db/access.ts";
import { openLog } from "../observability/log.ts";
import { openRuntime, type Runtime } from "../runtime.ts";
import type { Stream } from "./bus.ts";
import { eventIdHeader, keyHeader, relayOnce } from "./relay.ts";

const { command } = databaseAccess<Record<never, never>>();
let servers: TestServers;
let runtime: Runtime;
let client: pg.Client;
beforeAll(async () => {
  servers = await startServers([], { background: false });
  // Any service that has the kit's tables will do; nothing else of it runs.
  runtime = await openRuntime("customer", servers.config, openLog("customer", "silent"));
  client = new pg.Client({ connectionString: servers.admin.options.connectionString, options: "-c search_path=customer" });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await runtime.close();
  await servers.stop();
});

/** The stream as it is when it does not take the second event of a key. */
function failing({ js, ...rest }: Stream, key: string): Stream {
  let asked = 0;
  const publish: typeof js.publish = async (...message) => {
    if (message[2]?.headers?.get(keyHeader) === key && ++asked === 2) throw new Error("the stream did not answer");
    return await js.publish(...message);
  };
  return { ...rest, js: { publish } as typeof js };
}

async function onStream({ js, jsm }: Stream): Promise<Record<string, number[]>> {
  const { messages } = (await jsm.streams.info(runtime.bus.streamName)).state;
  const consumer = await js.consumers.get(runtime.bus.streamName);
  const found: [string, number][] = [];
  for await (const message of await consumer.fetch({ max_messages: messages }))
    found.push([message.headers?.get(keyHeader) ?? "", Number(message.headers?.get(eventIdHeader).split("-").at(-1))]);
  return Object.fromEntries(Object.entries(Object.groupBy(found, ([key]) => key)).map(([key, all = []]) => [key, all.map(([, id]) => id)]));
}

test("events of one key stay in order when the stream takes only some of them; others do not wait for them", async () => {
  const ctx = runtime.context({ caller: { ...nobody, kind: "staff", companyId: "1" } });
  await command(ctx, async (tx) => {
    for (const key of ["bella", "bella", "rocky", "bella", "rocky", "bella"]) tx.emit(ClientChangedSchema, { firstName: key }, { key });
    return {};
  });
  const stream = (await runtime.bus.ensureStream()) as Stream;
  await expect(relayOnce(runtime, client, failing(stream, "bella"))).rejects.toThrow("did not answer");
  const { rows } = await client.query(
    "select aggregate, count(published_at)::int as out from outbox group by aggregate order by aggregate",
  );
  expect(rows).toEqual([
    { aggregate: "bella", out: 1 },
    { aggregate: "rocky", out: 2 },
  ]);
  await relayOnce(runtime, client, stream);
  const found = await onStream(stream);
  for (const ids of Object.values(found)) expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect([found.bella?.length, found.rocky?.length]).toEqual([4, 2]);
});
