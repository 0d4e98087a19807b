import { createHash } from "node:crypto";
import { type Ctx, logSecurity, networkOf, tooManyTries } from "@leashline/kit";

/** How many tries in how many seconds. */
export type Limit = { name: string; most: number; seconds: number };

// One address can exhaust its own tries for an account, never somebody else's: the owner at another address signs in as before.
export const perAccountAndIp: Limit = { name: "signin", most: 10, seconds: 900 };
// Many may stand behind one address: it bounds who tries account after account, not those who sign in from there as they always do.
export const perIp: Limit = { name: "signin-ip", most: 500, seconds: 900 };
export const signUpsPerIp: Limit = { name: "signup-ip", most: 100, seconds: 3600 };
export const resetsPerEmailAndIp: Limit = { name: "reset", most: 5, seconds: 900 };
export const clockCodes: Limit = { name: "clock-code", most: 10, seconds: 900 };
export const resetsPerIp: Limit = { name: "reset-ip", most: 60, seconds: 900 };

export const whereFrom = (ctx: Ctx): string => networkOf(ctx.caller.ip);

const takeOne =
  "local n = redis.call('incr', KEYS[1]) if n == 1 then redis.call('expire', KEYS[1], ARGV[1]) end return {n, redis.call('ttl', KEYS[1])}";

const giveOne = "if redis.call('exists', KEYS[1]) == 1 then redis.call('decr', KEYS[1]) end return 0";

const keyOf = (limit: Limit, who: string): string =>
  `limit:${limit.name}:${createHash("sha256").update(who).digest("base64url").slice(0, 22)}`;

/** Counts a try before it is made, so that a hundred at once are a hundred. Without Redis nobody is kept out. */
export async function takeTry(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  let answer: [number, number];
  try {
    answer = (await (await ctx.runtime.redis()).eval(takeOne, 1, keyOf(limit, who), limit.seconds)) as [number, number];
  } catch {
    return;
  }
  const [tries, secondsLeft] = answer;
  if (tries <= limit.most) return;
  logSecurity(ctx, { kind: "locked out", reason: limit.name });
  throw tooManyTries(Math.max(1, secondsLeft));
}

const knownDays = 30;
const knownKey = (who: string): string => `known:${createHash("sha256").update(who).digest("base64url").slice(0, 22)}`;

/** Remembers that this account signs in from here. */
export async function rememberNetwork(ctx: Ctx, who: string): Promise<void> {
  const redis = await ctx.runtime.redis();
  await redis.set(knownKey(who), "1", "EX", knownDays * 86_400).catch(() => undefined);
}

/** Whether this account has signed in from here lately. */
export async function signsInHere(ctx: Ctx, who: string): Promise<boolean> {
  try {
    return (await (await ctx.runtime.redis()).exists(knownKey(who))) === 1;
  } catch {
    return false;
  }
}

/** A try that succeeded does not count. */
export async function giveBack(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  const redis = await ctx.runtime.redis();
  await redis.eval(giveOne, 1, keyOf(limit, who)).catch(() => undefined);
}

/** Whoever has shown who they are begins anew. */
export async function forgetTries(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  const redis = await ctx.runtime.redis();
  await redis.del(keyOf(limit, who)).catch(() => undefined);
}
