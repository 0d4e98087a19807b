import { redisCommandMs, redisSilentMs } from "@leashline/kit/limits.ts";
import { Redis } from "ioredis";
import type { Log } from "../observability/log.ts";

/** A connection that answers soon or not at all. */
export function openRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: redisCommandMs,
    socketTimeout: redisSilentMs,
    connectTimeout: redisSilentMs,
    retryStrategy: (tries) => Math.min(2_000, tries * 100),
  });
  redis.on("error", (error: Error) => log.debug({ error: error.message }, "redis is away"));
  return redis;
}
