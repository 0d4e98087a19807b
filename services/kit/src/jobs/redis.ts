import { Redis, type RedisOptions } from "ioredis";
import { redisCommandMs, redisSilentMs } from "../limits.ts";

/** A connection that answers soon or fails: whoever asks has something to do without Redis. One that is silent is given up, and until it answers again commands fail at once. */
export function openRedis(url: string, options: RedisOptions): Redis {
  const patience = { commandTimeout: redisCommandMs, socketTimeout: redisSilentMs, connectTimeout: redisSilentMs };
  const redis = new Redis(url, { retryStrategy: (n) => Math.min(2_000, n * 100), ...patience, ...options });
  redis.on("error", () => undefined);
  return redis;
}

/** Settled once the connection is ready, has failed for the first time, or has taken too long. */
export async function settled(redis: Redis, withinMs = 1_000): Promise<void> {
  if (redis.status === "ready") return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, withinMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    redis.once("ready", done).once("close", done);
  });
}
