import { create, toBinary } from "@bufbuild/protobuf";
import { ClientChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { AckPolicy } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, startHouse, type TestHouse } from "../../test/index.ts";
import { openLog } from "../log.ts";
import { openRuntime, type Runtime } from "../runtime.ts";
import { type Consumer, consumer, startConsumers } from "./consumer.ts";
import { companyHeader, eventIdHeader, keyHeader, writtenHeader } from "./relay.ts";

let house: TestHouse;
let runtime: Runtime;
beforeAll(async () => {
  house = await startHouse([], { background: false });
  // Any service that has the kit's tables will do; nothing else of it runs.
  runtime = await openRuntime("customer", house.config, openLog("customer", "silent"));
});
afterAll(async () => {
  await runtime.close();
  await house.stop();
});

async function tell(name: string): Promise<void> {
  const about = headers();
  for (const [key, value] of [
    [companyHeader, "1"],
    [keyHeader, "5"],
    [eventIdHeader, name],
    [writtenHeader, new Date().toISOString()],
  ] as const)
    about.set(key, value);
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
