import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { breakOff, inHandshake, leavings, overHttp, overHttp2, overWebsocket, type Place, type Stage } from "@leashline/kit/test";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { selfSigned } from "../test/certificate.ts";
import { EchoService, echoContract, echoGroup } from "../test/echo.ts";
import { type GatewayHarness, openGateway, startGateway, tokens } from "../test/harness.ts";

// Every kind of connection, broken at every stage: nobody else notices, and no event of it is left to end the process.

const own = selfSigned();
const dataDir = mkdtempSync(join(tmpdir(), "leashline-broken-"));
let servers: GatewayHarness;
const others: { close: () => Promise<void> }[] = [];
const places: Record<string, Place> = {};
let token = "";
beforeAll(async () => {
  servers = await startGateway([echoGroup], { contract: echoContract, config: { dataDir } });
  const both = await openGateway(servers.servers, { dataDir, http2: true }, echoContract);
  const patience = { headersMs: 20_000, requestMs: 60_000, idleMs: 60_000, silentMs: 500 };
  const secure = await openGateway(servers.servers, { dataDir, patience, tls: { cert: own.cert, key: own.key } }, echoContract);
  others.push(both, secure);
  places.plain = { port: servers.port };
  places["plain beside HTTP/2"] = { port: both.port };
  places["HTTP/2 without TLS"] = { port: both.port };
  places["a handshake"] = { port: secure.port };
  places["HTTP/1.1 over TLS"] = { port: secure.port, trusting: { ca: own.pem }, protocol: "http/1.1" };
  places["HTTP/2 over TLS"] = { port: secure.port, trusting: { ca: own.pem }, protocol: "h2" };
  places["a service"] = { port: servers.servers.running.port };
  token = await socketToken();
});
afterAll(async () => {
  for (const other of others) await other.close();
  await servers?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const uncaught: unknown[] = [];
const catching = (error: unknown) => uncaught.push(error);
beforeAll(() => void process.on("uncaughtException", catching).on("unhandledRejection", catching));
afterAll(() => void process.off("uncaughtException", catching).off("unhandledRejection", catching));
afterEach(() => void uncaught.splice(0));

async function socketToken(): Promise<string> {
  const headers = { authorization: `Bearer ${tokens.owner}` };
  const answer = await fetch(`${servers.url}/api/business/account/v2/ws`, { method: "POST", headers });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

/** After what happened on its connections a server has had the time to stumble when it has answered twice. */
async function stillServes(): Promise<void> {
  for (const url of [servers.url, servers.url]) expect(await (await fetch(`${url}/healthz`)).text()).toBe("ok");
}

const file = "/uploads/private/1/aaaaaaaaaaaaaaaaaaaa/a.png";
const paths = ["/healthz", "/anything", "/api/test/echo", "/ws?token=none", `/${EchoService.typeName}/Save`, file];
const sockets = () => [...overWebsocket("/ws?token=none"), ...overWebsocket(`/ws?token=${encodeURIComponent(token)}`)];

describe.each<[string, () => readonly Stage[]]>([
  ["plain", () => [...overHttp(paths), ...sockets()]],
  ["plain beside HTTP/2", () => [...overHttp(paths.slice(0, 2)), ...sockets()]],
  ["HTTP/2 without TLS", () => overHttp2],
  ["a handshake", () => inHandshake],
  ["HTTP/1.1 over TLS", () => [...overHttp(paths.slice(0, 2)), ...sockets()]],
  ["HTTP/2 over TLS", () => overHttp2],
  ["a service", () => overHttp(["/healthz", `/${EchoService.typeName}/Save`, "/anything"])],
])("connections of %s that break off", (name, stages) => {
  test.each(leavings)("%s, at every stage", async (leaving) => {
    const felled: string[] = [];
    for (const stage of stages()) {
      await breakOff(places[name] as Place, stage, leaving);
      await stillServes();
      if (uncaught.length > 0) felled.push(`${stage.name}: ${uncaught.splice(0).join()}`);
    }
    expect(felled).toEqual([]);
  });
});
