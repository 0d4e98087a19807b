import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Bucket } from "./bucket.ts";
import { Limit } from "./limit.ts";
import { Limiter, limitHeaders } from "./limiter.ts";

const alone = async () => null;

describe("a bucket", () => {
  test("gives what it holds, and refills evenly", () => {
    const bucket = new Bucket({ calls: 10, seconds: 10 }, 0);
    expect(bucket.take(8, 0)).toEqual({ given: 8, left: 2 });
    expect(bucket.take(8, 0)).toEqual({ given: 2, left: 0 });
    expect(bucket.take(8, 999)).toEqual({ given: 0, left: 0 });
    expect(bucket.take(8, 3_000)).toEqual({ given: 3, left: 0 });
    expect(bucket.take(100, 1e9)).toEqual({ given: 10, left: 0 });
  });

  test("never lets more through than it holds plus what has flowed in", () => {
    const steps = fc.array(fc.record({ want: fc.nat({ max: 20 }), wait: fc.nat({ max: 2_000 }) }));
    fc.assert(
      fc.property(steps, (calls) => {
        const bucket = new Bucket({ calls: 10, seconds: 1 }, 0);
        let [now, given] = [0, 0];
        for (const { want, wait } of calls) {
          now += wait;
          given += bucket.take(want, now).given;
        }
        expect(given).toBeLessThanOrEqual(10 + now / 100);
      }),
    );
  });
});

describe("a limit", () => {
  test("counts each key by itself", async () => {
    const limit = new Limit("t", { calls: 2, seconds: 3600 }, alone, true);
    const take = async (key: string) => (await limit.take(key)).allowed;
    expect([await take("a"), await take("a"), await take("a"), await take("b")]).toEqual([true, true, false, true]);
  });

  test("exactly so many of many at once", async () => {
    const limit = new Limit("t", { calls: 100, seconds: 3600 }, alone);
    const verdicts = await Promise.all(Array.from({ length: 300 }, () => limit.take("a")));
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(100);
  });

  test("says when to come back", async () => {
    const limit = new Limit("t", { calls: 1, seconds: 30 }, alone, true);
    await limit.take("a");
    const headers: string[] = [];
    limitHeaders(await limit.take("a"), headers);
    expect(headers).toEqual(["ratelimit-limit", "1", "ratelimit-remaining", "0", "ratelimit-reset", "30", "retry-after", "30"]);
  });
});

describe("the gateway's limits together", () => {
  const rates = { ip: { calls: 5, seconds: 60 }, session: { calls: 3, seconds: 60 }, signIn: { calls: 1, seconds: 60 } };

  test("a session's limit binds before the address's", async () => {
    const limiter = new Limiter(rates, alone);
    const verdicts = [];
    for (let call = 0; call < 4; call++) verdicts.push((await limiter.admit("1.1.1.1", "session:1", false)).allowed);
    expect(verdicts).toEqual([true, true, true, false]);
  });

  test("signing in has a narrow one", async () => {
    const limiter = new Limiter(rates, alone);
    expect([
      (await limiter.admit("1.1.1.1", "", true)).allowed,
      (await limiter.admit("1.1.1.1", "", true)).allowed,
      (await limiter.admit("1.1.1.1", "", false)).allowed,
    ]).toEqual([true, false, true]);
  });

  test("a second limit refuses what the first lets through, whether it is asked at once or waits for its answer", async () => {
    const wide = { calls: 1_000, seconds: 60 };
    for (const ip of [wide, null]) {
      const limiter = new Limiter({ ip, session: { calls: 40, seconds: 60 }, signIn: { calls: 2, seconds: 60 } }, alone);
      const inTurn = async (session: string, signIn: boolean) => (await limiter.admit("1.1.1.1", session, signIn)).allowed;
      const calls = [];
      for (let call = 0; call < 41; call++) calls.push(await limiter.admit("1.1.1.1", "session:1", false));
      expect(calls.filter((verdict) => verdict.allowed)).toHaveLength(40);
      expect(
        calls.map((verdict) => verdict.limit),
        "the narrowest is told",
      ).toEqual(calls.map(() => 40));
      expect(await inTurn("session:2", false)).toBe(true);
      expect([await inTurn("", true), await inTurn("session:2", true), await inTurn("session:2", true)]).toEqual([true, true, false]);
    }
    const narrow = new Limiter({ ip: { calls: 1, seconds: 60 }, session: wide, signIn: null }, alone);
    await narrow.admit("1.1.1.1", "session:1", false);
    expect(await narrow.admit("1.1.1.1", "session:2", false)).toMatchObject({ allowed: false, limit: 1 });
  });

  test("who has no key is not counted under one, and signing in asks for every call", async () => {
    const limiter = new Limiter({ ip: null, session: { calls: 1, seconds: 60 }, signIn: { calls: 40, seconds: 60 } }, alone);
    expect([(await limiter.admit("1.1.1.1", "", false)).limit, (await limiter.admit("1.1.1.1", "", false)).limit]).toEqual([0, 0]);
    const asked: number[] = [];
    const signIn = new Limiter({ ip: null, session: null, signIn: { calls: 40, seconds: 60 } }, async (_key, _rate, want) => {
      asked.push(want);
      return { given: want, left: 39 };
    });
    await signIn.admit("1.1.1.1", "", true);
    await signIn.admit("1.1.1.1", "", true);
    expect(asked).toEqual([1, 1]);
    const headers: string[] = [];
    limitHeaders(await signIn.admit("1.1.1.1", "", true), headers);
    expect(headers).toEqual(["ratelimit-limit", "40", "ratelimit-remaining", "39", "ratelimit-reset", "2"]);
  });

  test("off means off", async () => {
    const verdict = await new Limiter({ ip: null, session: null, signIn: null }, alone).admit("1.1.1.1", "", true);
    const headers: string[] = [];
    limitHeaders(verdict, headers);
    expect([verdict.allowed, headers]).toEqual([true, []]);
  });
});
