import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager, RetentionPolicy, StorageType } from "@nats-io/jetstream";
import { connect, type NatsConnection, nanos } from "@nats-io/transport-node";
import type { Config } from "../config.ts";
import { natsConnectMs } from "../limits.ts";
import type { Log } from "../observability/log.ts";
import { natsLogin, type StoreState, storeState } from "./nats.ts";

/** One NATS connection with the event stream on it. Reconnects for ever; what is published meanwhile waits in the outbox. */
export type Bus = {
  connection: NatsConnection | null;
  connected: () => boolean;
  /** Whether the server answers, and its stream store works. */
  state: () => Promise<StoreState | "away">;
  streamName: string;
  eventSubject: (typeName: string) => string;
  publishCore: (subject: string, body: string) => void;
  /** Messages that are lost when nobody listens, from now on and again after every connection. */
  subscribe: (subject: string, heard: (body: string) => void) => void;
  /** Told whenever the server is reached again after it was away. */
  onReturn: (fn: () => void) => void;
  /** Creates the stream when it is not there and answers when it was created; null while NATS is away. */
  ensureStream: () => Promise<Stream | null>;
  close: () => Promise<void>;
};
export type Stream = { js: JetStreamClient; jsm: JetStreamManager; created: string };

export async function openBus(config: Config, log: Log): Promise<Bus> {
  const returns: (() => void)[] = [];
  const subscriptions: [string, (body: string) => void][] = [];
  const attach = (subject: string, heard: (body: string) => void): void =>
    void bus.connection?.subscribe(subject, { callback: (error, message) => void (error ?? heard(message.string())) });
  const bus: Bus & { connecting: Promise<void> | null; closed: boolean } = {
    connection: null,
    connecting: null,
    closed: false,
    streamName: config.prefix.toUpperCase().replace(/[^A-Z0-9_-]/g, "_"),
    connected: () => bus.connection !== null && !bus.connection.isClosed(),
    state: async () => {
      const { connection } = bus;
      return connection && bus.connected() ? await storeState(connection) : "away";
    },
    eventSubject: (typeName) => `${config.prefix}.event.${typeName.split(".")[1]}.${typeName.split(".").at(-1)}`,
    publishCore: (subject, body) => {
      if (bus.connected()) bus.connection?.publish(subject, body);
    },
    subscribe: (subject, heard) => {
      subscriptions.push([subject, heard]);
      attach(subject, heard);
    },
    onReturn: (fn) => returns.push(fn),
    ensureStream: async () => {
      if (!bus.connected()) return null;
      const jsm = await jetstreamManager(bus.connection as NatsConnection, { checkAPI: false });
      const name = bus.streamName;
      const info = await jsm.streams.info(name).catch(() =>
        jsm.streams.add({
          name,
          subjects: [`${config.prefix}.event.>`],
          retention: RetentionPolicy.Limits,
          storage: StorageType.File,
          max_age: nanos(7 * 86_400_000),
          duplicate_window: nanos(120_000),
        }),
      );
      return { js: jetstream(bus.connection as NatsConnection), jsm, created: String(info.created) };
    },
    close: async () => {
      bus.closed = true;
      await bus.connection?.close().catch(() => undefined);
    },
  };
  const open = async (): Promise<void> => {
    while (!bus.closed && !bus.connected()) {
      try {
        bus.connection = await connect({
          ...natsLogin(config.natsUrl),
          maxReconnectAttempts: -1,
          reconnectTimeWait: 250,
          pingInterval: 5_000,
          timeout: natsConnectMs,
          name: config.prefix,
        });
        watch(bus.connection, returns);
        for (const [subject, heard] of subscriptions) attach(subject, heard);
      } catch (error) {
        log.warn({ error: (error as Error).message }, "nats is away");
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  };
  await Promise.race([open(), new Promise((resolve) => setTimeout(resolve, 3_000))]);
  return bus;
}

function watch(connection: NatsConnection, returns: readonly (() => void)[]): void {
  void (async () => {
    for await (const { type } of connection.status()) if (type === "reconnect") for (const fn of returns) fn();
  })();
}
