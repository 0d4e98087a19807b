import { bookingAddress } from "@leashline/proto/rules/booking-address.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Asset, Assets } from "./assets.ts";
import { withPreview } from "./link-preview.ts";
import { ownOf, withOwnPage } from "./own-page.ts";
import { countedUnder, framedOn, mayTakeCards } from "./security.ts";
import { type ShopHeads, shopAt, withHead } from "./shop-head.ts";

export interface WebParts {
  assets: Assets;
  /** Security headers of every page and file. */
  headers: Record<string, string>;
  /** Those of a page on which a card can be entered. */
  cardHeaders: Record<string, string>;
  shopHeads: ShopHeads;
  publicUrl: URL;
}

/** Serves the web client: its files, and its start page for every address a person can navigate to. */
export function serveWeb(app: FastifyInstance, parts: WebParts): void {
  const { assets, headers } = parts;
  app.get("/*", async (request, reply) => {
    const path = pathOf(request.url);
    const asset = path === undefined || path === "/" ? undefined : assets.get(path);
    if (asset) return sendAsset(request, reply, path === EMBED ? { assets, headers: { ...headers, ...forOtherSites } } : parts, asset);
    const index = documentFor(assets, path ?? "/", pathnameOf(request.url));
    const isPage = path === "/" || isNavigation(request, path);
    if (!isPage || (ownOf(request.raw) && index !== assets.get(BOOKING)))
      return reply.code(404).headers(headers).type("text/plain").send("There is nothing here.");
    const sending = { ...parts, headers: mayTakeCards(path ?? "/") ? parts.cardHeaders : headers };
    if (index) return await sendPage(request, reply, sending, index);
    return reply.code(503).headers(headers).type("text/plain").send("The web client is not built yet. Run: npm run build -w web");
  });
}

/** The script that a shop's own website loads; what stands there for weeks follows a change within minutes. */
const EMBED = "/embed.js";
const forOtherSites = { "cross-origin-resource-policy": "cross-origin", "cache-control": "public, max-age=300" };

const BOOKING = "/book.html";

/** The pages on which a client signs and books are documents of their own. */
function documentFor(assets: Assets, path: string, pathname: string): Asset | undefined {
  const own = path.startsWith("/agreement/sign/") ? "/sign.html" : bookingAddress(pathname) ? BOOKING : "/index.html";
  return assets.get(own) ?? assets.index();
}

/** A person opening a page: asks for HTML, at an address that is not a file's. */
function isNavigation(request: FastifyRequest, path: string | undefined): boolean {
  if (path === undefined || path.startsWith("/assets/")) return false;
  if (/\.(js|css|map|json|png|svg|ico|txt|xml|woff2?)$/.test(path)) return false;
  const mode = request.headers["sec-fetch-mode"];
  return mode === undefined || mode === "navigate" || (request.headers.accept ?? "").includes("text/html");
}

const pathnameOf = (url: string): string => new URL(url, "http://gateway").pathname;

function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(pathnameOf(url));
  } catch {
    return undefined;
  }
}

type Sending = Pick<WebParts, "assets" | "headers">;

/** A booking page carries the name of its shop and a preview, where that is known in time; under the shop's own domain in any case whose it is. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, parts: WebParts, index: Asset): Promise<FastifyReply> {
  const page = shopAt(pathnameOf(request.url));
  const own = ownOf(request.raw);
  const head = page === undefined ? undefined : await parts.shopHeads(request, page);
  if (!head && !own) return sendAsset(request, reply, parts, index);
  const written = (html: string) => {
    const named = own ? withOwnPage(html, own) : html;
    return head ? withPreview(withHead(named, head), head.storefront, parts.publicUrl) : named;
  };
  const { body, encoding } = await parts.assets.changed(index, written, request.headers["accept-encoding"] ?? "");
  const headers = head ? countedUnder(framedOn(parts.headers, head.storefront.embedSites), head.storefront.analyticsId) : parts.headers;
  reply.headers({ ...headers, "content-type": index.type, "cache-control": "no-cache", vary: "accept-encoding" });
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(body);
}

async function sendAsset(request: FastifyRequest, reply: FastifyReply, { assets, headers }: Sending, asset: Asset): Promise<FastifyReply> {
  reply.headers(headers);
  reply.header("content-type", asset.type);
  if (asset.immutable || headers["cache-control"] === undefined)
    reply.header("cache-control", asset.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  reply.header("etag", asset.etag);
  reply.header("vary", "accept-encoding");
  if (request.headers["if-none-match"] === asset.etag) return reply.code(304).send();
  const { body, encoding } = await assets.bytes(asset, request.headers["accept-encoding"] ?? "");
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(body);
}
