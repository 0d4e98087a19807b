import type { Redis } from "ioredis";
import type { Log } from "../observability/log.ts";

export interface RedisOnDemand {
  /** The connection, when it can be asked; null until then. The first question opens it. */
  ready(): Redis | null;
  state(): Promise<"ok" | "away" | "unused">;
  close(): Promise<void>;
}

/** A gateway that counts nothing yet carries no Redis client. */
export function redisOnDemand(url: string, log: Log): RedisOnDemand {
  let opening: Promise<void> | undefined;
  let redis: Redis | undefined;
  const open = async (): Promise<void> => {
    const { openRedis } = await import("./open-redis.ts");
    redis = openRedis(url, log);
  };
  return {
    ready() {
      opening ??= open();
      return redis?.status === "ready" ? redis : null;
    },
    async state() {
      if (redis === undefined) return "unused";
      if (redis.status !== "ready") return "away";
      return await redis.ping().then(
        () => "ok",
        () => "away",
      );
    },
    async close() {
      await opening;
      redis?.disconnect();
    },
  };
}
