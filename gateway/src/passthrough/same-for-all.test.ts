import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDoor, echoCalls, echoContract, echoGroup } from "../../test/echo.ts";
import { type GatewayHarness, startGateway, tokens } from "../../test/harness.ts";

let servers: GatewayHarness;
beforeAll(async () => {
  servers = await startGateway([echoGroup], { contract: echoContract });
});
afterAll(() => servers?.stop());

type Asked = { headers?: Record<string, string>; text?: string };

const ask = ({ headers = {}, text = randomUUID() }: Asked = {}) =>
  fetch(`${servers.url}/leashline.test.v1.EchoService/Shown`, {
    method: "POST",
    body: JSON.stringify({ text }),
    headers: { "content-type": "application/json", ...headers },
  });

const arrived = (calls: number) => vi.waitFor(() => expect(echoCalls()).toBe(calls), 10_000);

test("an answer that is the same for all is asked in nobody's name, whoever calls", async () => {
  const headers = { authorization: `Bearer ${tokens.owner}`, "x-leashline-business-id": "4", "idempotency-key": "k1" };
  const response = await ask({ headers });
  const { kind, ip, idempotencyKey = "", accountId = "0", businessId = "0" } = (await response.json()) as Record<string, string>;
  expect({ kind, ip: ip ?? "", idempotencyKey, accountId, businessId }).toEqual({
    kind: "anonymous",
    ip: "",
    idempotencyKey: "",
    accountId: "0",
    businessId: "0",
  });
});

test("many who ask the same at once are few questions, and each of them is answered by an id of their own", async () => {
  const before = echoCalls();
  const open = closeDoor();
  const first = ask({ text: "large" });
  await arrived(before + 1);
  const others = Array.from({ length: 30 }, (_, n) =>
    ask({ text: "large", headers: n % 2 ? { authorization: `Bearer ${tokens.owner}` } : {} }),
  );
  const elsewhere = ask();
  await arrived(before + 2);
  open();
  const answers = await Promise.all([first, ...others, elsewhere]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(echoCalls()).toBeLessThan(before + 10);
  expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(answers.length);
  expect(answers[1]?.headers.get("content-encoding")).toBe("gzip");
  const bodies = await Promise.all(answers.slice(1, -1).map((one) => one.text()));
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).toContain("x".repeat(20_000));
});

test("who has no more time is told so, and those who ask together with them are answered", async () => {
  const before = echoCalls();
  const open = closeDoor();
  const text = randomUUID();
  const hurried = ask({ text, headers: { "connect-timeout-ms": "300" } });
  const patient = ask({ text });
  expect((await hurried).status).toBe(504);
  open();
  expect((await patient).status).toBe(200);
  expect(echoCalls()).toBeLessThanOrEqual(before + 2);
});

test("a refusal is told to all who asked together, and the next is asked anew", async () => {
  const open = closeDoor();
  const all = [ask({ text: "refused" }), ask({ text: "refused" })];
  open();
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual([404, 404]);
  const before = echoCalls();
  expect((await ask({ text: "refused" })).status).toBe(404);
  expect(echoCalls()).toBe(before + 1);
});
