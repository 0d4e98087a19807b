import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import http2 from "node:http2";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@leashline/kit/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { EchoService, echoCalls, echoContract, echoGroup } from "../test/echo.ts";
import { type GatewayHarness, startGateway, tokens } from "../test/harness.ts";

const patience = { headersMs: 400, requestMs: 900, idleMs: 700, silentMs: 60_000 };
const dataDir = mkdtempSync(join(tmpdir(), "leashline-slow-"));
let plain: GatewayHarness;
let both: GatewayHarness;
beforeAll(async () => {
  const config = { dataDir, bodyLimit: 50_000, uploadLimit: 50_000, patience };
  plain = await startGateway([echoGroup], { contract: echoContract, config });
  both = await startGateway([echoGroup], { contract: echoContract, config: { ...config, http2: true } });
});
afterAll(async () => {
  await plain?.stop();
  await both?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const rpc = `/${EchoService.typeName}/Save`;
const auth = `authorization: Bearer ${tokens.owner}\r\n`;
const head = (line: string, more = "") => `${line} HTTP/1.1\r\nhost: localhost\r\n${auth}${more}`;

/** Says something over a bare connection, then goes on as told, and tells what came back and when the other side ended it. */
function talk(port: number, first: string, goOn?: (socket: Socket) => void): Promise<{ answer: string; ms: number }> {
  return new Promise((resolve) => {
    const began = performance.now();
    let answer = "";
    const socket = connect({ port, host: "127.0.0.1" }, () => {
      if (first) socket.write(first);
      goOn?.(socket);
    });
    socket.on("data", (chunk) => (answer += chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve({ answer, ms: performance.now() - began }));
  });
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

/** One byte now and then, until nobody listens any more. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write("x"), 100);
  socket.once("close", () => clearInterval(timer));
}

async function isServed(url: string): Promise<boolean> {
  const response = await fetch(url + rpc, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${tokens.owner}` },
    body: '{"text":"hello"}',
  });
  return response.status === 200;
}

describe("too much", () => {
  test.each<[string, string, number]>([
    ["a head", head("GET /api/test/echo/1", `x-long: ${"x".repeat(40_000)}\r\n\r\n`), 431],
    ["an address", head(`GET /api/test/echo/1?text=${"x".repeat(40_000)}`, "\r\n"), 431],
    ["thousands of headers", head("GET /api/test/echo/1", `${Array.from({ length: 6000 }, (_, n) => `x-${n}: y\r\n`).join("")}\r\n`), 431],
  ])("%s that is too large is refused", async (_, request, status) => {
    expect(statusOf((await talk(plain.port, request)).answer)).toBe(status);
    expect(await isServed(plain.url)).toBe(true);
  });

  test.each<[string, string, string]>([
    ["service-style", rpc, "application/json"],
    ["REST", "/api/test/echo", "application/json"],
    ["a form upload", "/api/business/upload/uploadFile", "multipart/form-data; boundary=b"],
    ["an upload to a signed address", "/uploads/private/1/aaaaaaaaaaaaaaaaaaaa/a.png", "image/png"],
  ])("a body announced over the limit is refused before it comes: %s", async (_, path, type) => {
    const before = echoCalls();
    const verb = path.startsWith("/uploads") ? "PUT" : "POST";
    const more = `content-type: ${type}\r\ncontent-length: 99999999999\r\n\r\n`;
    const { answer, ms } = await talk(plain.port, head(`${verb} ${path}`, more), drip);
    expect([statusOf(answer), echoCalls()]).toEqual([413, before]);
    expect(ms).toBeLessThan(patience.requestMs);
  });

  test.each<[string, string]>([
    ["service-style", rpc],
    ["REST", "/api/test/echo"],
  ])("a body that grows over the limit without saying so is cut off: %s", async (_, path) => {
    const before = echoCalls();
    const chunk = `2710\r\n${"y".repeat(10_000)}\r\n`;
    const first = `content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunk.repeat(6)}`;
    const { answer } = await talk(plain.port, head(`POST ${path}`, first), drip);
    expect([statusOf(answer), echoCalls()]).toEqual([413, before]);
  });

  test("a websocket frame over 64 KiB closes the socket with 1009", async () => {
    const response = await fetch(`${plain.url}/api/business/account/v2/ws`, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.owner}`, "content-type": "application/json" },
      body: "{}",
    });
    const { data } = (await response.json()) as { data: { token: string } };
    const socket = new WebSocket(`${plain.url.replace("http", "ws")}/ws?token=${encodeURIComponent(data.token)}`);
    await new Promise((resolve) => socket.once("message", resolve));
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    socket.send("x".repeat(70_000));
    expect(await closed).toBe(1009);
  });
});

const upload = `content-type: multipart/form-data; boundary=b\r\ncontent-length: 40000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;

/** Who never comes to an end: what they say at first, whether they go on dripping, and by when they are gone. */
const slow: Record<string, { first: string; drips: boolean; within: number }> = {
  "says nothing at all": { first: "", drips: false, within: patience.headersMs },
  "stops in the middle of the first line": { first: "POS", drips: false, within: patience.headersMs },
  "sends a head byte by byte": { first: "GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ", drips: true, within: patience.headersMs },
  "sends a service-style body byte by byte": {
    first: head(`POST ${rpc}`, "content-type: application/json\r\ncontent-length: 40000\r\n\r\n"),
    drips: true,
    within: patience.requestMs,
  },
  "sends a REST body byte by byte": {
    first: head("POST /api/test/echo", "content-type: application/json\r\ncontent-length: 40000\r\n\r\n"),
    drips: true,
    within: patience.requestMs,
  },
  "sends a picture byte by byte": { first: head("POST /api/business/upload/uploadFile", upload), drips: true, within: patience.requestMs },
  "keeps a used connection open": { first: head("GET /healthz", "\r\n"), drips: false, within: patience.idleMs },
};

describe.each([
  ["HTTP/1.1 alone", () => plain],
  ["HTTP/1.1 beside HTTP/2", () => both],
])("slow clients, %s", (_, gateway) => {
  test.each(Object.keys(slow))("one that %s is let go, and others are served meanwhile", async (who) => {
    const { first, drips, within } = slow[who] as (typeof slow)[string];
    const { port, url } = gateway();
    const crowd = Promise.all(Array.from({ length: 20 }, () => talk(port, first, drips ? drip : undefined)));
    expect(await isServed(url)).toBe(true);
    const ended = await crowd;
    // The clock is looked at every `headersMs`; the rest is for a busy machine.
    expect(Math.max(...ended.map(({ ms }) => ms))).toBeLessThan(within + 2 * patience.headersMs + 5_000);
    await eventually(async () => {
      const incoming = readdirSync(dataDir, { recursive: true }).filter((name) => /incoming.[0-9a-f]{24}$/.test(String(name)));
      expect(incoming, "a half upload leaves nothing behind").toEqual([]);
    });
  });
});

describe("slow clients, HTTP/2", () => {
  test("a session without a call, and a body that never ends, are cut; others are served meanwhile", async () => {
    const idle = http2.connect(both.url);
    const gone = new Promise<void>((resolve) => idle.once("close", () => resolve()));
    const busy = http2.connect(both.url);
    const stream = busy.request({
      ":method": "POST",
      ":path": rpc,
      "content-type": "application/json",
      authorization: `Bearer ${tokens.owner}`,
    });
    stream.on("error", () => undefined);
    const timer = setInterval(() => stream.write("x"), 100);
    const cut = new Promise<void>((resolve) => stream.once("close", () => resolve()));
    expect(await isServed(both.url)).toBe(true);
    await Promise.all([gone, cut]);
    clearInterval(timer);
    busy.destroy();
  });

  test("a head that is too large is refused", async () => {
    const session = http2.connect(both.url);
    session.on("error", () => undefined);
    const answer = await new Promise<string>((resolve) => {
      const stream = session.request({
        ":path": "/healthz",
        ...Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`x-${n}`, "y".repeat(1000)])),
      });
      stream.on("response", (headers) => resolve(String(headers[":status"])));
      stream.on("error", (error) => resolve(error.message));
      stream.on("close", () => resolve("closed"));
    });
    session.destroy();
    expect(answer).not.toBe("200");
  });
});

describe("to whom a request over HTTP/2 goes", () => {
  test.each([
    ["an authority alone", { ":authority": "localhost" }, 200],
    ["a host that says the same", { ":authority": "localhost", host: "LOCALHOST" }, 200],
    ["a host that says otherwise", { ":authority": "evil.test", host: "localhost" }, 400],
    ["an authority that says otherwise", { ":authority": "localhost", host: "evil.test" }, 400],
    ["a host that is not ours", { ":authority": "evil.test", host: "evil.test" }, 421],
  ])("%s", async (_, headers, status) => {
    const session = http2.connect(both.url);
    session.on("error", () => undefined);
    const stream = session.request({ ":path": "/docs", ...headers });
    const answer = await new Promise((resolve, reject) => {
      stream.on("response", (answered) => resolve(answered[":status"]));
      stream.on("error", reject);
    });
    session.destroy();
    expect(answer).toBe(status);
  });
});
