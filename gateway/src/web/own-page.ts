import type { IncomingMessage } from "node:http";
import { bookingAddress } from "@leashline/proto/rules/booking-address.ts";

/** What the booking page calls: nothing else is answered under a custom domain, and of these only what anybody may call. */
export const calledByThePage: ReadonlySet<string> = new Set(
  ["StorefrontService", "StayBookingService", "ClassBookingService", "AgreementSigningService", "BookingFlowService"].map(
    (name) => `leashline.online_booking.v1.${name}`,
  ),
);

/** What a path is under a shop's own domain: its page, a file of it, a page for pet parents that stands at the main address, or nothing. */
type Place = "page" | "file" | "elsewhere" | "nothing";

const FILES = /^\/(assets\/[\w.-]+|favicon\.svg|start\.js|embed\.js|uploads\/public\/.+)$/;
const FOR_PARENTS = /^\/(ol|go|a|o|p|t|vaccines|unsubscribe|agreement\/sign|payment\/cof\/client)\/[^/]/;

/** Where the shop's page is called `page`. An address that is written otherwise than a browser does is none: others may read it as another. */
export function placeOf(url: string, page: string): Place {
  const path = url.split("?", 1)[0];
  if (!URL.canParse(url, "http://gateway")) return "nothing";
  const { pathname, searchParams, host } = new URL(url, "http://gateway");
  if (pathname !== path || host !== "gateway") return "nothing";
  if (pathname === "/") return "page";
  if (FILES.test(pathname)) return "file";
  const { under, name } = bookingAddress(pathname) ?? {};
  if (under === "ol" && name === page) return "page";
  if (under === "go" && name === "gallery" && searchParams.get("name")?.toLowerCase() === page) return "page";
  return FOR_PARENTS.test(pathname) ? "elsewhere" : "nothing";
}

/** Under which custom domain a request came, and whose page that shows. */
export type Own = { domain: string; page: string };

const own = new WeakMap<IncomingMessage, Own>();

/** The custom domain of a request; undefined at the main address. */
export const ownOf = (request: IncomingMessage): Own | undefined => own.get(request);

/** Notes it for whoever answers; the domain alone is the shop's page. */
export function comesUnder(request: IncomingMessage, at: Own): void {
  own.set(request, at);
  const { url = "/" } = request;
  if (/^\/(\?|$)/.test(url)) request.url = `/ol/${encodeURIComponent(at.page)}${url.slice(1)}`;
}

/** The document says whose page it is where the address does not (web/src/storefront/shop/own-page.ts). */
export const withOwnPage = (html: string, { page }: Own): string =>
  html.replace("</title>", (end) => `${end}<meta name="shop" content="${encodeURIComponent(page)}" />`);

/** A shop's other names under its domain are not ours to speak for, and the domain may leave us: https is remembered for a day, and for this name alone. */
export const httpsForADay = "max-age=86400";
