import { afterAll, describe, expect, test } from "vitest";
import { openLog } from "../observability/log.ts";
import { Limit } from "./limit.ts";
import { redisOnDemand } from "./redis.ts";
import { redisGrant } from "./token-grant.ts";

const log = openLog("silent");

describe("with Redis", () => {
  const redis = redisOnDemand(process.env.LEASHLINE_REDIS_URL as string, log);
  afterAll(() => redis.close());

  test("two gateways share one limit", async () => {
    expect(await redis.state()).toBe("unused");
    await expect.poll(() => redis.ready()).not.toBeNull();
    expect(await redis.state()).toBe("ok");
    const grant = redisGrant(redis.ready, `t${Math.random()}`);
    const rate = { calls: 50, seconds: 3600 };
    const [one, two] = [new Limit("t", rate, grant), new Limit("t", rate, grant)];
    const verdicts = await Promise.all(Array.from({ length: 120 }, (_, index) => (index % 2 ? one : two).take("a")));
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(50);
  });

  test("an unreachable Redis does not stop calls, nor the limit", async () => {
    const away = redisOnDemand("redis://127.0.0.1:1", log);
    const limit = new Limit("t", { calls: 3, seconds: 3600 }, redisGrant(away.ready, "t"));
    const verdicts = await Promise.all(Array.from({ length: 5 }, () => limit.take("a")));
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(3);
    await expect.poll(() => away.state()).toBe("away");
    await away.close();
  });
});
