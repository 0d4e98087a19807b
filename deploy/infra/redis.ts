import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { commandOf, provide } from "./binary.ts";
import { answers } from "./ports.ts";
import { type Running, supervise } from "./supervise.ts";

export interface ServerOptions {
  /** Folder of this server alone. */
  folder: string;
  port: number;
  logFile: string;
  say: (line: string) => void;
  signal?: AbortSignal;
}

/** Sessions' cache, rate limits and job queues. It may be flushed at any moment: what is due lies in PostgreSQL. */
export async function startRedis(options: ServerOptions): Promise<Running & { url: string }> {
  const { folder, port, logFile, say, signal } = options;
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true });
  const provided = provide({ program: "redis-server", package: "redis-server", image: "redis:7-alpine", port: 6379 }, say);
  // The queues lose jobs silently under any policy that evicts.
  const common = ["--appendonly", "yes", "--save", "", "--maxmemory-policy", "noeviction", "--daemonize", "no"];
  const running = await supervise(
    {
      name: "redis",
      command: commandOf(provided, {
        native: ["--bind", "127.0.0.1", "--port", String(port), "--dir", data, ...common],
        container: ["redis-server", "--dir", "/data", ...common],
        folder: data,
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
      isReady: () => answers(port, "PING\r\n", /^\+PONG/),
    },
    say,
  );
  return { name: running.name, pid: () => running.pid(), stop: () => running.stop(), url: `redis://127.0.0.1:${port}` };
}
