import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { limitsOf, redisSilentMs } from "@leashline/kit/limits.ts";
import { type Way, wayTo } from "@leashline/kit/test";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { EchoService, echoContract, echoGroup } from "../../test/echo.ts";
import { type GatewayHarness, type OpenGateway, openGateway, startGateway } from "../../test/harness.ts";
import { openReal, password, type RealGateway } from "../../test/real.ts";

const limits = limitsOf(2_000);
const patient = { timeout: 10_000 };
// Four times as many as there are connections to a service: one after the other they would take four times as long.
const many = 4 * 128;
let servers: GatewayHarness;
let services: Way;
let gateway: OpenGateway;
let redis: Way;
let real: RealGateway;
beforeAll(async () => {
  servers = await startGateway([echoGroup], { contract: echoContract });
  services = await wayTo(servers.servers.url);
  gateway = await openGateway(servers.servers, { serviceUrl: () => services.url, limits, http2: true }, echoContract);
  redis = await wayTo(process.env.LEASHLINE_REDIS_URL ?? "");
  process.env.LEASHLINE_REDIS_URL = redis.url;
  real = await openReal({ rates: { ip: { calls: 9_000, seconds: 60 }, session: null, signIn: { calls: 300, seconds: 60 } } });
});
afterAll(async () => {
  redis?.go();
  services?.close();
  await gateway?.close();
  await servers?.stop();
  await real?.stop();
  redis?.close();
});

afterEach(() => services.go());

async function answers(count: number, call: () => Promise<unknown>): Promise<{ told: unknown[]; longest: number }> {
  const since = performance.now();
  let longest = 0;
  const told = await Promise.all(
    Array.from({ length: count }, async () => {
      const answer = await call();
      longest = Math.max(longest, performance.now() - since);
      return answer;
    }),
  );
  return { told: [...new Set(told)], longest };
}

const say = async () => {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${gateway.url}/leashline.test.v1.EchoService/Open`, { method: "POST", headers, body: "{}" });
  return `${response.status} ${response.headers.get("retry-after")}`;
};

test("a service that hangs: each call is told so within its limit, also those that wait for a connection", async () => {
  await expect.poll(say, patient).toBe("200 null");
  services.hang();
  const { told, longest } = await answers(many, say);
  expect(told).toEqual(["503 1"]);
  expect(longest).toBeLessThan(3 * limits.callMs);
});

test("it answers again; the same over gRPC", async () => {
  const client = createClient(EchoService, createGrpcTransport({ baseUrl: gateway.url }));
  const open = () =>
    (client as unknown as { open: (echo: object) => Promise<unknown> }).open({}).then(
      () => 0,
      (error: { code: number }) => error.code,
    );
  await expect.poll(open, patient).toBe(0);
  services.hang();
  const { told, longest } = await answers(many, open);
  expect(told).toEqual([14]);
  expect(longest).toBeLessThan(3 * limits.callMs);
});

test("a gateway is ready whoever hangs behind it, and says who does, soon", async () => {
  const readiness = async () => {
    const response = await fetch(`${gateway.url}/readyz`);
    const { state, services } = (await response.json()) as { state: string; services: { account: string } };
    return [response.status, state, services.account];
  };
  await expect.poll(readiness, patient).toEqual([200, "ready", "ready"]);
  services.hang();
  const since = performance.now();
  await expect.poll(readiness, patient).toEqual([200, "degraded", "away"]);
  expect(performance.now() - since).toBeLessThan(5_000);
});

test("people sign in while Redis hangs, and readiness says that it does", async () => {
  const email = "light.sleeper@example.com";
  await real.signUp(email);
  const signIn = async () => {
    const since = performance.now();
    const { status } = await real.call("SessionService/SignIn", { email, password });
    return { status, ms: performance.now() - since };
  };
  expect((await signIn()).status).toBe(200);
  redis.hang();
  const first = await signIn();
  expect(first.status).toBe(200);
  expect(first.ms).toBeLessThan(4 * redisSilentMs);
  const state = async () => ((await (await fetch(`${real.url}/readyz`)).json()) as { redis: string }).redis;
  await expect.poll(state, patient).toBe("away");
  expect((await signIn()).ms).toBeLessThan(2 * redisSilentMs);
  redis.go();
  await expect.poll(state, patient).toBe("ok");
});
