import { createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { eventually, startCollector } from "@leashline/kit/test";
import { PushService } from "@leashline/proto/leashline/gateway/v1/push_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EchoService, echoContract, echoGroup } from "../../test/echo.ts";
import { type GatewayHarness, startGateway, tokens } from "../../test/harness.ts";

let collector: Awaited<ReturnType<typeof startCollector>>;
let servers: GatewayHarness;
beforeAll(async () => {
  collector = await startCollector();
  // Both the gateway and the service behind it read it from here.
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  servers = await startGateway([echoGroup], { contract: echoContract, config: { http2: true } });
});
afterAll(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  await servers?.stop();
  await collector?.stop();
});

const authorization = `Bearer ${tokens.owner}`;
const outside = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const path = (rpc: string) => `leashline.test.v1.EchoService/${rpc}`;

/** What each step of a trace is part of, from the entrance inwards. */
async function stepsOf(traceId: string | null, length: number) {
  return await eventually(async () => {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const inwards = [spans.find((span) => span.parentSpanId === "")];
    for (let at = 0; at < spans.length; at++) {
      const next = spans.find((span) => span.parentSpanId === inwards[at]?.spanId);
      if (next) inwards.push(next);
    }
    if (spans.length !== length || inwards.length !== length) throw new Error(`${inwards.length} of ${spans.length} steps are connected`);
    return inwards.map((span) => [span?.service, span?.kind, span?.name, span?.facts["rpc.response.status_code"]]);
  });
}

test("a service-style call: the gateway, its way to the service, the service; a trace from outside is linked, not continued", async () => {
  const response = await fetch(`${servers.url}/${path("Say")}`, {
    method: "POST",
    headers: { authorization, traceparent: outside, "content-type": "application/json" },
    body: "{}",
  });
  const traceId = response.headers.get("x-trace-id");
  expect(await stepsOf(traceId, 3)).toEqual([
    ["leashline-gateway", "server", path("Say"), "ok"],
    ["leashline-gateway", "client", path("Say"), "ok"],
    ["leashline-account", "server", path("Say"), "ok"],
  ]);
  const entered = collector.spans.find((span) => span.traceId === traceId && span.parentSpanId === "");
  expect(entered?.links).toEqual([expect.objectContaining({ traceId: outside.slice(3, 35), spanId: outside.slice(36, 52) })]);
  expect(entered?.traceId).not.toBe(outside.slice(3, 35));
});

test("REST, a refusal by the service", async () => {
  const response = await fetch(`${servers.url}/api/test/fail`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ text: "field" }),
  });
  expect(await stepsOf(response.headers.get("x-trace-id"), 3)).toEqual([
    ["leashline-gateway", "server", path("Fail"), "ok"],
    ["leashline-gateway", "client", path("Fail"), "400"],
    ["leashline-account", "server", path("Fail"), "InvalidArgument"],
  ]);
});

test("gRPC, and the gateway's own RPCs", async () => {
  const ids: (string | null)[] = [];
  const how = { headers: { authorization }, onHeader: (headers: Headers) => void ids.push(headers.get("x-trace-id")) };
  const echo = createClient(EchoService, createGrpcTransport({ baseUrl: servers.url })) as never as Record<
    string,
    (i: object, h: object) => Promise<unknown>
  >;
  await echo.say!({}, how);
  const push = createClient(PushService, createConnectTransport({ baseUrl: servers.url, httpVersion: "1.1" }));
  await push.createSocketToken({}, how);
  expect(await stepsOf(ids[0] ?? null, 3)).toEqual([
    ["leashline-gateway", "server", path("Say"), "ok"],
    ["leashline-gateway", "client", path("Say"), "ok"],
    ["leashline-account", "server", path("Say"), "ok"],
  ]);
  expect(await stepsOf(ids[1] ?? null, 1)).toEqual([
    ["leashline-gateway", "server", "leashline.gateway.v1.PushService/CreateSocketToken", "ok"],
  ]);
});

test("a refusal by the gateway itself, and no token in anything that was sent", async () => {
  const response = await fetch(`${servers.url}/${path("Mine")}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(await stepsOf(response.headers.get("x-trace-id"), 1)).toEqual([["leashline-gateway", "server", path("Mine"), "refused"]]);
  expect([tokens.owner, "Bearer", "Olive"].filter((text) => collector.raw().includes(text))).toEqual([]);
});
