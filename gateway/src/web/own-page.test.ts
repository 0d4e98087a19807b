import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fail } from "@leashline/kit";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { CustomDomainService, type FindCustomDomainRequest } from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import { type GetStorefrontRequest, StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GatewayHarness, rpcs, startGateway, tokens } from "../../test/harness.ts";
import { sessionCookieName } from "../identity/credential.ts";
import { calledByThePage, placeOf } from "./own-page.ts";

const domain = "book.paws.test";
const pages = new Map([
  [domain, "paws"],
  ["silent.test", "slow"],
  ["down.test", ""],
]);
const folder = mkdtempSync(join(tmpdir(), "leashline-own-"));
const staffs = "<!doctype html><title>Leashline</title>";
const booking = '<!doctype html><title>Book</title><body><div id="root"></div></body>';
let servers: GatewayHarness;
beforeAll(async () => {
  mkdirSync(join(folder, "dist", "assets"), { recursive: true });
  for (const [name, content] of Object.entries({ "index.html": staffs, "sign.html": "sign", "book.html": booking, "start.js": "1" }))
    writeFileSync(join(folder, "dist", name), content);
  for (const name of ["embed.js", "offline-worker.js", "manifest.webmanifest", "assets/main-AbCd1234.js"])
    writeFileSync(join(folder, "dist", name), "1");
  const shops = rpcs(StorefrontService, {
    async getStorefront({ bookOnlineName }: GetStorefrontRequest) {
      if (bookOnlineName === "slow") await new Promise((resolve) => setTimeout(resolve, 1_500));
      return { storefront: { bookOnlineName, businessName: "Paws", customDomain: bookOnlineName === "paws" ? domain : "" } };
    },
  });
  const domains = rpcs(CustomDomainService, {
    async findCustomDomain({ domain: name }: FindCustomDomainRequest) {
      const bookOnlineName = pages.get(name);
      if (bookOnlineName === undefined) throw fail("NOT_FOUND", { field: "domain" });
      if (bookOnlineName === "") throw fail("SYSTEM_BUSY");
      return { bookOnlineName };
    },
  });
  servers = await startGateway([shops, domains], {
    config: { webDir: join(folder, "dist"), dataDir: folder, publicUrl: new URL("https://app.leashline.test") },
  });
});
afterAll(async () => {
  await servers?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Asking = { host?: string; method?: string; headers?: Record<string, string>; body?: string };
/** A request with a Host of our choice, which fetch does not allow. */
async function ask(path: string, { host = domain, method = "GET", headers = {}, body = "" }: Asking = {}) {
  const sent = http.request({ port: servers.port, host: "127.0.0.1", path, method, headers: { host, ...headers } });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => sent.on("response", resolve).on("error", reject));
  sent.end(body);
  const response = await answered;
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}
const call = (path: string, more: Asking = {}) =>
  ask(path, {
    method: "POST",
    body: '{"bookOnlineName":"paws"}',
    ...more,
    headers: { "content-type": "application/json", "connect-protocol-version": "1", "x-leashline-csrf": "1", ...more.headers },
  });
const getStorefront = "/leashline.online_booking.v1.StorefrontService/GetStorefront";

test("a live domain shows its shop's page at once, in its own name, and with a policy as at the main address", async () => {
  // On a busy machine the first look may be answered before its shop is known.
  const whole = async (path: string, at: object = {}) => {
    await expect.poll(async () => (await ask(path, at)).body, { timeout: 10_000 }).toContain('data-page="paws"');
    return await ask(path, at);
  };
  const shown = await whole("/");
  const main = await whole("/ol/paws", { host: "app.leashline.test" });
  expect([shown.status, shown.headers["content-security-policy"]]).toEqual([200, main.headers["content-security-policy"]]);
  expect(shown.body).toContain('<meta name="shop" content="paws" />');
  expect(shown.body).toContain('data-page="paws"');
  for (const { body } of [shown, main]) {
    expect(body).toContain(`<link rel="canonical" href="https://${domain}/" />`);
    expect(body).toContain(`<meta property="og:url" content="https://${domain}/" />`);
    expect(JSON.parse(/ld\+json">([^<]*)</.exec(body)?.[1] ?? "{}").url).toBe(`https://${domain}/`);
  }
  expect(main.body).not.toContain('name="shop"');
  expect(main.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  expect(shown.headers["strict-transport-security"], "its other names are the shop's").toBe("max-age=86400");
  expect(shown.headers["set-cookie"]).toBeUndefined();
});

test("a page whose shop is not known in time says whose it is all the same", async () => {
  const { status, body } = await ask("/", { host: "silent.test" });
  expect([status, body.includes('<meta name="shop" content="slow" />'), body.includes("data-page")]).toEqual([200, true, false]);
});

test.each(["/?step=time", "/ol/paws", "/ol/Paws/book?step=pets", "/ol/paws/landing", "/go/gallery?name=paws"])(
  "%s is the shop's page under its domain",
  async (path) => {
    const { status, body } = await ask(path);
    expect([status, body.includes("<title>Book")]).toEqual([200, true]);
  },
);

test.each(["/assets/main-AbCd1234.js", "/start.js", "/embed.js"])("%s is a file that the page needs", async (path) => {
  expect((await ask(path)).status).toBe(200);
});

test.each([
  "/ol/other",
  "/ol/other/book",
  "/ol/paws/me",
  "/go/gallery?name=other",
  "/a/token",
  "/o/token",
  "/p/token?x=1",
  "/payment/cof/client/token",
  "/agreement/sign/token",
  "/vaccines/token",
  "/unsubscribe/token",
])("%s, for pet parents too, is at the main address", async (path) => {
  const { status, headers } = await ask(path);
  expect([status, headers.location]).toEqual([302, `https://app.leashline.test${path}`]);
});

test.each([
  ...[
    "/sign_in",
    "/calendar/grooming",
    "/setting",
    "/index.html",
    "/book.html",
    "/sign.html",
    "/offline-worker.js",
    "/manifest.webmanifest",
  ],
  ...[
    "/docs",
    "/api/account/login",
    "/api/grooming/ob/v2/business/config",
    "/webhooks/stripe",
    "/ws?token=x",
    "/uploads/private/1/a/b.jpg",
  ],
  ...[
    "/metrics",
    "/nothing",
    "/ol",
    "/ol/",
    "/assets/gone.js",
    "/assets/../index.html",
    "/.",
    "/./",
    "/%2e/",
    "//",
    "//app.leashline.test/",
  ],
  ...["/ol/paws/..", "/ol/other/../paws", "/ol/paws/%2e%2e/%2e%2e/", "/\\app.leashline.test/", "/calendar;/ol/paws"],
])("there is no %s under a shop's domain", async (path) => {
  const { status, body, headers } = await ask(path, { headers: { cookie: `ll_session=${tokens.owner}`, accept: "text/html" } });
  expect([status, body.includes("Leashline</title>"), headers.location]).toEqual([404, false, undefined]);
});

test("nothing is changed at the page's addresses, and the shop's own call is answered", async () => {
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) expect((await ask("/", { method })).status).toBe(404);
  const { status, body } = await call(getStorefront);
  expect([status, JSON.parse(body).storefront.businessName]).toEqual([200, "Paws"]);
});

const methods = loadContract().methods.filter(({ access, tier }) => access !== undefined && tier !== Tier.INTERNAL);
const isThePages = ({ service, tier }: (typeof methods)[number]) => calledByThePage.has(service.typeName) && tier === Tier.ANONYMOUS;

test("of all calls only those of the booking page are answered, whoever asks", async () => {
  const others = methods.filter((method) => !isThePages(method));
  expect([others.length > 500, others.some(({ path }) => path.includes("AccountAccess") || path.includes("Session"))]).toEqual([
    true,
    true,
  ]);
  const answers = await Promise.all(others.map(({ path }) => call(path, { headers: { authorization: `Bearer ${tokens.owner}` } })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  expect(methods.filter(isThePages).length).toBeGreaterThan(10);
});

test.each([
  ["another name", "book.other.test"],
  ["one beneath it", "x.book.paws.test"],
  ["one above it", "paws.test"],
  ["with a dot behind", `${domain}.`],
  ["with a port that is not ours", `${domain}:22`],
  ["the main one as its port", `${domain}:app.leashline.test`],
  ["two at once", `${domain}, app.leashline.test`],
])("a Host with %s is refused as ever", async (_, host) => {
  for (const path of ["/", "/sign_in"]) expect((await ask(path, { host })).status).toBe(421);
  expect((await call(getStorefront, { host })).status).toBe(421);
});

test("upper case and our own port are the same domain; what a proxy says it was called counts for nothing", async () => {
  for (const host of ["BOOK.Paws.Test", `${domain}:443`]) expect((await ask("/", { host })).status).toBe(200);
  const headers = { "x-forwarded-host": "app.leashline.test", forwarded: "host=app.leashline.test" };
  expect((await ask("/sign_in", { headers })).status).toBe(404);
  expect((await ask("/", { host: "evil.test", headers: { "x-forwarded-host": domain } })).status).toBe(421);
  const main = await ask("/ol/paws", { host: "app.leashline.test", headers: { "x-forwarded-host": domain } });
  expect(main.body).not.toContain('name="shop"');
});

test("a request with two hosts is refused whichever comes first", async () => {
  for (const hosts of [
    [domain, "app.leashline.test"],
    ["app.leashline.test", domain],
  ]) {
    const sent = http.request({
      port: servers.port,
      host: "127.0.0.1",
      path: "/",
      setHost: false,
      headers: hosts.flatMap((host) => ["host", host]) as never,
    });
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => sent.on("response", resolve).on("error", reject).end());
    response.resume();
    expect(response.statusCode).toBe(400);
  }
});

test("each address is an origin of its own: with a cookie, calls from the other one's pages are refused, and so are other sites'", async () => {
  const from = async (host: string, origin: string, site = "cross-site") => {
    const cookie = `${sessionCookieName(true)}=${tokens.owner}`;
    return (await call(getStorefront, { host, headers: { origin, cookie, "sec-fetch-site": site } })).status;
  };
  expect(await from(domain, `https://${domain}`, "same-origin")).toBe(200);
  const others = [
    from(domain, "https://app.leashline.test"),
    from("app.leashline.test", `https://${domain}`),
    from(domain, "https://evil.test"),
  ];
  expect(new Set(await Promise.all(others))).toEqual(new Set([403]));
});

test("where nobody can tell whose a domain is, it is refused like any other", async () => {
  expect((await ask("/", { host: "down.test" })).status).toBe(421);
});

test("a proxy may have a certificate for a live domain and for nothing else, by whatever address it asks", async () => {
  const may = async (query: string, host = "gateway:8080") => (await ask(`/domains/ask${query}`, { host })).status;
  expect([
    await may(`?domain=${domain}`),
    await may("?domain=BOOK.paws.test", "127.0.0.1"),
    await may(`?domain=${domain}`, domain),
  ]).toEqual([200, 200, 200]);
  for (const query of [
    "?domain=evil.test",
    "?domain=app.leashline.test",
    "?domain=",
    "",
    `?domain=${domain}&domain=${domain}`,
    "?domain=*",
  ])
    expect(await may(query), query).toBe(404);
  expect(await may("?domain=down.test")).toBe(503);
});

test("what a browser would write otherwise is no address under a domain", () => {
  expect(["/", "/?x", "/ol/caf%C3%A9"].map((url) => placeOf(url, "café"))).toEqual(["page", "page", "page"]);
  expect(["//", "///", "/\\x", "/ol/caf%C3%A9/../x", "/a/../", "/\t/"].map((url) => placeOf(url, "café"))).toEqual(
    Array(6).fill("nothing"),
  );
});
