import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { commandOf, inContainer, provide, writeConfig } from "./binary.ts";
import { answers } from "./ports.ts";
import { type Running, supervise } from "./supervise.ts";

export interface ServerOptions {
  /** Folder of this server alone. */
  folder: string;
  port: number;
  /** Asked of everybody who connects. Letters, digits, - and _ only. */
  password: string;
  logFile: string;
  say: (line: string) => void;
  signal?: AbortSignal;
}

export const redisServer = { program: "redis-server", package: "redis-server", image: "redis:7-alpine", port: 6379 };
export const redisUrl = (port: number, password: string) => `redis://:${password}@127.0.0.1:${port}`;

/** Sessions' cache, rate limits and job queues. It may be flushed at any moment: what is due lies in PostgreSQL. */
export async function startRedis(options: ServerOptions): Promise<Running & { url: string }> {
  const { folder, port, password, logFile, say, signal } = options;
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true });
  const provided = provide(redisServer, say);
  const config = join(folder, "redis.conf");
  // The queues lose jobs silently under any policy that evicts.
  writeConfig(provided, config, [`requirepass ${password}`, "appendonly yes", 'save ""', "maxmemory-policy noeviction", "daemonize no"]);
  const running = await supervise(
    {
      name: "redis",
      command: commandOf(provided, {
        native: [config, "--bind", "127.0.0.1", "--port", String(port), "--dir", data],
        container: ["redis-server", inContainer, "--dir", "/data"],
        folder: data,
        config,
        port,
        name: "redis",
      }),
      // The server rewrites its own command line to this.
      marker: provided.kind === "program" ? `127.0.0.1:${port}` : `leashline-redis-${port}`,
      logFile,
      pidFile: join(folder, "redis.pid"),
      cwd: folder,
      tries: 3,
      signal,
      isReady: () => answers(port, `AUTH ${password}\r\nPING\r\n`, /^\+OK\r\n\+PONG/),
    },
    say,
  );
  return {
    name: running.name,
    pid: () => running.pid(),
    restart: () => running.restart(),
    stop: () => running.stop(),
    url: redisUrl(port, password),
  };
}
