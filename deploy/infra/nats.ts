import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandOf, provide } from "./binary.ts";
import { answers } from "./ports.ts";
import type { ServerOptions } from "./redis.ts";
import { type Running, supervise } from "./supervise.ts";

/** Events (JetStream) and push notices (core). A lost store is refilled from the services' outboxes. */
export async function startNats(options: ServerOptions): Promise<Running & { url: string }> {
  const { folder, port, logFile, say, signal } = options;
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true });
  const provided = provide({ program: "nats-server", package: "nats-server", image: "nats:2-alpine", port: 4222 }, say);
  const native = join(folder, "nats.conf");
  writeFileSync(native, configuration("127.0.0.1", port, data));
  writeFileSync(join(data, "container.conf"), configuration("0.0.0.0", 4222, "/data"));
  const running = await supervise(
    {
      name: "nats",
      command: commandOf(provided, { native: ["-c", native], container: ["-c", "/data/container.conf"], folder: data, port, name: "nats" }),
      marker: provided.kind === "program" ? native : `leashline-nats-${port}`,
      logFile,
      pidFile: join(folder, "nats.pid"),
      cwd: folder,
      tries: 3,
      signal,
      isReady: () => answers(port, "", /^INFO .*"jetstream":\s*true/),
    },
    say,
  );
  return { name: running.name, pid: () => running.pid(), stop: () => running.stop(), url: `nats://127.0.0.1:${port}` };
}

/** Debian's server is 2.9: nothing here needs a newer one. */
function configuration(host: string, port: number, store: string): string {
  return [`host: "${host}"`, `port: ${port}`, `server_name: "leashline"`, `jetstream { store_dir: "${store}" }`, ""].join("\n");
}
