// Unary Connect calls are answered on a short way of our own, everything else by connect-node. Both ways must be one behaviour, in a
// service and in the gateway's own RPCs: a compressed body takes the long way, so each call here is sent both ways and compared.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { create, type DescMethod, toBinary } from "@bufbuild/protobuf";
import { Code, type ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { contextHeader, fromConnectError, nobody, signCaller } from "@leashline/kit";
import { PushService } from "@leashline/proto/leashline/gateway/v1/push_pb.js";
import { UploadService } from "@leashline/proto/leashline/gateway/v1/upload_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EchoService, echoContract, echoGroup } from "../../test/echo.ts";
import { type GatewayHarness, startGateway, tokens } from "../../test/harness.ts";

let servers: GatewayHarness;
beforeAll(async () => {
  servers = await startGateway([echoGroup], { contract: echoContract, config: { http2: true } });
});
afterAll(() => servers?.stop());

type Sent = { body: string | Uint8Array; type?: string; headers?: Record<string, string> };
type Heard = { status: number; type: string | null; body: string };
const owner = () => ({ authorization: `Bearer ${tokens.owner}` });

const places = {
  "a service": {
    url: () => `http://127.0.0.1:${servers.servers.running.port}`,
    method: (name: string) => EchoService.methods.find((each) => each.name === name) as DescMethod,
    headers: () => ({
      [contextHeader]: signCaller(
        { ...nobody, kind: "staff", accountId: "7", companyId: "1", businessId: "3", businessIds: ["3"], permissions: "all" },
        servers.servers.config.signingKey,
      ),
      "x-leashline-request-id": "conformance-1",
    }),
  },
  "the gateway": {
    url: () => servers.url,
    method: (name: string) => [...UploadService.methods, ...PushService.methods].find((each) => each.name === name) as DescMethod,
    headers: () => ({ ...owner(), "x-request-id": "conformance-1" }),
  },
};
type Place = keyof typeof places;

async function send(place: Place, rpc: string, { body, type = "application/json", headers = {} }: Sent, longWay: boolean): Promise<Heard> {
  const { url, method, headers: own } = places[place];
  const bytes = Buffer.from(body as string);
  const response = await fetch(`${url()}/${method(rpc).parent.typeName}/${rpc}`, {
    method: "POST",
    body: longWay ? gzipSync(bytes) : bytes,
    headers: {
      ...own(),
      "content-type": type,
      "accept-encoding": "identity",
      ...(longWay ? { "content-encoding": "gzip" } : {}),
      ...headers,
    },
  });
  const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
  return { status: response.status, type: response.headers.get("content-type"), body: text };
}

const proto = (place: Place, rpc: string, init: object): Sent => {
  const { input } = places[place].method(rpc);
  return { type: "application/proto", body: toBinary(input, create(input, init as never)) };
};
const json = (value: unknown, more: Partial<Sent> = {}): Sent => ({ body: JSON.stringify(value), ...more });
const file = { path: "/uploads/1/nothing.png" };

const calls: [string, Place, string, () => Sent, number][] = [
  ["JSON", "a service", "Say", () => json({ id: "5", text: "hé", ids: ["1", "2"], price: { currencyCode: "USD", units: "3" } }), 200],
  ["JSON that names its characters", "a service", "Say", () => json({ id: "5" }, { type: "application/json; charset=utf-8" }), 200],
  ["binary", "a service", "Say", () => proto("a service", "Say", { id: "5", text: "hé" }), 200],
  ["an empty message", "a service", "Say", () => proto("a service", "Say", {}), 200],
  ["fields nobody knows", "a service", "Say", () => json({ id: "5", surprise: { a: [1] } }), 200],
  ["a deadline", "a service", "Say", () => json({}, { headers: { "connect-timeout-ms": "5000" } }), 200],
  ["a deadline that is none", "a service", "Say", () => json({}, { headers: { "connect-timeout-ms": "soon" } }), 400],
  ["another Connect version", "a service", "Say", () => json({}, { headers: { "connect-protocol-version": "1" } }), 200],
  ["a media type nobody speaks", "a service", "Say", () => json({}, { type: "text/plain" }), 415],
  ["a refusal with its field", "a service", "Fail", () => json({ text: "field" }), 400],
  ["a refusal with a conflict, binary", "a service", "Fail", () => proto("a service", "Fail", { text: "conflict" }), 409],
  ["a fault of ours", "a service", "Fail", () => json({ text: "session" }), 500],
  ["too long an idempotency key", "a service", "Save", () => json({}, { headers: { "idempotency-key": "k".repeat(201) } }), 400],
  ["a forged context", "a service", "Say", () => json({}, { headers: { [contextHeader]: "e30.AAAA" } }), 401],
  ["a caller who may not", "a service", "Say", () => json({}, { headers: { [contextHeader]: "" } }), 401],
  ["a rule that is broken, JSON", "the gateway", "GetFileAccessUrl", () => json({ path: "elsewhere", expiresIn: -1 }), 400],
  ["a rule that is broken, binary", "the gateway", "GetPresignedUploadUrl", () => proto("the gateway", "GetPresignedUploadUrl", {}), 400],
  ["a refusal, JSON", "the gateway", "GetFileAccessUrl", () => json(file), 404],
  ["a refusal, binary", "the gateway", "GetFileAccessUrl", () => proto("the gateway", "GetFileAccessUrl", file), 404],
  ["nobody there", "the gateway", "GetPresignedUploadUrl", () => json({}, { headers: { authorization: "Bearer wrong" } }), 401],
  ["a media type nobody speaks", "the gateway", "CreateSocketToken", () => json({}, { type: "text/plain" }), 415],
];

describe("the short way and connect-node answer alike", () => {
  test.each(calls)("%s, at %s", async (_, place, rpc, sent, status) => {
    const short = await send(place, rpc, sent(), false);
    const long = await send(place, rpc, sent(), true);
    expect(short).toEqual(long);
    expect(short.status).toBe(status);
  });

  test.each<[Place, string]>([
    ["a service", "Say"],
    ["the gateway", "CreateSocketToken"],
  ])("what cannot be read is the caller's fault, at %s", async (place, rpc) => {
    for (const body of ["{", "[]", "null", "", '{"id":{}}']) {
      const heard = [await send(place, rpc, { body }, false), await send(place, rpc, { body }, true)];
      const expected = place === "the gateway" && body.includes("id") ? [200, 200] : [400, 400];
      expect([body, ...heard.map(({ status }) => status)]).toEqual([body, ...expected]);
    }
    const garbage = { body: "\xff\xff", type: "application/proto" };
    expect((await send(place, rpc, garbage, false)).status).toBe(400);
    // A service alone leaves packed bodies to connect-node; from outside they are unpacked at the gateway.
    if (place === "the gateway") expect((await send(place, rpc, garbage, true)).status).toBe(400);
  });

  test.each([
    ["a number that is a word", '{"price":{"units":"abc"}}', "units"],
    ["a text that is a number", '{"text":5}', "text"],
  ])("what cannot be read names its field: %s", async (_, body, field) => {
    const { status, body: answer } = await send("a service", "Say", { body }, false);
    const { details } = JSON.parse(answer) as { details: { type: string; value: string }[] };
    const said = details.find(({ type }) => type === "google.rpc.BadRequest")?.value ?? "";
    expect([status, Buffer.from(said, "base64").toString()]).toEqual([400, expect.stringContaining(field)]);
  });

  test("a body that is no UTF-8 is refused, and nothing is read into it", async () => {
    const body = Buffer.from('{"text":"Bad\xc3\x28Two"}', "latin1");
    expect(await send("a service", "Say", { body }, false)).toMatchObject({ status: 400, body: expect.stringContaining("UTF-8") });
  });

  test("tokens, which differ by the clock, open the same socket either way", async () => {
    for (const longWay of [false, true]) {
      const { status, body } = await send("the gateway", "CreateSocketToken", json({}), longWay);
      expect([status, JSON.parse(body)]).toEqual([
        200,
        { token: expect.stringMatching(/^[\w-]+\.[\w-]+$/), url: expect.stringContaining("/ws?token="), expiresIn: 60 },
      ]);
    }
  });

  test("an answer of the gateway itself names the request, the limits, and is not kept", async () => {
    for (const encoding of [{}, { "content-encoding": "gzip" }]) {
      const response = await fetch(`${servers.url}/${PushService.typeName}/CreateSocketToken`, {
        method: "POST",
        body: "content-encoding" in encoding ? gzipSync("{}") : "{}",
        headers: { ...owner(), "content-type": "application/json", "x-request-id": "conformance-2", ...encoding },
      });
      expect([response.status, response.headers.get("x-request-id"), response.headers.get("cache-control")]).toEqual([
        200,
        "conformance-2",
        "no-store",
      ]);
      expect(Number(response.headers.get("ratelimit-remaining"))).toBeGreaterThan(0);
    }
  });
});

describe("every protocol, at the gateway", () => {
  type Transport = ReturnType<typeof createConnectTransport>;
  const transports: [string, (baseUrl: string) => Transport][] = [
    ["Connect JSON", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "1.1" })],
    ["Connect binary", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "1.1", useBinaryFormat: true })],
    ["Connect by GET", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "1.1", useHttpGet: true })],
    ["Connect over HTTP/2", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "2", useBinaryFormat: true })],
    ["gRPC-Web", (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: "1.1" })],
    ["gRPC-Web over HTTP/2", (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: "2" })],
    ["gRPC", (baseUrl) => createGrpcTransport({ baseUrl })],
  ];
  const caught = (call: Promise<unknown>): Promise<ConnectError> =>
    call.then(
      () => Promise.reject(new Error("the call was expected to be refused")),
      (error) => error,
    );

  test.each(transports)("%s: a read, and errors with their details", async (_, open) => {
    const transport = open(servers.url);
    const echo = createClient(EchoService, transport) as never as Record<
      string,
      (init: object, how?: object) => Promise<{ echo: { id: string } }>
    >;
    const headers = owner();
    expect((await echo.say!({ id: "8" }, { headers })).echo.id).toBe("8");
    const conflict = fromConnectError(await caught(echo.fail!({ text: "conflict" }, { headers })));
    expect([conflict?.code, conflict?.options.conflict?.appointmentId]).toEqual([ErrorCode.SLOT_FULL, "12"]);
    const field = fromConnectError(await caught(echo.fail!({ text: "field" }, { headers })));
    expect(field?.options.fields).toEqual([{ field: "petId", reason: "is needed" }]);
  });

  test.each(transports)("%s: the gateway's own RPCs", async (_, open) => {
    const transport = open(servers.url);
    const headers = owner();
    expect((await createClient(PushService, transport).createSocketToken({}, { headers })).expiresIn).toBe(60);
    const files = createClient(UploadService, transport);
    const missing = await caught(files.getFileAccessUrl(file, { headers }));
    expect([missing.code, fromConnectError(missing)?.code]).toEqual([Code.NotFound, ErrorCode.NOT_FOUND]);
    const broken = fromConnectError(await caught(files.getFileAccessUrl({ path: "elsewhere" }, { headers })));
    expect(broken?.options.fields).toEqual([{ field: "path", reason: expect.stringContaining("/uploads/") }]);
    const stranger = await caught(files.getFileAccessUrl(file));
    expect([stranger.code, fromConnectError(stranger)?.code]).toEqual([Code.Unauthenticated, ErrorCode.NO_AUTH]);
  });

  const root = join(import.meta.dirname, "../../..");
  test.each([
    ["connect", []],
    ["grpcweb", []],
    ["grpc", ["--http2-prior-knowledge"]],
  ])("buf curl --protocol %s", async (protocol, more) => {
    servers.allow(tokens.key, [Permission.EDIT_CLIENT]);
    const curl = (rpc: string, data: object) =>
      promisify(execFile)(
        join(root, "node_modules/.bin/buf"),
        ["curl", "--schema", "proto", "--protocol", protocol, ...more, "-H", `authorization: Bearer ${tokens.key}`].concat([
          "-d",
          JSON.stringify(data),
          `${servers.url}/leashline.gateway.v1.UploadService/${rpc}`,
        ]),
        { cwd: root },
      );
    expect(JSON.parse((await curl("GetPresignedUploadUrl", { fileName: "a.png" })).stdout)).toMatchObject({ expiresIn: 900 });
    const refused = (await caught(curl("GetFileAccessUrl", file))) as unknown as { stderr: string };
    expect(JSON.parse(refused.stderr)).toMatchObject({
      code: "not_found",
      details: [expect.objectContaining({ type: "google.rpc.ErrorInfo" })],
    });
  });
});
