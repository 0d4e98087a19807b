import { request } from "node:https";
import { type AddressInfo, connect as connectBare, type Socket } from "node:net";
import { connect } from "node:tls";
import { Code, type ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { fromConnectError } from "@leashline/kit";
import { breakOff, overHttp2, type Place, type Stage } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { selfSigned } from "../test/certificate.ts";
import { EchoService, echoContract, echoGroup } from "../test/echo.ts";
import { type GatewayHarness, startGateway, tokens } from "../test/harness.ts";
import { openServer } from "./server.ts";

// Serving https with a certificate of one's own: HTTP/2, and with it gRPC, and HTTP/1.1 on one port.

const own = selfSigned();
const trusting = { ca: own.pem };
const tls = { cert: own.cert, key: own.key };
let servers: GatewayHarness;
let hasty: GatewayHarness;
let base: string;
beforeAll(async () => {
  servers = await startGateway([echoGroup], { contract: echoContract, config: { tls } });
  const patience = { headersMs: 1_500, requestMs: 3_000, idleMs: 2_000, silentMs: 60_000 };
  hasty = await startGateway([echoGroup], { contract: echoContract, config: { tls, patience } });
  base = `https://localhost:${servers.port}`;
});
afterAll(async () => {
  await servers?.stop();
  await hasty?.stop();
});

const headers = { authorization: `Bearer ${tokens.owner}` };
type Said = { echo?: { text: string }; kind: string; padding: string };
type Echo = Record<"say" | "save" | "fail", (request: object, options?: { headers: object }) => Promise<Said>>;
const caught = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: ConnectError) => error,
  );

const transports = {
  "gRPC over HTTP/2": (nodeOptions: object) => createGrpcTransport({ baseUrl: base, nodeOptions }),
  "gRPC-Web over HTTP/2": (nodeOptions: object) => createGrpcWebTransport({ baseUrl: base, httpVersion: "2", nodeOptions }),
  "Connect over HTTP/2": (nodeOptions: object) => createConnectTransport({ baseUrl: base, httpVersion: "2", nodeOptions }),
  "Connect over HTTP/1.1": (nodeOptions: object) => createConnectTransport({ baseUrl: base, httpVersion: "1.1", nodeOptions }),
};
const speaking = (how: keyof typeof transports, nodeOptions: object = trusting) =>
  createClient(EchoService, transports[how](nodeOptions)) as unknown as Echo;

describe.each(Object.keys(transports) as (keyof typeof transports)[])("%s, with TLS", (how) => {
  test("reads and writes are answered, large answers too", async () => {
    const client = speaking(how);
    expect(await client.say({ id: "5", text: "large" }, { headers })).toMatchObject({ kind: "staff", padding: "x".repeat(20_000) });
    expect((await client.save({ text: "Ærø 🐕" }, { headers })).echo?.text).toBe("Ærø 🐕");
  });

  test("a refusal keeps its code, its number and its field", async () => {
    const client = speaking(how);
    const missing = await caught(client.fail({ id: String(ErrorCode.CUSTOMER_NOT_FOUND) }));
    expect([missing?.code, missing && fromConnectError(missing)?.code]).toEqual([Code.NotFound, ErrorCode.CUSTOMER_NOT_FOUND]);
    const wrong = await caught(client.fail({ text: "field" }));
    expect(wrong && fromConnectError(wrong)?.options.fields).toEqual([{ field: "petId", reason: "is needed" }]);
    expect((await caught(client.say({ id: "5" })))?.code).toBe(Code.Unauthenticated);
  });

  test("whoever does not trust the certificate says nothing to it", async () => {
    expect((await caught(speaking(how, {}).say({ id: "5" }, { headers })))?.message).toMatch(/self-signed/);
  });
});

describe("one port for both versions", () => {
  const agreed = (ALPNProtocols: string[]) =>
    new Promise<string | false | null>((resolve, reject) => {
      const socket = connect({ port: servers.port, host: "localhost", ...trusting, ALPNProtocols }, () => {
        resolve(socket.alpnProtocol);
        socket.destroy();
      });
      socket.on("error", reject);
    });

  test("HTTP/2 is preferred, HTTP/1.1 is served to whoever speaks nothing newer", async () => {
    expect(await Promise.all([agreed(["h2", "http/1.1"]), agreed(["http/1.1"])])).toEqual(["h2", "http/1.1"]);
  });

  test("a page, and a socket over it", async () => {
    const status = await new Promise((resolve, reject) =>
      request(`${base}/healthz`, trusting, (response) => resolve(response.resume().statusCode))
        .once("error", reject)
        .end(),
    );
    expect(status).toBe(200);
    const closed = await new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(`${base.replace("https", "wss")}/ws?token=none`, trusting);
      socket.on("close", resolve);
      socket.on("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
      socket.on("error", reject);
    });
    expect([401, 4401]).toContain(closed);
  });
});

describe("slow clients, with TLS", () => {
  /** Milliseconds until the other side ends it, whatever it says before. */
  const ended = (socket: Socket) =>
    new Promise<number>((resolve) => {
      const began = performance.now();
      socket.on("error", () => undefined).once("close", () => resolve(performance.now() - began));
      socket.resume();
    });

  test("one that never finishes the handshake, or says nothing after it, is let go, and others are served meanwhile", async () => {
    const place = { port: hasty.port, host: "localhost" };
    const idle = Promise.all([ended(connectBare(place)), ended(connect({ ...place, ...trusting }))]);
    const transport = createGrpcTransport({ baseUrl: `https://localhost:${hasty.port}`, nodeOptions: trusting });
    const client = createClient(EchoService, transport) as unknown as Echo;
    expect((await client.say({ id: "5" }, { headers })).kind).toBe("staff");
    for (const ms of await idle) expect(ms).toBeLessThan(15_000);
  });
});

test("a session that breaks off in the wrong moment leaves nothing open", async () => {
  const patience = { headersMs: 1_500, requestMs: 3_000, idleMs: 2_000, silentMs: 100 };
  const server = openServer({ http2: true, tls, patience }, (_, response) => void response.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const place: Place = { port: (server.address() as AddressInfo).port, trusting: { ca: own.pem }, protocol: "h2" };
  const stage = overHttp2.find(({ name }) => name === "with a farewell") as Stage;
  for (let time = 0; time < 5; time++) await breakOff(place, stage, "by a reset at once");
  const left = () =>
    new Promise<number>((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
  await expect.poll(left).toBe(0);
  await new Promise((resolve) => server.close(resolve));
});
