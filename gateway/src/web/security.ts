import { isAnalyticsId } from "@leashline/proto/rules/analytics-id.ts";
import { siteProblem } from "@leashline/proto/rules/embed-site.ts";

/** Of answers for programs: should a browser ever show one, it runs nothing and stands in no frame. */
export const programPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Headers every answer carries that is not a page: for programs, kept by nobody, shown in no frame. Pages and files put their own in their place. */
export function answerHeaders(publicUrl: URL): Record<string, string> {
  return {
    "cache-control": "no-store",
    "content-security-policy": programPolicy,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    ...httpsOnly(publicUrl),
  };
}

const httpsOnly = (publicUrl: URL): Record<string, string> =>
  publicUrl.protocol === "https:" ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {};

/** What a page on which a card can be entered loads besides our own: the vendors' scripts, their fields in a frame, and what these ask and look like. */
type CardSources = Record<"script" | "frame" | "connect" | "style" | "font", readonly string[]>;

const noCards: CardSources = { script: [], frame: [], connect: [], style: [], font: [] };

function sourcesOf({ origin, hostname }: URL): CardSources {
  if (hostname === "js.stripe.com") {
    const own = [origin, "https://*.js.stripe.com"];
    return { ...noCards, script: own, frame: [...own, "https://hooks.stripe.com"], connect: ["https://api.stripe.com"] };
  }
  if (!hostname.endsWith("web.squarecdn.com")) return { ...noCards, script: [origin], frame: [origin] };
  const own = [origin];
  const asked = `https://pci-connect.squareup${hostname.startsWith("sandbox.") ? "sandbox" : ""}.com`;
  const font = ["https://square-fonts-production-f.squarecdn.com", "https://d1g145x70srn7h.cloudfront.net"];
  return { script: own, frame: own, connect: [...own, asked], style: own, font };
}

export function cardSources(scripts: readonly URL[]): CardSources {
  const all = scripts.map(sourcesOf);
  const of = (kind: keyof CardSources): string[] => [...new Set(all.flatMap((one) => one[kind]))];
  return { script: of("script"), frame: of("frame"), connect: of("connect"), style: of("style"), font: of("font") };
}

// Pages for pet parents on which nothing is paid. On the booking page a card may come with the request.
const withoutCards = /^\/(a|o|t|agreement\/sign)(\/|$)/;

/** Whether the page at an address may open the card vendor's field. The staff's pages are one document, wherever it was opened first. */
export const mayTakeCards = (path: string): boolean => !withoutCards.test(path);

const NO_FRAME = "frame-ancestors 'none'";

/** The same headers for a page that may stand in a frame on these websites; whatever else was named counts for nothing. */
export function framedOn(headers: Record<string, string>, named: readonly string[]): Record<string, string> {
  const sites = named.filter((site) => siteProblem(site) === null);
  if (sites.length === 0) return headers;
  const { "x-frame-options": _, "content-security-policy": policy = NO_FRAME, ...others } = headers;
  return { ...others, "content-security-policy": policy.replace(NO_FRAME, `frame-ancestors ${sites.join(" ")}`) };
}

/** What Google Analytics loads and tells; nothing of it stands in a policy without a shop that counts its visits. */
const counting = {
  script: "https://www.googletagmanager.com/gtag/",
  told: "https://*.google-analytics.com https://*.analytics.google.com https://www.googletagmanager.com",
  picture: "https://*.google-analytics.com",
};

/** The same headers for the page of a shop that counts its visits; what is no measurement ID opens nothing. */
export function countedUnder(headers: Record<string, string>, analyticsId: string): Record<string, string> {
  if (!isAnalyticsId(analyticsId)) return headers;
  const more: Record<string, string> = { "script-src": counting.script, "connect-src": counting.told, "img-src": counting.picture };
  const parts = (headers["content-security-policy"] ?? "").split("; ").map((part) => {
    const added = more[part.split(" ")[0] ?? ""];
    return added ? `${part} ${added}` : part;
  });
  return { ...headers, "content-security-policy": parts.join("; ") };
}

/** Headers every page carries. Scripts come from our own files only, and from the card vendor where one is given; styles may be inline, as MUI writes them. */
export function securityHeaders(publicUrl: URL, connectOrigins: readonly string[], cards: CardSources = noCards): Record<string, string> {
  const socket = `${publicUrl.protocol === "https:" ? "wss" : "ws"}://${publicUrl.host}`;
  const policy = [
    "default-src 'self'",
    `script-src ${["'self'", ...cards.script].join(" ")}`,
    `style-src ${["'self'", "'unsafe-inline'", ...cards.style].join(" ")}`,
    "img-src 'self' data: blob:",
    `font-src ${["'self'", "data:", ...cards.font].join(" ")}`,
    `connect-src ${["'self'", socket, ...connectOrigins, ...cards.connect].join(" ")}`,
    `frame-src ${["'self'", ...cards.frame].join(" ")}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    NO_FRAME,
  ];
  return {
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=(self), payment=(self)",
    "cross-origin-opener-policy": "same-origin",
    ...httpsOnly(publicUrl),
  };
}
