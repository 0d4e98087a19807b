import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fail } from "@leashline/kit";
import { type GetStorefrontRequest, StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GatewayHarness, rpcs, startGateway } from "../../test/harness.ts";
import { framedOn, securityHeaders } from "./security.ts";

const folder = mkdtempSync(join(tmpdir(), "leashline-embed-"));
const script = fileURLToPath(new URL("../../../web/public/embed.js", import.meta.url));
const sites: Record<string, string[]> = {
  paws: ["https://paws.example", "http://localhost:4000"],
  slow: ["https://slow.example"],
  alone: [],
  forged: ["*", "https://*", "https://a.example; script-src *", "'self'", "http://b.example", "https://c.example/d"],
};
const shops = rpcs(StorefrontService, {
  async getStorefront({ bookOnlineName }: GetStorefrontRequest) {
    if (bookOnlineName === "slow") await new Promise((resolve) => setTimeout(resolve, 1_000));
    const embedSites = sites[bookOnlineName];
    if (!embedSites) throw fail("NOT_AVAILABLE_ONLINE");
    return { storefront: { businessName: "Paws", embedSites } };
  },
});

let servers: GatewayHarness;
beforeAll(async () => {
  mkdirSync(join(folder, "dist"));
  for (const name of ["index", "sign", "book"])
    writeFileSync(join(folder, "dist", `${name}.html`), `<body><div id="root">${name}</div></body>`);
  writeFileSync(join(folder, "dist", "start.js"), "1");
  copyFileSync(script, join(folder, "dist", "embed.js"));
  servers = await startGateway([shops], { config: { webDir: join(folder, "dist"), dataDir: folder } });
});
afterAll(async () => {
  await servers?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(servers.url + path, { headers: { accept: "text/html", ...headers } });
const framing = async (path: string, headers: Record<string, string> = {}) => {
  const { headers: said } = await get(path, headers);
  return [/frame-ancestors [^;]*/.exec(said.get("content-security-policy") ?? "")?.[0], said.get("x-frame-options")];
};
/** As a browser asks for what stands in a frame. */
const asFrame = { "sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site" };
const NOWHERE = ["frame-ancestors 'none'", "DENY"];

test.each(["/ol/paws", "/ol/paws/book", "/OL/Paws/landing/", "/ol/paws/book?step=time"])(
  "%s of a shop that named websites stands in a frame there, and its other rules stay",
  async (path) => {
    expect(await framing(path, asFrame)).toEqual(["frame-ancestors https://paws.example http://localhost:4000", null]);
    const named = (await get(path, asFrame)).headers;
    const unnamed = (await get("/ol/alone", asFrame)).headers;
    const rest = (headers: Headers) => headers.get("content-security-policy")?.replace(/frame-ancestors [^;]*/, "");
    expect(rest(named)).toBe(rest(unnamed));
    expect(named.get("x-content-type-options")).toBe("nosniff");
  },
);

test.each([
  "/ol/alone",
  "/ol/gone/book",
  "/ol/forged",
  "/ol/paws/me",
  "/ol/paws/membership",
  "/go/paws",
  "/go/gallery?name=paws",
  "/",
  "/sign_in",
  "/p/token",
  "/agreement/sign/paws",
  "/embed.js",
  "/start.js",
  "/ol/paws%20https:%2F%2Fevil.example",
  "/ol/paws;frame-ancestors%20*",
  "/ol/%0d%0acontent-security-policy:%20frame-ancestors%20*",
  "/ol/paws/book/..%2f..%2f..%2fsign_in",
  "/ol/..%2fol%2fpaws",
  `/ol/${"paws".repeat(30)}`,
])("%s stands in no frame", async (path) => expect(await framing(path, asFrame)).toEqual(NOWHERE));

test("in a frame a page whose shop is not known at once is waited for: without it, it would be refused there", async () => {
  expect(await framing("/ol/slow")).toEqual(NOWHERE);
  expect(await framing("/ol/slow", asFrame)).toEqual(["frame-ancestors https://slow.example", null]);
});

test("what is no website never becomes part of a policy", () => {
  const headers = securityHeaders(new URL("https://app.example"), []);
  expect(framedOn(headers, [])).toEqual(headers);
  expect(framedOn(headers, sites.forged ?? [])).toEqual(headers);
  const mixed = framedOn(headers, ["*", "https://paws.example"]);
  expect(mixed["content-security-policy"]).toMatch(/; frame-ancestors https:\/\/paws\.example$/);
});

test("the script for a shop's own website is small, may be loaded from there, and follows a change within minutes", async () => {
  expect(statSync(script).size).toBeLessThan(2_048);
  const first = await get("/embed.js", { accept: "*/*", "sec-fetch-mode": "no-cors", "sec-fetch-site": "cross-site" });
  expect([first.status, (await first.text()).includes("leashline:booked")]).toEqual([200, true]);
  expect(Object.fromEntries(first.headers)).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=300",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  });
  const again = await get("/embed.js", { "if-none-match": first.headers.get("etag") ?? "" });
  expect([again.status, again.headers.get("cross-origin-resource-policy"), await again.text()]).toEqual([304, "cross-origin", ""]);
  expect((await get("/start.js")).headers.get("cross-origin-resource-policy")).toBe("same-origin");
});
