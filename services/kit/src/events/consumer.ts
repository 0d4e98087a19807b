import { createHash } from "node:crypto";
import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import type { ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import { asTenant } from "../context.ts";
import type { Tx } from "../db/doors.ts";
import { CompiledQuery } from "../db/kysely.ts";
import { Transaction } from "../db/transaction.ts";
import type { Runtime } from "../runtime.ts";
import { traceHeader, traceIdOf } from "../trace/tracer.ts";
import { attach } from "./attach.ts";
import { actorHeader, companyHeader, eventIdHeader, keyHeader, writtenHeader } from "./relay.ts";

export type EventMeta = {
  id: string;
  companyId: string;
  key: string;
  writtenAt: Date;
  /** Traceparent of the step that wrote it, when one was traced. */
  trace?: string;
  actor: { name?: string; staffId?: string; businessId?: string };
};
// The table type is the service's own; the harness only passes the transaction through.
// biome-ignore lint/suspicious/noExplicitAny: each consumer narrows it to its own tables
export type Consumer = { schema: DescMessage; react: (tx: Tx<any>, event: any, meta: EventMeta) => Promise<void> };

/** What to do when another service tells us something. Its effect and the note that it was seen commit together, so it happens once. */
export function consumer<D extends DescMessage, DB>(
  schema: D,
  react: (tx: Tx<DB>, event: MessageShape<D>, meta: EventMeta) => Promise<void>,
): Consumer {
  return { schema, react };
}

const markSeen = "insert into inbox (company_id, consumer, event_id) values ($1, $2, $3) on conflict do nothing";
/** Keys of one domain worked on at a time: few, so that listeners leave the machine to whoever waits for an answer. */
const parallel = 4;
// An event that cannot be handled holds up the younger ones of its key for some seconds; then they go first.
const triesInPlace = 6;

/** Handles one message: once per service and event. Exported for tests. */
export async function deliver(
  runtime: Runtime,
  consumers: readonly Consumer[],
  message: { typeName: string; data: Uint8Array; meta: EventMeta },
): Promise<void> {
  const mine = consumers.filter((c) => c.schema.typeName === message.typeName);
  for (const [index, { schema, react }] of mine.entries()) {
    const event = fromBinary(schema, message.data);
    const { companyId } = message.meta;
    const name = `${message.typeName}#${index}`;
    const span = runtime.tracer?.start({
      kind: "consumer",
      name,
      parent: message.meta.trace ?? "",
      facts: { "leashline.event": message.typeName },
    });
    const ctx = asTenant(
      { runtime, requestId: message.meta.id, trace: span?.parent ?? "" },
      { companyId, businessId: message.meta.actor.businessId ?? "0", name: message.meta.actor.name ?? "" },
    );
    const handled = new Transaction<unknown>(ctx, "").run(async (tx) => {
      const first = await tx.db.executeQuery(CompiledQuery.raw(markSeen, [companyId, name, message.meta.id]));
      if (first.numAffectedRows === 1n) await react(tx, event, message.meta);
    });
    await handled.then(
      () => span?.end(),
      (error) => {
        span?.end("failed");
        throw error;
      },
    );
  }
}

export function startConsumers(runtime: Runtime, consumers: readonly Consumer[]): { stop: () => Promise<void> } {
  const domains = [...new Set(consumers.map((c) => c.schema.typeName.split(".")[1] ?? ""))];
  const running = domains.map((domain) => follow(runtime, consumers, domain));
  return { stop: async () => void (await Promise.all(running.map((r) => r.stop()))) };
}

/** Follows one domain's events: in order per key, several keys at a time. */
function follow(runtime: Runtime, consumers: readonly Consumer[], domain: string): { stop: () => Promise<void> } {
  const { bus, log, config } = runtime;
  const wanted = new Map(consumers.map((c) => [bus.eventSubject(c.schema.typeName), c.schema.typeName]));
  const durable = `${runtime.name}__${domain}`;
  const chains = new Map<string, Promise<void>>();
  let messages: ConsumerMessages | null = null;
  let stopped = false;
  // What was on its way to us when the connection broke is lost until asked for anew.
  bus.onReturn(() => messages?.stop());

  const handle = async (message: JsMsg): Promise<void> => {
    const typeName = wanted.get(message.subject);
    if (!typeName) return message.ack();
    for (let tries = 1; ; tries++) {
      try {
        await deliver(runtime, consumers, { typeName, data: message.data, meta: metaOf(message) });
        return message.ack();
      } catch (error) {
        const { message: reason, stack } = error as Error;
        const traceId = traceIdOf(message.headers?.get(traceHeader));
        const about = { error: reason, stack, event: typeName, id: message.headers?.get(eventIdHeader), traceId, tries };
        log.error(about, "an event could not be handled and will be tried again");
        if (tries === triesInPlace || stopped) return message.nak(Math.min(30_000, 1_000 * 2 ** Math.min(message.info.deliveryCount, 5)));
        message.working();
        await pause(50 * 2 ** tries);
      }
    }
  };
  const enqueue = (message: JsMsg): void => {
    const key = `${message.headers?.get(companyHeader)}:${message.headers?.get(keyHeader)}`;
    const next = (chains.get(key) ?? Promise.resolve()).then(() => handle(message));
    chains.set(key, next);
    void next.finally(() => chains.get(key) === next && chains.delete(key));
  };
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
          enqueue(message);
          while (chains.size >= parallel) await Promise.race(chains.values());
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
      await Promise.allSettled(chains.values());
    },
  };
}

/** A consumer that was deleted with its stream tells so only by status; then we start over. */
function watch(messages: ConsumerMessages): void {
  void (async () => {
    let missed = 0;
    for await (const status of messages.status()) {
      if (status.type === "heartbeats_missed") missed = status.count;
      if (status.type === "consumer_not_found" || status.type === "stream_not_found" || status.type === "consumer_deleted" || missed >= 3)
        messages.stop();
    }
  })().catch(() => undefined);
}

function metaOf(message: JsMsg): EventMeta {
  const read = (name: string): string => message.headers?.get(name) ?? "";
  const actor = read(actorHeader);
  return {
    id: read(eventIdHeader) || createHash("sha256").update(message.data).digest("hex"),
    companyId: read(companyHeader),
    key: read(keyHeader),
    writtenAt: new Date(read(writtenHeader)),
    trace: read(traceHeader),
    actor: actor ? JSON.parse(Buffer.from(actor, "base64url").toString()) : {},
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
