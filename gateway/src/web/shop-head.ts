import { toJsonString } from "@bufbuild/protobuf";
import { Together } from "@leashline/kit/rpc/together/together.ts";
import { type Storefront, StorefrontSchema, StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { bookingAddress } from "@leashline/proto/rules/booking-address.ts";
import { inkOn } from "@leashline/proto/rules/own-color.ts";
import type { FastifyRequest } from "fastify";
import type { Authenticator } from "../identity/authenticator.ts";
import { asking, type Parts } from "../upstream/ask.ts";
import { safe } from "./escape.ts";

/** Whose booking page it is, by the name in its address: its document says so before any script has run. */
export type ShopHead = {
  page: string;
  storefront: Storefront;
  /** When that was so: a browser may show the document again much later. */
  at: number;
};
export type ShopHeads = (request: FastifyRequest, page: string) => Promise<ShopHead | undefined>;

/** Nobody waits longer for the name than this: the page says it itself a moment later. */
const WAIT_MS = 400;

/** But in a frame: without the name of its shop the page is not shown there at all. */
const FRAMED_WAIT_MS = 5_000;

const LONGEST_NAME = 100;

/** The name of the shop to ask for before an address is answered; under its old address, and with its gallery, the page says itself whose it is. */
export const shopAt = (pathname: string): string | undefined => {
  const { under, name = "" } = bookingAddress(pathname) ?? {};
  return under === "ol" && name.length <= LONGEST_NAME ? name : undefined;
};

/** Asks for a page in nobody's name, once for all who open it at the same moment; each of them counts as themselves. */
export function shopHeads(parts: Parts & { authenticator: Authenticator }): ShopHeads {
  const ask = asking(StorefrontService, parts);
  const together = new Together<ShopHead | undefined>();
  const headOf = async (page: string, requestId: string): Promise<ShopHead | undefined> => {
    const { storefront } = await ask(StorefrontService.method.getStorefront, { bookOnlineName: page }, { name: "booking page" }, requestId);
    return storefront && { page, storefront, at: Date.now() };
  };
  const read = async (request: FastifyRequest, page: string): Promise<ShopHead | undefined> => {
    const { verdict, requestId } = await parts.authenticator.enter(request.raw, Tier.ANONYMOUS, false);
    if (!verdict.allowed) return undefined;
    return await together.ask(page, () => headOf(page, requestId));
  };
  return async (request, page) => {
    const waitMs = request.headers["sec-fetch-dest"] === "iframe" ? FRAMED_WAIT_MS : WAIT_MS;
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, waitMs, undefined));
    return await Promise.race([read(request, page).catch(() => undefined), late]);
  };
}

export const titleOf = (businessName: string): string => `Book at ${businessName}`;

/**
 * The document with the name of the shop on it and in its title, and all that is known of the shop, so that the page asks for nothing before its first step
 * (web/src/storefront/shop/written.ts). That is data, which no browser runs.
 */
export function withHead(html: string, { page, storefront, at }: ShopHead): string {
  const { businessName, address, themeColor, phoneNumber } = storefront;
  const color = /^#[0-9a-f]{6}$/i.test(themeColor) ? ` style="background-color:${themeColor};color:${inkOn(themeColor)}"` : "";
  const room = phoneNumber === "" ? "" : "<p>&nbsp;</p>";
  const head = `<header id="shop"${color}><div><h1>${safe(businessName)}</h1><p>${safe(address)}</p>${room}</div></header>`;
  const data = `<script type="application/json" id="storefront" data-page="${safe(page)}" data-at="${at}">${asData(storefront)}</script>`;
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${safe(titleOf(businessName))}</title>`)
    .replace('<div id="root">', (root) => `${head}${root}`)
    .replace("</body>", (end) => `${data}${end}`);
}

/** As JSON in which nothing ends the element that it stands in. */
const asData = (storefront: Storefront): string => toJsonString(StorefrontSchema, storefront).replaceAll("<", "\\u003c");
