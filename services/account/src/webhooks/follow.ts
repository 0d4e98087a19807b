import { asTenant, type Runtime } from "@leashline/kit";
import { companyHeader, eventIdHeader, writtenHeader } from "@leashline/kit/events/relay.ts";
import { openWakeSignal } from "@leashline/kit/wake-signal.ts";
import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg } from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import { command } from "../db.ts";
import { queue } from "./deliver.ts";
import { bodyOf, eventTypes } from "./event-types.ts";
import { wantedSince } from "./wanted.ts";
import { insertEvent, listEndpoints, wantsOf } from "./webhook.store.ts";

export const listenersSubject = (prefix: string): string => `${prefix}.account.webhook-listeners`;
const refreshMs = 30_000;

/** Hands an event to the endpoints of its company, once however often it arrives. */
export async function forward(
  runtime: Runtime,
  event: { typeName: string; data: Uint8Array; companyId: string; id: string; at: Date },
): Promise<void> {
  const { companyId } = event;
  const message = bodyOf(event.typeName, event.data, companyId, event.at);
  if (!message) return;
  await command(asTenant({ runtime }, { companyId }), async (tx) => {
    const endpoints = await listEndpoints(tx.db);
    // A lost stream is filled again with what happened in days before: what is older than every endpoint is not even kept for replay.
    if (!endpoints.some(({ enabled, createTime }) => enabled && createTime <= event.at)) return;
    const kept = { messageId: `evt_${event.id}`, ...message };
    if (!(await insertEvent(tx.db, kept))) return;
    for (const endpoint of endpoints) {
      const since = wantedSince(wantsOf(endpoint), message.eventType);
      if (since && since <= event.at) await queue(tx, endpoint.id, kept);
    }
  });
}

/**
 * Follows the events of all services while anybody listens. Companies that do not are let pass in memory: their events cost no statement here, and where no company
 * does, no event comes here at all.
 */
export function followEvents(runtime: Runtime): { stop: () => Promise<void> } {
  const { bus, config, log } = runtime;
  const typeOf = new Map(eventTypes.map(({ schema }) => [bus.eventSubject(schema.typeName), schema.typeName]));
  let listening = new Set<string>();
  let messages: ConsumerMessages | null = null;
  let stopped = false;
  /** When it was last seen that nobody listens. */
  let idleAt: Date | undefined;
  const signal = openWakeSignal();
  const refresh = async (): Promise<void> => {
    const at = new Date();
    const { rows } = await runtime.pool.query<{ id: string }>("select webhook_companies() as id");
    listening = new Set(rows.map((row) => row.id));
    if (listening.size > 0) return signal.ring();
    idleAt = at;
    messages?.stop();
  };
  const handle = async (message: JsMsg): Promise<void> => {
    const companyId = message.headers?.get(companyHeader) ?? "";
    const typeName = typeOf.get(message.subject);
    if (!typeName || !listening.has(companyId)) return message.ack();
    try {
      const at = new Date(message.headers?.get(writtenHeader) || Date.now());
      await forward(runtime, { typeName, data: message.data, companyId, id: message.headers?.get(eventIdHeader) ?? "", at });
      message.ack();
    } catch (error) {
      log.warn(
        { error: (error as Error).message, event: typeName },
        "an event could not be put on its way to webhooks and will come again",
      );
      message.nak(1_000);
    }
  };
  const loop = (async () => {
    while (!stopped) {
      try {
        await refresh();
        if (listening.size === 0) {
          await leave(runtime);
          await signal.rest(refreshMs);
          continue;
        }
        messages = await open(runtime, idleAt);
        // Whoever ended it meanwhile found nothing to stop yet.
        if (stopped || listening.size === 0) messages?.stop();
        for await (const message of messages ?? []) await handle(message);
      } catch (error) {
        if (!stopped) log.warn({ error: (error as Error).message }, "following events for webhooks will be tried again");
      }
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })();
  const timer = setInterval(() => void refresh().catch(() => undefined), refreshMs);
  bus.subscribe(listenersSubject(config.prefix), () => void refresh().catch(() => undefined));
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      messages?.stop();
      signal.ring();
      await loop;
    },
  };
}

const durableOf = ({ name }: Runtime): string => `${name}__webhooks`;

/**
 * Gives up the place in the stream: whoever listens later has no use for what came before. Not while somebody waits there, another process that has not seen yet that nobody
 * listens, or one of a release that follows all the time.
 */
async function leave(runtime: Runtime): Promise<void> {
  const { streamName } = runtime.bus;
  const consumers = (await runtime.bus.ensureStream())?.jsm.consumers;
  const place = await consumers?.info(streamName, durableOf(runtime)).catch(() => undefined);
  if (place?.num_waiting === 0) await consumers?.delete(streamName, durableOf(runtime)).catch(() => undefined);
}

/** Clocks of ours and of the stream's may differ so much. */
const clocksDifferMs = 60_000;

/**
 * A durable place in the stream. A new one begins a minute before it was last seen that nobody listens, else with all the stream holds, so that nothing is missed of what comes into a new
 * stream before we find it; each endpoint gets of it what it wants and has not had.
 */
async function open(runtime: Runtime, idleAt: Date | undefined): Promise<ConsumerMessages | null> {
  const { bus, config } = runtime;
  const stream = await bus.ensureStream();
  if (!stream) return null;
  const durable = durableOf(runtime);
  const from = idleAt
    ? { deliver_policy: DeliverPolicy.StartTime, opt_start_time: new Date(idleAt.getTime() - clocksDifferMs).toISOString() }
    : { deliver_policy: DeliverPolicy.All };
  const settings = {
    durable_name: durable,
    filter_subject: `${config.prefix}.event.>`,
    ack_policy: AckPolicy.Explicit,
    ...from,
    ack_wait: nanos(30_000),
    max_ack_pending: 256,
  };
  await stream.jsm.consumers.info(bus.streamName, durable).catch(() => stream.jsm.consumers.add(bus.streamName, settings));
  const messages = await (await stream.js.consumers.get(bus.streamName, durable)).consume({ max_messages: 128, idle_heartbeat: 5_000 });
  void stopWhenLost(messages);
  return messages;
}

async function stopWhenLost(messages: ConsumerMessages): Promise<void> {
  for await (const status of messages.status()) {
    const lost = status.type === "consumer_not_found" || status.type === "stream_not_found" || status.type === "consumer_deleted";
    if (lost || (status.type === "heartbeats_missed" && status.count >= 3)) messages.stop();
  }
}
