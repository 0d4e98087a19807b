import { join } from "node:path";
import { startNats } from "./nats.ts";
import { startPostgres } from "./postgres.ts";
import { startRedis } from "./redis.ts";
import type { Running } from "./supervise.ts";

export interface InfraOptions {
  /** Everything the servers keep lies below this folder. */
  data: string;
  logs: string;
  ports: { postgres: number; redis: number; nats: number };
  passwords: { postgres: string; redis: string; nats: string };
  forgetful?: boolean;
  say: (line: string) => void;
  signal?: AbortSignal;
  /** Where a server already runs elsewhere, its address; we then start none. */
  given?: { postgresAdminUrl?: string; redisUrl?: string; natsUrl?: string };
}

export interface Infra {
  postgresAdminUrl: string;
  redisUrl: string;
  natsUrl: string;
  /** Those we started. */
  running: readonly Running[];
  /** Our own servers, where we started them. */
  postgres?: Running & { setReadOnly: (on: boolean) => void };
  nats?: Running;
  stop(): Promise<void>;
}

/** The three backing servers, at once. When one cannot start, those that did are stopped before the error goes up. */
export async function startInfra(options: InfraOptions): Promise<Infra> {
  const { data, logs, ports, passwords, given = {}, say, signal } = options;
  const place = (name: keyof typeof ports) => {
    const own = { folder: join(data, name), port: ports[name], password: passwords[name], logFile: join(logs, `${name}.log`) };
    return { ...own, say, signal };
  };
  const started = await Promise.allSettled([
    given.postgresAdminUrl ? { adminUrl: given.postgresAdminUrl } : startPostgres({ ...place("postgres"), forgetful: options.forgetful }),
    given.redisUrl ? { url: given.redisUrl } : startRedis(place("redis")),
    given.natsUrl ? { url: given.natsUrl } : startNats(place("nats")),
  ]);
  const running = started.flatMap((one) => (one.status === "fulfilled" && "stop" in one.value ? [one.value] : []));
  const stop = async () => void (await Promise.allSettled(running.map((server) => server.stop())));
  const [postgres, redis, nats] = started;
  if (postgres.status === "rejected" || redis.status === "rejected" || nats.status === "rejected") {
    await stop();
    throw [postgres, redis, nats].find((one) => one.status === "rejected")?.reason;
  }
  return {
    postgresAdminUrl: postgres.value.adminUrl,
    redisUrl: redis.value.url,
    natsUrl: nats.value.url,
    running,
    ...("setReadOnly" in postgres.value ? { postgres: postgres.value } : {}),
    ...("restart" in nats.value ? { nats: nats.value } : {}),
    stop,
  };
}
