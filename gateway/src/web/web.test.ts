import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fail } from "@leashline/kit";
import { type GetStorefrontRequest, StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewayHarness, rpcs, startGateway } from "../../test/harness.ts";
import { Assets } from "./assets.ts";
import { hostCheck } from "./hosts.ts";
import { cardSources, securityHeaders } from "./security.ts";

let servers: GatewayHarness;
const folder = mkdtempSync(join(tmpdir(), "leashline-web-"));
const script = `console.log(${JSON.stringify("x".repeat(5000))});`;
const page = '<!doctype html><title>Leashline</title><div id="root"></div>';
const signing = "<!doctype html><title>Sign</title>";
const asked: string[] = [];
const booking = '<!doctype html><title>Book</title><body><div id="root"></div></body>';
const shops = rpcs(StorefrontService, {
  async getStorefront({ bookOnlineName }: GetStorefrontRequest) {
    asked.push(bookOnlineName);
    if (bookOnlineName === "slow") await new Promise((resolve) => setTimeout(resolve, 1_500));
    if (!["paws", "slow"].includes(bookOnlineName)) throw fail("NOT_AVAILABLE_ONLINE");
    return { storefront: { businessName: `Paws & "Claws" <script>alert(1)</script>`, address: "1 Elm St", themeColor: "#ffe066" } };
  },
});

beforeAll(async () => {
  mkdirSync(join(folder, "dist", "assets"), { recursive: true });
  writeFileSync(join(folder, "dist", "index.html"), page);
  writeFileSync(join(folder, "dist", "sign.html"), signing);
  writeFileSync(join(folder, "dist", "book.html"), booking);
  writeFileSync(join(folder, "dist", "assets", "main-AbCd1234.js"), script);
  writeFileSync(join(folder, "dist", "start.js"), "1");
  servers = await startGateway([shops], {
    config: { webDir: join(folder, "dist"), dataDir: folder, cardScripts: [new URL("https://js.stripe.com/v3/")] },
  });
});
afterAll(async () => {
  await servers?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(servers.url + path, { headers });

/** A request with a Host of our choice, which fetch does not allow. */
const statusFor = (host: string, path = "/") =>
  new Promise<number>((resolve, reject) => {
    http
      .get({ port: servers.port, host: "127.0.0.1", path, headers: { host } }, (response) => resolve(response.resume().statusCode ?? 0))
      .on("error", reject);
  });

describe("the web client", () => {
  test("a hashed file is kept for ever, compressed, and typed", async () => {
    const response = await get("/assets/main-AbCd1234.js", { "accept-encoding": "gzip" });
    expect(await response.text()).toBe(script);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "content-encoding": "gzip",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
  });

  test("the best compression follows, made by a program of its own", async () => {
    const assets = new Assets(join(folder, "dist"), folder);
    await assets.compressBuild();
    const response = await get("/assets/main-AbCd1234.js", { "accept-encoding": "gzip, br" });
    expect([response.headers.get("content-encoding"), await response.text()]).toEqual(["br", script]);
  });

  test("a file that may change is asked for again, and not sent twice", async () => {
    const first = await get("/start.js");
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const again = await get("/start.js", { "if-none-match": first.headers.get("etag") as string });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test.each(["/agreement/sign/AbC-9_x", "/agreement/sign/a/b"])("%s opens the signing page alone, which takes no cards", async (path) => {
    const response = await get(path, { accept: "text/html" });
    expect([response.status, await response.text()]).toEqual([200, signing]);
    expect(response.headers.get("content-security-policy")).not.toContain("stripe");
  });

  test.each([
    ...["/ol/happy-paws", "/ol/happy-paws/book", "/ol/happy-paws/landing/", "/go/happy-paws", "/go/gallery?name=happy-paws"],
    ...["/OL/happy-paws", "/ol/happy-paws/Book", "/GO/happy-paws", "/go/Gallery", "/ol/happy-paws//", "/ol/happy-paws/book///"],
    ...["/OL/HAPPY-PAWS//", "/OL/HAPPY-PAWS/BOOK//", "/OL/HAPPY-PAWS/LANDING//", "/GO/HAPPY-PAWS//", "/GO/GALLERY//"],
    ...["/%6Fl/happy-paws", "/ol/happy%2Fpaws", `/ol/${"x".repeat(101)}`],
  ])("%s opens the booking page alone", async (path) => {
    const response = await get(path, { accept: "text/html" });
    expect([response.status, await response.text()]).toEqual([200, booking]);
  });

  test.each([
    "/",
    "/sign_in",
    "/agreement/setting",
    "/ol/paws/me",
    "/ol/paws/membership",
    "/client/12/pets/3",
    "/calendar?date=2026-11-20",
  ])("%s opens the client", async (path) => {
    const response = await get(path, { accept: "text/html" });
    expect([response.status, await response.text()]).toEqual([200, page]);
  });

  test.each(["/ol/paws", "/ol/Paws/book", "/ol/paws/landing/", "/OL/PAWS//"])(
    "%s says whose page it is before any script runs, as text",
    async (path) => {
      const response = await get(path, { accept: "text/html", "accept-encoding": "gzip" });
      const html = await response.text();
      const name = "Paws &amp; &quot;Claws&quot; &lt;script&gt;alert(1)&lt;/script&gt;";
      expect(html).toContain(`<h1>${name}</h1><p>1 Elm St</p>`);
      expect(html).toContain(`<title>Book at ${name}</title>`);
      expect(html).toContain('style="background-color:#ffe066;color:#000000"');
      const [, page, at, data = ""] =
        /<script type="application\/json" id="storefront" data-page="([^"]+)" data-at="(\d+)">([^<]*)<\/script>/.exec(html) ?? [];
      expect(Math.abs(Date.now() - Number(at)), "when that was so").toBeLessThan(5_000);
      expect([page, JSON.parse(data)]).toMatchObject(["paws", { businessName: `Paws & "Claws" <script>alert(1)</script>` }]);
      expect(html.match(/<script/g), "this and what search engines read").toHaveLength(2);
      expect([response.headers.get("content-encoding"), response.headers.get("cache-control")]).toEqual(["gzip", "no-cache"]);
      expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    },
  );

  test("where nothing is known of a page, or not soon, it opens without: as is every other page", async () => {
    asked.length = 0;
    const began = performance.now();
    for (const [path, document] of Object.entries({ "/ol/gone": booking, "/ol/slow": booking, "/ol/paws/me": page, "/sign_in": page }))
      expect(await (await get(path, { accept: "text/html" })).text(), path).toBe(document);
    expect(performance.now() - began).toBeLessThan(1_400);
    expect(asked, "whose page opens").toEqual(["gone", "slow"]);
  });

  test.each(["/assets/gone-AbCd1234.js", "/missing.js", "/assets/", "/.env", "/../package.json"])("%s is not a page", async (path) => {
    const response = await get(path, { accept: "*/*", "sec-fetch-mode": "no-cors" });
    expect(response.status).toBe(404);
  });

  test.each(["/%zz", "/client/%", "/%ff/x?a=%zz"])(
    "%s, which nobody can read, opens the page of any unknown address; a program is told in JSON",
    async (path) => {
      const browser = { accept: "text/html,application/xhtml+xml", "sec-fetch-mode": "navigate" };
      const [response, unknown] = [await get(path, browser), await get("/nowhere", browser)];
      expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
        unknown.status,
        unknown.headers.get("content-type"),
        await unknown.text(),
      ]);
      const told = await get(path, { accept: "application/json" });
      expect([told.status, await told.json()]).toEqual([400, { code: 400, message: "params error", data: null }]);
      const posted = await fetch(servers.url + path, {
        method: "POST",
        headers: { ...browser, "content-type": "application/json" },
        body: "{}",
      });
      expect([posted.status, await posted.json()]).toMatchObject([400, { code: 400 }]);
    },
  );

  test("every page carries the security headers", async () => {
    const { headers } = await get("/a/token");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("strict-transport-security")).toBeNull();
    expect(headers.get("x-powered-by")).toBeNull();
  });

  test("the card vendor's script and frame are let in only where a card can be entered", async () => {
    const policyOf = async (path: string) => (await get(path, { accept: "text/html" })).headers.get("content-security-policy") ?? "";
    for (const path of ["/", "/calendar/grooming", "/p/token", "/payment/cof/client/token", "/ol/paws", "/ol/paws/book", "/go/paws"]) {
      const policy = await policyOf(path);
      expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
      expect(policy).toContain("frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;");
      expect(policy).toMatch(/connect-src [^;]* https:\/\/api\.stripe\.com;/);
    }
    for (const path of ["/a/token", "/o/token", "/t/token", "/docs", "/assets/main-AbCd1234.js", "/start.js"])
      expect(await policyOf(path)).not.toContain("stripe");
    const standIn = securityHeaders(
      new URL("http://localhost"),
      [],
      cardSources([new URL("http://127.0.0.1:8091/v3/"), new URL("http://127.0.0.1:8091/v1/square.js")]),
    );
    expect(standIn["content-security-policy"]).toContain("frame-src 'self' http://127.0.0.1:8091;");
    expect(securityHeaders(new URL("http://localhost"), [], cardSources([]))["content-security-policy"]).toContain("frame-src 'self';");
    const square = securityHeaders(
      new URL("http://localhost"),
      [],
      cardSources([new URL("https://sandbox.web.squarecdn.com/v1/square.js")]),
    );
    expect(square["content-security-policy"]).toContain("script-src 'self' https://sandbox.web.squarecdn.com;");
    expect(square["content-security-policy"]).toMatch(/connect-src [^;]* https:\/\/pci-connect\.squareupsandbox\.com;/);
  });

  test("HTTPS adds strict transport security", () => {
    expect(securityHeaders(new URL("https://shop.example"), [])["strict-transport-security"]).toContain("max-age=");
  });
});

describe("the Host header", () => {
  test.each([
    ["localhost", 200],
    ["127.0.0.1:9999", 200],
    ["evil.example", 421],
    ["localhost.evil.example", 421],
  ])("%s is answered %d", async (host, status) => {
    expect(await statusFor(host)).toBe(status);
  });

  test.each([
    ["evil.example", 421],
    ["10.42.0.7:8080", 200],
    ["[fd00::7]:8080", 200],
  ])("whoever watches over us asks by any address, %s: whether we live; metrics are told to no foreign name", async (host, metrics) => {
    expect([await statusFor(host, "/healthz"), await statusFor(host, "/readyz"), await statusFor(host, "/metrics")]).toEqual([
      200,
      200,
      metrics,
    ]);
    expect(await statusFor(host, "/healthz/../")).toBe(421);
  });

  test.each([
    ["a second Host header", ["Host: localhost", "Host: evil.test"], "/healthz", 400],
    ["a whole address in the first line", ["Host: localhost"], "http://evil.test/healthz", 400],
    ["one host and a path", ["Host: localhost"], "/healthz", 200],
  ])("it is said in one way: %s", async (_, hosts, path, status) => {
    const socket = connect(servers.port, "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\n${hosts.join("\r\n")}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test("the public address and the allowed ones count", () => {
    const allowed = hostCheck(new URL("https://app.shop.example"), ["API.shop.example"], 8080);
    expect([allowed("app.shop.example"), allowed("api.shop.example"), allowed("shop.example"), allowed(undefined)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("health", () => {
  test("alive, ready with the state of each service, metrics", async () => {
    expect(await (await get("/healthz")).text()).toBe("ok");
    const ready = await get("/readyz");
    expect([ready.status, ((await ready.json()) as { services: object }).services]).toEqual([
      200,
      expect.objectContaining({ account: "ready", "online-booking": "ready" }),
    ]);
    await get("/healthz");
    expect(await (await get("/metrics")).text()).toContain("leashline_gateway_answers_total");
    expect((await get("/metrics", { "x-forwarded-for": "9.9.9.9" })).status).toBe(404);
  });
});

describe("the reference at /docs", () => {
  test("a page per service, errors, permissions, and the OpenAPI document", async () => {
    const index = await (await get("/docs")).text();
    expect(index).toContain('href="/docs/account.SessionService"');
    expect(index).not.toContain("ResolveSession");
    const service = await get("/docs/account.SessionService");
    const html = await service.text();
    expect(html).toContain("POST /leashline.account.v1.SessionService/SignIn");
    expect(html).toContain("POST /api/business/account/v2/switch");
    expect(html).not.toContain("<script");
    expect(service.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(await (await get("/docs/errors")).text()).toContain("51051");
    expect(await (await get("/docs/permissions")).text()).toContain("integrationKeys");
    const openapi = (await (await get("/docs/openapi.json")).json()) as { openapi: string; paths: Record<string, object> };
    expect([openapi.openapi, Object.keys(openapi.paths).includes("/api/business/account/v2/info")]).toEqual(["3.1.0", true]);
    expect((await get("/docs/nothing")).status).toBe(404);
  });

  test("every link inside the reference leads somewhere", async () => {
    const seen = new Set<string>();
    const queue = ["/docs"];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 200]);
      if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
      const html = await response.text();
      for (const [, anchor] of html.matchAll(/href="#([^"]+)"/g)) expect(html, `${path}#${anchor}`).toContain(`id="${anchor}"`);
      for (const [, href] of html.matchAll(/href="(\/docs[^"#]*)/g)) queue.push(href as string);
    }
    expect(seen.size).toBeGreaterThan(20);
  });
});
