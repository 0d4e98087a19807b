import { brotliCompressSync, gzipSync } from "node:zlib";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EchoService, echoCalls, echoContract, echoGroup } from "../../test/echo.ts";
import { type GatewayHarness, startGateway, tokens } from "../../test/harness.ts";
import { noWordOnSessions } from "../identity/authenticator.ts";

let servers: GatewayHarness;
beforeAll(async () => {
  servers = await startGateway([echoGroup], { contract: echoContract, config: { bodyLimit: 100_000, http2: true } });
});
afterAll(() => servers?.stop());

const path = (rpc: string) => `/leashline.test.v1.EchoService/${rpc}`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function call(rpc: string, body: unknown = {}, headers: Record<string, string> = {}, init: RequestInit = {}) {
  return fetch(servers.url + path(rpc), {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
    ...init,
  });
}
const codeOf = async (response: Response) => {
  const error = (await response.json()) as { code: string; message: string; details: { type: string; debug?: { reason: string } }[] };
  return [response.status, error.code, error.message];
};

describe("who gets through", () => {
  test.each<[string, string, Record<string, string>, number, string]>([
    ["anybody to an anonymous RPC", "Open", {}, 200, "anonymous"],
    ["a wrong token counts as nobody there", "Open", bearer("wrong"), 200, "anonymous"],
    ["an account to an account RPC", "Mine", bearer(tokens.account), 200, "account"],
    ["staff to a business RPC", "Staff", bearer(tokens.owner), 200, "staff"],
    ["staff to an integrator RPC", "Say", bearer(tokens.owner), 200, "staff"],
    ["an API key to an integrator RPC", "Say", bearer(tokens.key), 200, "apiKey"],
    ["a cookie with our header", "Save", { cookie: `a=b; leashline_session=${tokens.owner}; c=d`, "x-leashline-csrf": "1" }, 200, "staff"],
  ])("%s", async (_, rpc, headers, status, kind) => {
    const response = await call(rpc, {}, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ kind });
  });

  test.each<[string, string, Record<string, string>, [number, string, string]]>([
    ["nobody at an account RPC", "Mine", {}, [401, "unauthenticated", "no auth"]],
    ["a wrong token", "Say", bearer("wrong"), [401, "unauthenticated", "no auth"]],
    ["an account without a business", "Say", bearer(tokens.account), [403, "permission_denied", "Choose a business first."]],
    ["an API key at a business RPC", "Staff", bearer(tokens.key), [403, "permission_denied", "No permission to complete the operation"]],
    [
      "a business of somebody else",
      "Say",
      { ...bearer(tokens.owner), "x-leashline-business-id": "6" },
      [403, "permission_denied", "Choose a business first."],
    ],
    ["anybody at an internal RPC", "Inner", bearer(tokens.owner), [404, "not_found", "There is no such RPC."]],
    ["an RPC that does not exist", "Nothing", bearer(tokens.owner), [404, "not_found", "There is no such RPC."]],
  ])("%s does not", async (_, rpc, headers, expected) => {
    expect(await codeOf(await call(rpc, {}, headers))).toEqual(expected);
  });

  test("what is refused here never reaches the service", async () => {
    const before = echoCalls();
    await call("Save", {}, bearer("wrong"));
    await call("Save", {}, { cookie: `leashline_session=${tokens.owner}` });
    await call("Say", {}, { "content-type": "application/grpc-web+json" });
    await call("Open", {}, { "sec-fetch-site": "cross-site" });
    await call("Open", {}, bearer(tokens.owner));
    expect(echoCalls()).toBe(before + 1);
  });

  test("a chosen business of one's own travels with the call", async () => {
    expect(await (await call("Say", {}, { ...bearer(tokens.owner), "x-leashline-business-id": "4" })).json()).toMatchObject({
      businessId: "4",
    });
  });

  test("a signed context from outside is not believed", async () => {
    const forged = { "x-leashline-context": "eyJraW5kIjoic3RhZmYifQ.AAAA", "x-leashline-request-id": "forged" };
    expect(await (await call("Open", {}, forged)).json()).toMatchObject({ kind: "anonymous" });
  });

  test("a caller is resolved once for many calls", async () => {
    await call("Say", {}, bearer(tokens.other));
    const before = servers.resolved();
    await Promise.all(Array.from({ length: 20 }, () => call("Say", {}, bearer(tokens.other))));
    expect(servers.resolved()).toBe(before);
  });
});

describe("forged requests", () => {
  const cookie = { cookie: `leashline_session=${tokens.owner}` };
  test.each<[string, Record<string, string>, number]>([
    ["a cookie alone", cookie, 403],
    ["from another site", { ...cookie, "sec-fetch-site": "cross-site" }, 403],
    ["from a neighbour of our site", { ...cookie, "sec-fetch-site": "same-site" }, 403],
    ["from another origin", { ...cookie, origin: "https://evil.example" }, 403],
    ["from our own pages", { ...cookie, "sec-fetch-site": "same-origin" }, 200],
    ["a bearer token needs nothing more", bearer(tokens.owner), 200],
  ])("%s", async (_, headers, status) => {
    expect((await call("Save", {}, headers)).status).toBe(status);
  });

  test("from our own origin, in a browser that states only that", async () => {
    const response = await call("Save", {}, { ...cookie, origin: servers.url });
    expect(response.status).toBe(200);
  });

  test("another site cannot sign a visitor in", async () => {
    expect((await call("Open", {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  });

  test("no other origin may read answers", async () => {
    const response = await call("Open", {}, { origin: "https://evil.example" });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("what travels", () => {
  test("bytes as they are, the idempotency key, the request id, the caller's address", async () => {
    const response = await call(
      "Save",
      { id: "5", text: "hé" },
      { ...bearer(tokens.owner), "idempotency-key": "k-1", "x-request-id": "my-request-1" },
    );
    expect(await response.json()).toMatchObject({
      echo: { id: "5", text: "hé" },
      idempotencyKey: "k-1",
      requestId: "my-request-1",
      ip: "127.0.0.1",
    });
    expect(response.headers.get("x-request-id")).toBe("my-request-1");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect([...response.headers.keys()].filter((name) => name.startsWith("x-leashline"))).toEqual([]);
  });

  test("limits are published", async () => {
    const { headers } = await call("Say", {}, bearer(tokens.owner));
    expect(Number(headers.get("ratelimit-limit"))).toBeGreaterThan(1000);
    expect(Number(headers.get("ratelimit-remaining"))).toBeGreaterThan(0);
    expect(headers.has("ratelimit-reset")).toBe(true);
  });

  test("a read by GET, a write not", async () => {
    const read = await fetch(`${servers.url}${path("Say")}?connect=v1&encoding=json&message=${encodeURIComponent('{"id":"3"}')}`, {
      headers: bearer(tokens.owner),
    });
    expect(await read.json()).toMatchObject({ echo: { id: "3" } });
    const write = await fetch(`${servers.url}${path("Save")}?encoding=json&message=%7B%7D`, { headers: bearer(tokens.owner) });
    expect(write.status).toBe(400);
  });

  test("a large answer is compressed for who accepts it", async () => {
    const response = await call("Say", { text: "large" }, { ...bearer(tokens.owner), "accept-encoding": "gzip" });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(await response.json()).toMatchObject({ padding: "x".repeat(20_000) });
  });

  test("too large a body is refused in kind", async () => {
    expect((await codeOf(await call("Save", { text: "y".repeat(200_000) }, bearer(tokens.owner)))).slice(1)).toEqual([
      "resource_exhausted",
      "The request is larger than the 64 KiB this call takes.",
    ]);
  });

  test.each(["{", "[]", "null", '"x"', '{"id":"x"}', '{"id":{}}'])("malformed %s is the caller's fault", async (body) => {
    const response = await call("Save", {}, bearer(tokens.owner), { body });
    expect(response.status).toBe(400);
  });
});

describe("packed bodies and reads by GET", () => {
  const packed = (body: Uint8Array, encoding: string, type = "application/proto") =>
    call("Say", {}, { ...bearer(tokens.owner), "content-type": type, "content-encoding": encoding }, { body });

  test("are unpacked here", async () => {
    expect(await (await packed(gzipSync('{"id":"4"}'), "gzip", "application/json")).json()).toMatchObject({ echo: { id: "4" } });
    expect(await (await packed(brotliCompressSync('{"id":"4"}'), "br", "application/json")).json()).toMatchObject({ echo: { id: "4" } });
  });

  test.each<[string, () => Promise<Response>]>([
    ["a packing nobody knows", () => packed(Buffer.from("{}"), "zstd", "application/json")],
    ["bytes that were never packed", () => packed(Buffer.from("{}"), "gzip", "application/json")],
    ["packed bytes that are no message", () => packed(gzipSync(Buffer.from([0xff, 0xff, 0xff])), "gzip")],
    [
      "a GET whose bytes are no message",
      () => fetch(`${servers.url}${path("Say")}?encoding=proto&base64=1&message=____`, { headers: bearer(tokens.owner) }),
    ],
  ])("%s: the caller's fault", async (_, ask) => {
    expect((await ask()).status).toBe(400);
  });
});

test("packed bytes that are more than may come, once unpacked, are too many", async () => {
  const headers = { ...bearer(tokens.owner), "content-encoding": "gzip" };
  expect((await call("Say", {}, headers, { body: gzipSync(Buffer.alloc(200_000, 32)) })).status).toBe(413);
});

describe("protocols", () => {
  const clientOf = (transport: ReturnType<typeof createConnectTransport>) =>
    createClient(EchoService, transport) as never as Record<
      string,
      (request: object, options?: object) => Promise<{ echo: { id: string } }>
    >;
  const transports = () => ({
    "Connect JSON": createConnectTransport({ baseUrl: servers.url, httpVersion: "1.1" }),
    "Connect binary": createConnectTransport({ baseUrl: servers.url, httpVersion: "1.1", useBinaryFormat: true }),
    "Connect gzip": createConnectTransport({ baseUrl: servers.url, httpVersion: "1.1", useBinaryFormat: true, compressMinBytes: 1 }),
    "gRPC-Web": createGrpcWebTransport({ baseUrl: servers.url, httpVersion: "1.1" }),
    gRPC: createGrpcTransport({ baseUrl: servers.url }),
  });

  test.each(["Connect JSON", "Connect binary", "Connect gzip", "gRPC-Web", "gRPC"] as const)(
    "%s: an answer, a refusal of the service, a refusal of the gateway",
    async (name) => {
      const client = clientOf(transports()[name]);
      expect((await client.say!({ id: "8" }, { headers: bearer(tokens.owner) })).echo.id).toBe("8");
      await expect(client.fail!({ id: "30003" })).rejects.toMatchObject({ code: 5, rawMessage: "customer not found" });
      await expect(client.say!({ id: "8" })).rejects.toMatchObject({ code: 16, rawMessage: "no auth" });
      const noWord = client.say!({ text: "no auth" }, { headers: bearer(tokens.owner) });
      await expect(noWord, "a service that does not know whom the gateway let in").rejects.toMatchObject({ code: 14 });
    },
  );
});

test.each([
  ["calendar", Tier.BUSINESS, 401, true],
  ["account", Tier.BUSINESS, 401, false],
  ["calendar", Tier.ANONYMOUS, 401, false],
  ["calendar", Tier.BUSINESS, 403, false],
] as const)("%s, tier %i, answers %i: no word on the caller's session is %s", (domain, tier, status, expected) => {
  expect(noWordOnSessions({ domain, tier }, status)).toBe(expected);
});

describe("when a service is away", () => {
  const gone = { contract: echoContract, config: { serviceUrl: () => "http://127.0.0.1:1" } };
  let alone: GatewayHarness;
  beforeAll(async () => {
    alone = await startGateway([], gone);
  });
  afterAll(() => alone?.stop());

  test("the answer is typed, worth another try, and never a page", async () => {
    const response = await fetch(alone.url + path("Open"), { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    const { status, headers } = response;
    expect([status, headers.get("content-type"), headers.get("retry-after")]).toEqual([503, "application/json", "1"]);
    expect(await response.json()).toMatchObject({
      code: "unavailable",
      details: expect.arrayContaining([expect.objectContaining({ type: "google.rpc.RetryInfo" })]),
    });
  });

  test("nobody is taken for a stranger meanwhile", async () => {
    const response = await fetch(alone.url + path("Mine"), {
      method: "POST",
      headers: { "content-type": "application/json", ...bearer(tokens.owner) },
      body: "{}",
    });
    expect(response.status).toBe(503);
    const rest = await fetch(`${alone.url}/api/test/echo`, { method: "POST", headers: bearer(tokens.owner) });
    expect([rest.status, await rest.json()]).toEqual([503, { code: 0, message: "System busy, please try again later.", data: null }]);
    expect(rest.headers.get("retry-after")).toBe("1");
  });

  test("readiness names who is missing; the gateway itself takes calls", async () => {
    const response = await fetch(`${alone.url}/readyz`);
    expect([response.status, await response.json()]).toMatchObject([200, { state: "degraded", services: { account: "away" } }]);
  });
});
