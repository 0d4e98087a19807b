import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type GatewayHarness, startGateway, tokens } from "../../test/harness.ts";

let plain: GatewayHarness;
let secure: GatewayHarness;
const folder = mkdtempSync(join(tmpdir(), "leashline-answers-"));
beforeAll(async () => {
  mkdirSync(join(folder, "dist", "assets"), { recursive: true });
  writeFileSync(join(folder, "dist", "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "dist", "assets", "main-AbCd1234.js"), "1");
  const config = { webDir: join(folder, "dist"), dataDir: folder };
  const sessions = {
    async signIn(_: never, ctx: { responseHeader: (name: string, value: string) => void }) {
      ctx.responseHeader("x-leashline-set-session", "fresh_token;86400");
      return { sessionToken: "fresh_token" };
    },
  };
  plain = await startGateway([], { config, sessions });
  secure = await startGateway([], { config: { ...config, publicUrl: new URL("https://app.shop.test") }, sessions });
});
afterAll(async () => {
  await plain?.stop();
  await secure?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rpc = "/leashline.account.v1.SessionService";
const socketToken = "/leashline.gateway.v1.PushService/CreateSocketToken";
const asked: [name: string, verb: string, path: string][] = [
  ["a page", "GET", "/sign_in"],
  ["a storefront", "GET", "/ol/paws"],
  ["a script", "GET", "/assets/main-AbCd1234.js"],
  ["nothing there", "GET", "/assets/gone.js"],
  ["the reference", "GET", "/docs"],
  ["an RPC", "POST", `${rpc}/SignIn`],
  ["an RPC that is refused", "POST", `${rpc}/GetSessionInfo`],
  ["an RPC of the gateway's own", "POST", socketToken],
  ["an RPC that does not exist", "POST", `${rpc}/Nothing`],
  ["REST", "POST", "/api/business/account/v2/ws"],
  ["REST that is refused", "GET", "/api/business/account/v2/info"],
  ["REST that does not exist", "GET", "/api/nothing"],
  ["a file that is not there", "GET", "/uploads/public/1/aaaaaaaaaaaaaaaaaaaa/a.png"],
  ["health", "GET", "/healthz"],
];

/** With a Host of our choice, which fetch does not allow. */
function ask(
  servers: GatewayHarness,
  verb: string,
  path: string,
  headers: Record<string, string> = {},
  body = "{}",
): Promise<http.IncomingMessage & { text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { port: servers.port, host: "127.0.0.1", method: verb, path, headers: { host: "localhost", ...headers } },
      (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () => resolve(Object.assign(response, { text })));
      },
    );
    request.on("error", reject);
    request.end(verb === "POST" ? body : undefined);
  });
}
const json = { "content-type": "application/json", authorization: `Bearer ${tokens.owner}` };

describe.each(asked)("%s", (_, verb, path) => {
  test("cannot be taken for another kind of content, and what is private is kept by nobody", async () => {
    const { headers } = await ask(plain, verb, path, verb === "POST" ? json : {});
    expect(headers["x-content-type-options"]).toBe("nosniff");
    const cache = headers["cache-control"] ?? "";
    if (path.startsWith("/assets/main")) expect(cache).toContain("immutable");
    else expect(cache, path).toMatch(/no-store|no-cache/);
    expect([headers["x-powered-by"], headers.server]).toEqual([undefined, undefined]);
  });

  test("clickjacking: stands in no frame", async () => {
    const { headers } = await ask(plain, verb, path, verb === "POST" ? json : {});
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });

  test("over HTTPS, demands HTTPS from then on, for every neighbour", async () => {
    const { headers } = await ask(secure, verb, path, verb === "POST" ? json : {});
    expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  });
});

test.each(["/sign_in", "/ol/paws", "/docs", "/api/nothing", "/healthz", "/assets/gone.js"])(
  "clickjacking: %s stands in no frame, and runs no script but ours",
  async (path) => {
    const policy = (await ask(plain, "GET", path)).headers["content-security-policy"] as string;
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/script-src 'self';|default-src 'none';/);
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|https?:|data:|blob:)/);
  },
);

describe("the session cookie", () => {
  test("over HTTPS it is bound to this host, unreadable for scripts, and not sent along from other sites", async () => {
    const { headers } = await ask(secure, "POST", `${rpc}/SignIn`, { "content-type": "application/json" });
    expect(headers["set-cookie"]).toEqual(["__Host-leashline_session=fresh_token; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure"]);
  });

  test("one planted without the prefix, as a neighbour could, counts for nothing there", async () => {
    const named = (name: string) => ask(secure, "GET", "/api/business/account/v2/info", { cookie: `${name}=${tokens.owner}` });
    expect((await named("leashline_session")).statusCode).toBe(401);
    expect((await named("__Host-leashline_session")).statusCode).not.toBe(401);
  });
});

describe("host-header", () => {
  const lies: Record<string, string>[] = [
    { host: "evil.example" },
    { host: "app.shop.test.evil.example" },
    { host: "app.shop.test@evil.example" },
    { host: "localhost.evil.example:80" },
  ];
  test.each(lies)("%j is answered by no page, RPC or REST path", async (headers) => {
    for (const [, verb, path] of asked.filter(([, , path]) => path !== "/healthz"))
      expect([path, (await ask(secure, verb, path, headers)).statusCode]).toSatisfy(([, code]) => code === 421 || code === 400);
  });

  test.each<Record<string, string>>([
    { "x-forwarded-host": "evil.example" },
    { "x-forwarded-proto": "http", "x-forwarded-port": "1" },
    { forwarded: "host=evil.example;proto=http" },
    { "x-original-url": "//evil.example", "x-rewrite-url": "//evil.example" },
    { "x-host": "evil.example" },
  ])("addresses we hand out are our own, whatever %j says", async (headers) => {
    const socket = await ask(secure, "POST", "/api/business/account/v2/ws", { ...json, ...headers });
    expect(JSON.parse(socket.text).data.url).toMatch(/^wss:\/\/app\.shop\.test\/ws\?/);
    const asking = { ...json, ...headers };
    const upload = await ask(secure, "POST", "/leashline.gateway.v1.UploadService/GetPresignedUploadUrl", asking, '{"fileName":"a.png"}');
    expect(JSON.parse(upload.text).uploadUrl).toMatch(/^https:\/\/app\.shop\.test\/uploads\//);
  });
});

test.each([
  "//evil.example/",
  "/\\evil.example/",
  "/%2f%2fevil.example",
  "/%5cevil.example",
  "/sign_in//evil.example/..",
  "/docs//evil.example/%2e%2e",
  "/ol//evil.example",
])("open-redirect: %s sends nobody elsewhere", async (path) => {
  const answer = await ask(plain, "GET", path);
  expect([answer.headers.location, answer.headers.refresh]).toEqual([undefined, undefined]);
  expect(answer.statusCode).toBeLessThan(500);
});

test("TRACE, CONNECT and made-up methods are answered by nothing", async () => {
  for (const verb of ["TRACE", "PROPFIND"]) expect((await ask(plain, verb, "/healthz")).statusCode).toBeGreaterThanOrEqual(400);
});

describe("the origin of a websocket", () => {
  const open = async (origin?: string): Promise<string> => {
    const { text } = await ask(plain, "POST", "/api/business/account/v2/ws", json);
    const socket = new WebSocket(
      `ws://127.0.0.1:${plain.port}/ws?token=${encodeURIComponent(JSON.parse(text).data.token)}`,
      origin ? { origin } : {},
    );
    const said = await new Promise<string>((resolve) => {
      socket.on("message", (data) => resolve(String(data)));
      socket.on("unexpected-response", (_, response) => resolve(String(response.statusCode)));
      socket.on("error", (error) => resolve(error.message));
    });
    socket.terminate();
    return said;
  };
  test.each(["https://evil.example", "null", "http://localhost.evil.example", "file://"])(
    "a page of %s gets no socket, though its token is good",
    async (origin) => {
      expect(await open(origin)).toBe("403");
    },
  );
  test("our own pages and programs do", async () => {
    expect([await open("http://localhost:8080"), await open()]).toEqual(["200:OK:connected", "200:OK:connected"]);
  });
});
