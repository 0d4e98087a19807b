import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import type { ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import { asTenant, type Ctx } from "../context.ts";
import type { Tx } from "../db/access.ts";
import { rowsOf } from "../db/kysely.ts";
import { Transaction } from "../db/transaction.ts";
import { traceHeader, traceIdOf } from "../observability/tracer.ts";
import type { Runtime } from "../runtime.ts";
import { attach } from "./attach.ts";
import { openBatches } from "./batches.ts";
import { type EventMeta, metaOf } from "./meta.ts";
import { eventIdHeader } from "./relay.ts";

export type { EventMeta } from "./meta.ts";
// The table type is the service's own; the harness only passes the transaction through.
// biome-ignore lint/suspicious/noExplicitAny: each consumer narrows it to its own tables
export type Consumer = ConsumerOptions & { schema: DescMessage; react: (tx: Tx<any>, event: any, meta: EventMeta) => Promise<void> };
export type ConsumerOptions = {
  /** Whether an event says anything that matters here, told by itself alone; any other costs no transaction. */
  // biome-ignore lint/suspicious/noExplicitAny: of the consumer's own event
  wanted?: (event: any) => boolean;
  /**
   * Events of different keys read and write rows of their own, so that those that come together are handled at the same time, in one transaction with a
   * trip for each step instead of one for each event and step. Locks hold nothing apart there: whatever two keys share must be added up by the database,
   * or at the end with `together`.
   */
  apart?: boolean;
  /**
   * What reacting to an event locks. Of events that come together all of it is locked at once, in the order that everybody keeps.
   */
  // biome-ignore lint/suspicious/noExplicitAny: of the consumer's own event
  locks?: (event: any) => readonly string[];
  /** Hearing an event once more changes nothing, however late: no note is kept of what was heard. */
  repeatable?: boolean;
};

/** What to do when another service emits an event. Its effect and the note that it was seen commit together, so it happens once; what is repeatable needs none. */
export function consumer<D extends DescMessage, DB>(
  schema: D,
  react: (tx: Tx<DB>, event: MessageShape<D>, meta: EventMeta) => Promise<void>,
  options: Omit<ConsumerOptions, "wanted" | "locks"> & {
    wanted?: (event: MessageShape<D>) => boolean;
    locks?: (event: MessageShape<D>) => readonly string[];
  } = {},
): Consumer {
  return { schema, react, ...options };
}

const markSeen = `insert into inbox (company_id, consumer, event_id) select $1, consumer, event_id from unnest($2::text[], $3::text[]) as seen (consumer, event_id)
  on conflict do nothing returning consumer, event_id as id`;

/** An event that cannot be handled holds up the younger ones of its key for some seconds; then they go first. */
const triesInPlace = 6;

export type Message = { typeName: string; data: Uint8Array; meta: EventMeta };
type Seen = { consumer: string; id: string };
type Step = { name: string; consumer: Consumer; message: Message };

/** Handles one message: once per service and event. Exported for tests. */
export const deliver = (runtime: Runtime, consumers: readonly Consumer[], message: Message): Promise<void> =>
  deliverAll(runtime, consumers, [message]);

/** Handles messages of one company in one transaction, in their order; each once per service and event, all of them or none. */
export async function deliverAll(runtime: Runtime, consumers: readonly Consumer[], messages: readonly Message[]): Promise<void> {
  const steps = messages.flatMap((message) => stepsOf(consumers, message));
  const [first] = steps;
  if (!first) return;
  const { companyId } = first.message.meta;
  await new Transaction<unknown>(contextOf(runtime, first.message), "").run(async (tx) => {
    const fresh = await noteSeen(tx, companyId, steps.filter(isNoted));
    const left = steps.filter((step) => !isNoted(step) || fresh.delete(`${step.name} ${step.message.meta.id}`));
    tx.lock(left.flatMap(locksOf));
    await inTurn(left, (step) => react(runtime, tx, step));
  });
}

const isNoted = ({ consumer }: Step): boolean => !consumer.repeatable;

/** Notes that these are handled now, and answers which of them are for the first time. */
async function noteSeen({ db }: Tx<unknown>, companyId: string, steps: readonly Step[]): Promise<Set<string>> {
  if (steps.length === 0) return new Set();
  const values = [companyId, steps.map(({ name }) => name), steps.map(({ message }) => message.meta.id)];
  const rows = await rowsOf<Seen>(db, markSeen, values);
  return new Set(rows.map((row) => `${row.consumer} ${row.id}`));
}

/** In order, and in order per key where events of different keys have nothing to do with each other. Ends when all have ended. */
async function inTurn(steps: readonly Step[], run: (step: Step) => Promise<void>): Promise<void> {
  let chains = new Map<string, Promise<void>>();
  const settle = async () => {
    const ends = await Promise.allSettled(chains.values());
    chains = new Map();
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  };
  for (const step of steps) {
    const { key } = step.message.meta;
    if (!step.consumer.apart) await settle();
    const before = chains.get(key) ?? Promise.resolve();
    chains.set(
      key,
      before.then(() => run(step)),
    );
    if (!step.consumer.apart) await settle();
  }
  await settle();
}

const locksOf = ({ consumer: { schema, locks }, message }: Step): readonly string[] => locks?.(fromBinary(schema, message.data)) ?? [];

const stepsOf = (consumers: readonly Consumer[], message: Message): Step[] =>
  consumers
    .filter(({ schema }) => schema.typeName === message.typeName)
    .map((consumer, index) => ({ name: `${message.typeName}#${index}`, consumer, message }))
    .filter(({ consumer: { schema, wanted } }) => !wanted || wanted(fromBinary(schema, message.data)));

function contextOf(runtime: Runtime, { meta }: Message, trace = ""): Ctx {
  const { businessId = "0", name = "" } = meta.actor;
  return asTenant({ runtime, requestId: meta.id, trace }, { companyId: meta.companyId, businessId, name });
}

async function react(runtime: Runtime, tx: Tx<unknown>, { name, consumer: { schema, react }, message }: Step): Promise<void> {
  const { meta, typeName } = message;
  const span = runtime.tracer?.start({ kind: "consumer", name, parent: meta.trace ?? "", facts: { "leashline.event": typeName } });
  try {
    await react(tx.as(contextOf(runtime, message, span?.parent)), fromBinary(schema, message.data), meta);
    span?.end();
  } catch (error) {
    span?.end("failed");
    throw error;
  }
}

export function startConsumers(runtime: Runtime, consumers: readonly Consumer[]): { stop: () => Promise<void> } {
  const domains = [...new Set(consumers.map((c) => c.schema.typeName.split(".")[1] ?? ""))];
  const running = domains.map((domain) => follow(runtime, consumers, domain));
  return { stop: async () => void (await Promise.all(running.map((r) => r.stop()))) };
}

/** Follows one domain's events: in order per key, a company's together, several companies at a time. */
function follow(runtime: Runtime, consumers: readonly Consumer[], domain: string): { stop: () => Promise<void> } {
  const { bus, log, config } = runtime;
  const wanted = new Map(consumers.map((c) => [bus.eventSubject(c.schema.typeName), c.schema.typeName]));
  const durable = `${runtime.name}__${domain}`;
  let messages: ConsumerMessages | null = null;
  let stopped = false;
  // What was on its way to us when the connection broke is lost until asked for anew.
  bus.onReturn(() => messages?.stop());
  const handle = (message: JsMsg) =>
    handleAlone(runtime, consumers, { message, typeName: wanted.get(message.subject) ?? "", isLast: () => stopped });
  const handleAll = (together: readonly JsMsg[]) =>
    deliverAll(
      runtime,
      consumers,
      together.map((message) => ({ typeName: wanted.get(message.subject) ?? "", data: message.data, meta: metaOf(message) })),
    );
  const work = openBatches({ answersToo: runtime.config.role !== "work", handle, handleAll });
  const loop = (async () => {
    while (!stopped) {
      try {
        const stream = await bus.ensureStream();
        if (!stream) {
          await pause(300);
          continue;
        }
        const pull = await attach(stream, bus.streamName, { durable, filter: `${config.prefix}.event.${domain}.>` });
        messages = await pull.consume({ max_messages: 128, idle_heartbeat: 5_000 });
        watch(messages);
        for await (const message of messages) {
          if (wanted.has(message.subject)) work.add(message);
          else message.ack();
          await work.room();
        }
      } catch (error) {
        if (!stopped) log.warn({ error: (error as Error).message, domain }, "following events will be tried again");
      }
      if (!stopped) await pause(300);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      messages?.stop();
      await loop;
      await work.done();
    },
  };
}

type Alone = { message: JsMsg; typeName: string; isLast: () => boolean };

/** Why no service of ours can have written this message; it would be tried for ever. */
function unreadable(consumers: readonly Consumer[], message: JsMsg, typeName: string): string | undefined {
  try {
    const { companyId, writtenAt } = metaOf(message);
    if (!/^[1-9]\d{0,18}$/.test(companyId)) return "it names no company";
    if (Number.isNaN(writtenAt.getTime())) return "it does not say when it was written";
    for (const { schema } of consumers) if (schema.typeName === typeName) fromBinary(schema, message.data);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Tries one message in its place some times, then lets the younger ones of its key go first. */
async function handleAlone(runtime: Runtime, consumers: readonly Consumer[], { message, typeName, isLast }: Alone): Promise<void> {
  const reason = unreadable(consumers, message, typeName);
  if (reason !== undefined) {
    runtime.log.error({ error: reason, event: typeName }, "an event that cannot be read is left out");
    return message.term();
  }
  for (let tries = 1; ; tries++) {
    try {
      await deliver(runtime, consumers, { typeName, data: message.data, meta: metaOf(message) });
      return message.ack();
    } catch (error) {
      const { message: reason, stack } = error as Error;
      const traceId = traceIdOf(message.headers?.get(traceHeader));
      const about = { error: reason, stack, event: typeName, id: message.headers?.get(eventIdHeader), traceId, tries };
      runtime.log.error(about, "an event could not be handled and will be tried again");
      if (tries === triesInPlace || isLast()) return message.nak(Math.min(30_000, 1_000 * 2 ** Math.min(message.info.deliveryCount, 5)));
      message.working();
      await pause(50 * 2 ** tries);
    }
  }
}

/** A consumer that was deleted with its stream tells so only by status; then we start over. */
function watch(messages: ConsumerMessages): void {
  void (async () => {
    let missed = 0;
    for await (const status of messages.status()) {
      if (status.type === "heartbeats_missed") missed = status.count;
      if (status.type === "consumer_not_found" || status.type === "stream_not_found" || status.type === "consumer_deleted" || missed >= 2)
        messages.stop();
    }
  })().catch(() => undefined);
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
