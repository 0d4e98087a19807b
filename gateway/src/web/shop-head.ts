import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { inkOn } from "@leashline/proto/rules/own-color.ts";
import type { FastifyRequest } from "fastify";
import type { Authenticator } from "../identity/authenticator.ts";
import { asking, type Parts } from "../upstream/ask.ts";
import { safe } from "./escape.ts";

/** Whose booking page it is, as the start page says it before any script has run. */
export type ShopHead = { businessName: string; address: string; themeColor: string; hasPhone: boolean };
export type ShopHeads = (request: FastifyRequest, page: string) => Promise<ShopHead | undefined>;

/** Nobody waits longer for the name than this: the page says it itself a moment later. */
const WAIT_MS = 400;

/** The name of the shop whose booking page a path opens; its other pages say whose they are themselves. */
export const bookingPageAt = (path: string): string | undefined => /^\/ol\/([^/]{1,100})(?:\/(?:book|landing))?\/?$/.exec(path)?.[1];

/** Whether a path opens the booking page, by any of its names: with or without a shop's introduction, under its old address, or its gallery. */
export const isBooking = (path: string): boolean => bookingPageAt(path) !== undefined || /^\/go\/[^/]+\/?$/.test(path);

/** Asks for a page as anybody may who opens it, and counts as them. */
export function shopHeads(parts: Parts & { authenticator: Authenticator }): ShopHeads {
  const ask = asking(StorefrontService, parts);
  const read = async (request: FastifyRequest, page: string): Promise<ShopHead | undefined> => {
    const { verdict, requestId, ip } = await parts.authenticator.enter(request.raw, Tier.ANONYMOUS, false);
    if (!verdict.allowed) return undefined;
    const as = { name: "booking page", ip };
    const { storefront } = await ask(StorefrontService.method.getStorefront, { bookOnlineName: page.toLowerCase() }, as, requestId);
    if (!storefront) return undefined;
    const { businessName, address, themeColor, phoneNumber } = storefront;
    return { businessName, address, themeColor, hasPhone: phoneNumber !== "" };
  };
  return async (request, page) => {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, WAIT_MS, undefined));
    return await Promise.race([read(request, page).catch(() => undefined), late]);
  };
}

/** The start page with the name of the shop on it and in its title; the application takes it over as it draws the page. */
export function withHead(html: string, { businessName, address, themeColor, hasPhone }: ShopHead): string {
  const color = /^#[0-9a-f]{6}$/i.test(themeColor) ? ` style="background-color:${themeColor};color:${inkOn(themeColor)}"` : "";
  const room = hasPhone ? "<p>&nbsp;</p>" : "";
  const head = `<header id="shop"${color}><div><h1>${safe(businessName)}</h1><p>${safe(address)}</p>${room}</div></header>`;
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${safe(`Book at ${businessName}`)}</title>`)
    .replace('<div id="root">', (root) => `${head}${root}`);
}
