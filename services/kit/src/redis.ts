import { Redis, type RedisOptions } from "ioredis";

/** A connection that answers or fails at once: whoever asks has something to do without Redis. */
export function openRedis(url: string, options: RedisOptions): Redis {
  const redis = new Redis(url, { retryStrategy: (n) => Math.min(2_000, n * 100), ...options });
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
