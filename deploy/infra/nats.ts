import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { natsLogin, type StoreState, storeState } from "@leashline/kit/events/nats.ts";
import { natsConnectMs } from "@leashline/kit/limits.ts";
import { connect } from "@nats-io/transport-node";
import { commandOf, inContainer, provide, writeConfig } from "./binary.ts";
import { answers } from "./ports.ts";
import type { ServerOptions } from "./redis.ts";
import { type Running, supervise } from "./supervise.ts";

export const natsServer = { program: "nats-server", package: "nats-server", image: "nats:2-alpine", port: 4222 };
const user = "leashline";
export const natsUrl = (port: number, password: string) => `nats://${user}:${password}@127.0.0.1:${port}`;

/** Whether the server at an address can keep anything. */
export async function storeStateAt(url: string): Promise<StoreState | "away"> {
  const connection = await connect({ ...natsLogin(url), maxReconnectAttempts: 0, timeout: natsConnectMs }).catch(() => undefined);
  if (!connection) return "away";
  try {
    return await storeState(connection);
  } catch {
    return "away";
  } finally {
    void connection.close().catch(() => undefined);
  }
}

/** Events (JetStream) and push notices (core). A lost store is refilled from the services' outboxes. */
export async function startNats(options: ServerOptions): Promise<Running & { url: string }> {
  const { folder, port, password, logFile, say, signal } = options;
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true });
  const provided = provide(natsServer, say);
  const config = join(folder, "nats.conf");
  const own = provided.kind === "program";
  // Debian's server is 2.9: nothing here needs a newer one.
  writeConfig(provided, config, [
    own ? `host: "127.0.0.1"` : `host: "0.0.0.0"`,
    `port: ${own ? port : natsServer.port}`,
    `server_name: "leashline"`,
    `jetstream { store_dir: "${own ? data : "/data"}" }`,
    `authorization { user: "${user}", password: "${password}" }`,
  ]);
  const running = await supervise(
    {
      name: "nats",
      command: commandOf(provided, { native: ["-c", config], container: ["-c", inContainer], folder: data, config, port, name: "nats" }),
      marker: own ? config : `leashline-nats-${port}`,
      logFile,
      pidFile: join(folder, "nats.pid"),
      cwd: folder,
      tries: 3,
      // One that has lost its store does not end by itself.
      stopWithinMs: 5_000,
      signal,
      isReady: () => answers(port, "", /^INFO .*"jetstream":\s*true/),
    },
    say,
  );
  return {
    name: running.name,
    pid: () => running.pid(),
    restart: () => running.restart(),
    stop: () => running.stop(),
    url: natsUrl(port, password),
  };
}
