import type { Redis } from "ioredis";
import type { Rate } from "../config.ts";

/** Hands out tokens of one bucket; all gateways together when Redis answers. */
export type TokenGrant = (key: string, rate: Rate, want: number) => Promise<{ given: number; left: number } | null>;

// The clock is Redis's own, so that gateways need not agree on the time.
const script = `
local cap, rate, want = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local s = redis.call('HMGET', KEYS[1], 'n', 'at')
local n = math.min(cap, (tonumber(s[1]) or cap) + (now - (tonumber(s[2]) or now)) * rate)
local give = math.min(want, math.floor(n))
n = n - give
redis.call('HSET', KEYS[1], 'n', n, 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil((cap - n) / rate) + 1000)
return {give, math.floor(n)}`;

/** null while Redis is away: the caller then counts by itself. */
export function redisGrant(ready: () => Redis | null, prefix: string): TokenGrant {
  return async (key, rate, want) => {
    const redis = ready();
    if (!redis) return null;
    try {
      const perMs = rate.calls / (rate.seconds * 1000);
      const [given, left] = (await redis.eval(script, 1, `${prefix}:gateway:rate:${key}`, rate.calls, perMs, want)) as [number, number];
      return { given, left };
    } catch {
      return null;
    }
  };
}
