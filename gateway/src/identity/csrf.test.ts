import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EchoService, echoCalls, echoContract, echoGroup } from "../../test/echo.ts";
import { type GatewayHarness, startGateway, tokens } from "../../test/harness.ts";
import { legacyRoutes } from "../legacy/routes.ts";

let servers: GatewayHarness;
const dataDir = mkdtempSync(join(tmpdir(), "leashline-csrf-"));
beforeAll(async () => {
  servers = await startGateway([echoGroup], { contract: echoContract, config: { dataDir, http2: true } });
});
afterAll(async () => {
  await servers?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const rpc = `/${EchoService.typeName}/Save`;
// One pixel.
const picture = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

function uploadForm(): FormData {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(picture)]), "a.png");
  return form;
}

interface Face {
  path: string;
  init: () => RequestInit;
}
const typed = (type: string, body: string | Uint8Array<ArrayBuffer>): Face["init"] => {
  return () => ({ method: "POST", headers: { "content-type": type }, body });
};

/** Everything that changes something, in every form that a page of another site can send without asking, and in those of our own. */
const faces: Record<string, Face> = {
  "service-style JSON": { path: rpc, init: typed("application/json", "{}") },
  "service-style binary": { path: rpc, init: typed("application/proto", new Uint8Array()) },
  "service-style as plain text": { path: rpc, init: typed("text/plain", "{}") },
  "gRPC-Web": { path: rpc, init: typed("application/grpc-web+proto", new Uint8Array(5)) },
  "REST JSON": { path: "/api/test/echo", init: typed("application/json", "{}") },
  "REST as plain text": { path: "/api/test/echo", init: typed("text/plain", "{}") },
  "REST form": { path: "/api/test/echo", init: typed("application/x-www-form-urlencoded", "text=forged") },
  "REST PUT": {
    path: "/api/test/echo/v2",
    init: () => ({ method: "PUT", headers: { "content-type": "application/json" }, body: "{}" }),
  },
  "upload form": { path: "/api/business/upload/uploadFile", init: () => ({ method: "POST", body: uploadForm() }) },
  "upload address": {
    path: "/leashline.gateway.v1.UploadService/GetPresignedUploadUrl",
    init: typed("application/json", '{"fileName":"a.png"}'),
  },
  "socket token": { path: "/api/business/account/v2/ws", init: typed("application/json", "{}") },
};

const cookie = { cookie: `leashline_session=${tokens.owner}` };
const forged: Record<string, Record<string, string>> = {
  "no hint where it comes from": {},
  "another site": { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  "a neighbour of our site": { "sec-fetch-site": "same-site" },
  "a link from nowhere": { "sec-fetch-site": "none" },
  "an older browser, another origin": { origin: "https://evil.example" },
  "an origin that ends like ours": { origin: "https://evil.example/127.0.0.1" },
  "no origin to speak of": { origin: "null" },
  "a method in disguise": { "x-http-method-override": "GET", "sec-fetch-site": "cross-site" },
};

async function send(face: string, headers: Record<string, string>): Promise<{ status: number; code: unknown }> {
  const { path, init } = faces[face] as Face;
  const made = init();
  const response = await fetch(servers.url + path, { ...made, headers: { ...(made.headers as object), ...headers } });
  const text = await response.text();
  const grpcRefused = /grpc-status: *7\b/i.test(text) || response.headers.get("grpc-status") === "7";
  const code = text.startsWith("{") ? (JSON.parse(text) as { code?: unknown }).code : grpcRefused ? "permission_denied" : undefined;
  return { status: response.status, code };
}

const stored = () => readdirSync(dataDir, { recursive: true }).filter((name) => String(name).endsWith(".png"));

describe.each(Object.keys(faces))("%s", (face) => {
  test.each(Object.keys(forged))("with somebody's cookie from %s is refused before anything happens", async (from) => {
    const before = { calls: echoCalls(), files: stored().length };
    const { code } = await send(face, { ...cookie, ...forged[from] });
    expect(["permission_denied", 20019]).toContain(code);
    expect({ calls: echoCalls(), files: stored().length }).toEqual(before);
  });

  test.each(Object.keys(forged).filter((from) => forged[from]?.["origin"] !== undefined))(
    "with somebody's cookie from %s is refused with our header too",
    async (from) => {
      const before = { calls: echoCalls(), files: stored().length };
      const { code } = await send(face, { ...cookie, ...forged[from], "x-leashline-csrf": "1" });
      expect(["permission_denied", 20019]).toContain(code);
      expect({ calls: echoCalls(), files: stored().length }).toEqual(before);
    },
  );

  test.each<[string, Record<string, string>]>([
    ["our own pages, as the browser says", { ...cookie, "sec-fetch-site": "same-origin" }],
    ["our own pages, by our header", { ...cookie, "x-leashline-csrf": "1" }],
    [
      "our own pages, by our header, behind a proxy of another name",
      { ...cookie, "x-leashline-csrf": "1", "sec-fetch-site": "same-origin", origin: "https://shop.example" },
    ],
    ["a program with a token", { authorization: `Bearer ${tokens.owner}`, "sec-fetch-site": "cross-site" }],
  ])("from %s goes through", async (_, headers) => {
    const { status, code } = await send(face, headers);
    // A form's plain text is no call at all, whoever sends it.
    const expected = face.endsWith("as plain text") ? 415 : 200;
    expect([status, ["permission_denied", 20019].includes(code as never)]).toEqual([expected, false]);
  });

  test("no other origin is told that it may ask, or read", async () => {
    const { path } = faces[face] as Face;
    const headers = {
      origin: "https://evil.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "x-leashline-csrf",
    };
    const response = await fetch(servers.url + path, { method: "OPTIONS", headers });
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });
});

test("a GET never reaches what changes something", async () => {
  const address = `${servers.url}${rpc}?connect=v1&encoding=json&message=%7B%7D`;
  const response = await fetch(address, { headers: { ...cookie, "sec-fetch-site": "cross-site" } });
  expect(response.status).toBe(400);
  const writing = legacyRoutes(loadContract().methods).filter(({ verb, method }) => verb === "GET" && !method.read);
  expect(writing.map(({ url }) => url)).toEqual([]);
});
