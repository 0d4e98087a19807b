import { create, toBinary } from "@bufbuild/protobuf";
import { ClientChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { AckPolicy } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startServers, type TestServers } from "../../test/index.ts";
import { rowsOf } from "../db/kysely.ts";
import { openLog } from "../observability/log.ts";
import { openRuntime, type Runtime } from "../runtime.ts";
import { type Consumer, consumer, deliverAll, startConsumers } from "./consumer.ts";
import { companyHeader, eventIdHeader, keyHeader, writtenHeader } from "./relay.ts";

let servers: TestServers;
let runtime: Runtime;
beforeAll(async () => {
  servers = await startServers([], { background: false });
  // Any service that has the kit's tables will do; nothing else of it runs.
  runtime = await openRuntime("customer", servers.config, openLog("customer", "silent"));
});
afterAll(async () => {
  await runtime.close();
  await servers.stop();
});

async function tell(name: string, key = "5"): Promise<void> {
  const about = headers();
  for (const [header, value] of [
    [companyHeader, "1"],
    [keyHeader, key],
    [eventIdHeader, name],
    [writtenHeader, new Date().toISOString()],
  ] as const)
    about.set(header, value);
  const stream = await runtime.bus.ensureStream();
  const event = toBinary(ClientChangedSchema, create(ClientChangedSchema, { customerId: "5", firstName: name }));
  await stream?.js.publish(runtime.bus.eventSubject(ClientChangedSchema.typeName), event, { headers: about });
}

const hearing = (react: (name: string) => void): Consumer[] => [
  consumer<typeof ClientChangedSchema, unknown>(ClientChangedSchema, async (_, event) => react(event.firstName)),
];

test("what a killed listener had taken comes at once, before younger events of its key", async () => {
  const stream = await runtime.bus.ensureStream();
  const name = "customer__customer";
  await stream?.jsm.consumers.add(runtime.bus.streamName, { durable_name: name, ack_policy: AckPolicy.Explicit });
  for (const event of ["a", "b", "c"]) await tell(event);
  const taken = await (await stream?.js.consumers.get(runtime.bus.streamName, name))?.fetch({ max_messages: 2 });
  const names: string[] = [];
  for await (const message of taken ?? []) names.push(message.headers?.get(eventIdHeader) ?? "");
  expect(names).toEqual(["a", "b"]);

  const heard: string[] = [];
  const listening = startConsumers(
    runtime,
    hearing((event) => void heard.push(event)),
  );
  await eventually(async () => expect(heard).toEqual(["a", "b", "c"]), { withinMs: 10_000 });
  await listening.stop();
});

test("an event that cannot be handled at first keeps its place before the younger ones of its key", async () => {
  const heard: string[] = [];
  let fails = 2;
  const listening = startConsumers(
    runtime,
    hearing((event) => {
      if (event === "d" && fails-- > 0) throw new Error("not yet");
      heard.push(event);
    }),
  );
  for (const event of ["d", "e"]) await tell(event);
  await eventually(async () => expect(heard).toEqual(["d", "e"]), { withinMs: 10_000 });
  await listening.stop();
});

test("events that come together are handled in one transaction, in their order; one that fails takes no other with it", async () => {
  const heard: [string, string][] = [];
  const summed: string[][] = [];
  const sum = async (_: unknown, names: string[]) => void summed.push(names);
  let fails = 2;
  const listener = consumer<typeof ClientChangedSchema, unknown>(ClientChangedSchema, async (tx, { firstName }, { actor }) => {
    const [row] = await rowsOf<{ tx: string }>(tx.db, "select pg_current_xact_id()::text as tx", []);
    if (firstName === "bad" && fails-- > 0) throw new Error("not yet");
    tx.together(sum, firstName);
    tx.afterCommit(() => heard.push([`${firstName} for ${tx.ctx.caller.name || actor.name}`, row?.tx ?? ""]));
  });
  for (const [event, key] of ["f1", "f2", "f3"].map((event, nth) => [event, String(nth)])) await tell(event ?? "", key);
  const listening = startConsumers(runtime, [listener]);
  await eventually(async () => expect(heard).toHaveLength(3), { withinMs: 10_000 });
  expect(heard.map(([name]) => name.slice(0, 2))).toEqual(["f1", "f2", "f3"]);
  expect(new Set(heard.map(([, tx]) => tx)).size).toBe(1);
  expect(summed).toEqual([["f1", "f2", "f3"]]);
  for (const [event, key] of [
    ["good", "6"],
    ["bad", "7"],
    ["after", "7"],
    ["better", "8"],
  ] as const)
    await tell(event, key);
  await eventually(async () => expect(heard).toHaveLength(7), { withinMs: 10_000 });
  const names = heard.slice(3).map(([name]) => name.split(" ")[0] ?? "");
  expect(names.toSorted()).toEqual(["after", "bad", "better", "good"]);
  expect(names.indexOf("bad")).toBeLessThan(names.indexOf("after"));
  await listening.stop();
});

test("events that have nothing to do with each other are handled side by side, each in the order of its key and with the answers to what it asked", async () => {
  const done: string[] = [];
  const together = new Set<string>();
  let underway = 0;
  const listener = consumer<typeof ClientChangedSchema, unknown>(
    ClientChangedSchema,
    async (tx, { firstName }) => {
      together.add(`${++underway} at once`);
      for (let nth = 0; nth < 3; nth++) {
        const [row] = await rowsOf<{ echo: string }>(tx.db, "select $1::text as echo", [`${firstName}${nth}`]);
        expect(row?.echo).toBe(`${firstName}${nth}`);
      }
      underway--;
      tx.afterCommit(() => done.push(firstName));
    },
    { apart: true },
  );
  const messages = ["x1", "y1", "x2", "z1", "x3", "y2"].map((name) => ({
    typeName: ClientChangedSchema.typeName,
    data: toBinary(ClientChangedSchema, create(ClientChangedSchema, { firstName: name })),
    meta: { id: `apart-${name}`, companyId: "1", key: name.slice(0, 1), writtenAt: new Date(), actor: {} },
  }));
  await deliverAll(runtime, [listener], messages);
  for (const key of ["x", "y", "z"]) {
    const ofKey = done.filter((name) => name.startsWith(key));
    expect(ofKey).toEqual(ofKey.toSorted());
  }
  expect(done).toHaveLength(6);
  expect(together).toContain("3 at once");
  const refusing = {
    ...listener,
    react: async (tx: Parameters<typeof listener.react>[0], event: { firstName: string }) => {
      await rowsOf(tx.db, "select $1::text as echo", [event.firstName]);
      if (event.firstName === "q2") throw new Error("not this one");
      tx.afterCommit(() => done.push(event.firstName));
    },
  };
  const others = messages.slice(0, 3).map((message, nth) => ({
    ...message,
    data: toBinary(ClientChangedSchema, create(ClientChangedSchema, { firstName: `q${nth}` })),
    meta: { ...message.meta, id: `apart-q${nth}`, key: `q${nth}` },
  }));
  await expect(deliverAll(runtime, [refusing], others)).rejects.toThrow("not this one");
  expect(done).toHaveLength(6);
});

test("what nobody of ours can have written is left out, and holds up nothing", async () => {
  const stream = await runtime.bus.ensureStream();
  const subject = runtime.bus.eventSubject(ClientChangedSchema.typeName);
  const about = (company: string) => {
    const one = headers();
    for (const [name, value] of [
      [companyHeader, company],
      [keyHeader, "9"],
      [writtenHeader, new Date().toISOString()],
    ] as const)
      one.set(name, value);
    return one;
  };
  await stream?.js.publish(subject, new Uint8Array([255, 255, 255]), { headers: about("1") });
  await stream?.js.publish(subject, new Uint8Array(), { headers: about("1; drop") });
  await stream?.js.publish(subject, new Uint8Array());
  await tell("sound", "9");
  const heard: string[] = [];
  const listening = startConsumers(
    runtime,
    hearing((event) => void heard.push(event)),
  );
  await eventually(async () => expect(heard).toEqual(["sound"]), { withinMs: 10_000 });
  const held = async () => (await stream?.jsm.consumers.info(runtime.bus.streamName, "customer__customer"))?.num_ack_pending;
  await eventually(async () => expect(await held()).toBe(0), { withinMs: 10_000 });
  await listening.stop();
});

test("an event that says nothing of what is wanted costs no transaction; one beside it that does is handled", async () => {
  const heard: string[] = [];
  const picky = [
    consumer<typeof ClientChangedSchema, unknown>(ClientChangedSchema, async (_, { firstName }) => void heard.push(firstName), {
      wanted: ({ firstName }) => firstName === "wanted",
    }),
  ];
  const messageOf = (firstName: string) => ({
    typeName: ClientChangedSchema.typeName,
    data: toBinary(ClientChangedSchema, create(ClientChangedSchema, { firstName })),
    meta: { id: `picky-${firstName}`, companyId: "1", key: "5", writtenAt: new Date(), actor: {} },
  });
  const handled = "select event_id from customer.inbox where event_id like 'picky-%'";
  await deliverAll(runtime, picky, [messageOf("other")]);
  await deliverAll(runtime, picky, [messageOf("other"), messageOf("wanted")]);
  expect([heard, (await servers.admin.query(handled)).rows]).toEqual([["wanted"], [{ event_id: "picky-wanted" }]]);
});

test("what may be heard again is not noted and is handled each time; what stands beside it is noted, and handled once", async () => {
  const heard: string[] = [];
  const told =
    (who: string) =>
    async (_: unknown, { firstName }: { firstName: string }) =>
      void heard.push(`${who} ${firstName}`);
  const both = [
    consumer<typeof ClientChangedSchema, unknown>(ClientChangedSchema, told("once")),
    consumer<typeof ClientChangedSchema, unknown>(ClientChangedSchema, told("again"), { repeatable: true }),
  ];
  const message = {
    typeName: ClientChangedSchema.typeName,
    data: toBinary(ClientChangedSchema, create(ClientChangedSchema, { firstName: "Ada" })),
    meta: { id: "noted-1", companyId: "1", key: "5", writtenAt: new Date(), actor: {} },
  };
  for (let nth = 0; nth < 2; nth++) await deliverAll(runtime, both, [message]);
  await deliverAll(runtime, both.slice(1), [message, message]);
  expect(heard).toEqual(["once Ada", "again Ada", "again Ada", "again Ada", "again Ada"]);
  const noted = "select consumer from customer.inbox where event_id = 'noted-1'";
  expect((await servers.admin.query(noted)).rows).toEqual([{ consumer: `${ClientChangedSchema.typeName}#0` }]);
});
