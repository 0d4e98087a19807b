import type { Redis } from "ioredis";
import type { Log } from "../observe/log.ts";

export interface RedisOnDemand {
  /** The connection, when it can be asked; null until then. The first question opens it. */
  ready(): Redis | null;
  state(): "ok" | "away" | "unused";
  close(): Promise<void>;
}

/** A gateway that counts nothing yet carries no Redis client. */
export function redisOnDemand(url: string, log: Log): RedisOnDemand {
  let opening: Promise<void> | undefined;
  let redis: Redis | undefined;
  const open = async (): Promise<void> => {
    const { Redis } = await import("ioredis");
    redis = new Redis(url, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      commandTimeout: 500,
      retryStrategy: (tries) => Math.min(2_000, tries * 100),
    });
    redis.on("error", (error: Error) => log.debug({ error: error.message }, "redis is away"));
  };
  return {
    ready() {
      opening ??= open();
      return redis?.status === "ready" ? redis : null;
    },
    state: () => (redis === undefined ? "unused" : redis.status === "ready" ? "ok" : "away"),
    async close() {
      await opening;
      redis?.disconnect();
    },
  };
}
