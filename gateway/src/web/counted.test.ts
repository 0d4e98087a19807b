import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail } from "@leashline/kit";
import { type GetStorefrontRequest, StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GatewayHarness, rpcs, startGateway } from "../../test/harness.ts";

const folder = mkdtempSync(join(tmpdir(), "leashline-counted-"));
const ids: Record<string, string> = {
  paws: "G-ABC123DEF4",
  plain: "",
  container: "GTM-ABC1234",
  forged: "G-ABC123; script-src *",
};
const shops = rpcs(StorefrontService, {
  async getStorefront({ bookOnlineName }: GetStorefrontRequest) {
    const analyticsId = ids[bookOnlineName];
    if (analyticsId === undefined) throw fail("NOT_AVAILABLE_ONLINE");
    return { storefront: { businessName: "Paws", analyticsId, embedSites: ["https://paws.example"] } };
  },
});

let servers: GatewayHarness;
beforeAll(async () => {
  mkdirSync(join(folder, "dist"));
  for (const name of ["index", "sign", "book"])
    writeFileSync(join(folder, "dist", `${name}.html`), `<body><div id="root">${name}</div></body>`);
  servers = await startGateway([shops], { config: { webDir: join(folder, "dist"), dataDir: folder } });
});
afterAll(async () => {
  await servers?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const policyOf = async (path: string): Promise<Record<string, string>> => {
  // In a frame the name of the shop is waited for, however busy the machine is.
  const { headers } = await fetch(servers.url + path, { headers: { accept: "text/html", "sec-fetch-dest": "iframe" } });
  const parts = (headers.get("content-security-policy") ?? "").split("; ");
  return Object.fromEntries(parts.map((part) => [part.split(" ")[0] ?? "", part]));
};

test.each(["/ol/paws", "/ol/paws/book", "/ol/paws/landing"])(
  "%s of a shop that counts its visits lets in Google's script and what it tells, and nothing else",
  async (path) => {
    const [counted, plain] = [await policyOf(path), await policyOf("/ol/plain")];
    expect(counted).toEqual({
      ...plain,
      "script-src": `${plain["script-src"]} https://www.googletagmanager.com/gtag/`,
      "connect-src": `${plain["connect-src"]} https://*.google-analytics.com https://*.analytics.google.com https://www.googletagmanager.com`,
      "img-src": `${plain["img-src"]} https://*.google-analytics.com`,
    });
    expect(counted["frame-ancestors"], "where it may stand in a frame stays").toBe("frame-ancestors https://paws.example");
  },
);

test.each([
  "/",
  "/sign_in",
  "/ol/plain",
  "/ol/container/book",
  "/ol/forged",
  "/ol/gone",
  "/ol/paws/me",
  "/go/paws",
  "/p/token",
  "/a/token",
])("%s lets in nothing of Google's", async (path) => {
  const policy = Object.values(await policyOf(path)).join("; ");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/google|script-src \*/);
});
