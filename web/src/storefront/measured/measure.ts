import { ownPage } from "../shop/own-page.ts";

type Place = Pick<Location, "origin" | "pathname" | "search">;

/** The step may stand behind the question mark. Whatever else does, such as the link of a message or the way back from a bank, is between the visitor and the shop. */
export const mayBeMeasured = ({ search }: Place): boolean => [...new URLSearchParams(search).keys()].every((name) => name === "step");

const originOf = (referrer: string): string => (URL.canParse(referrer) ? new URL(referrer).origin : "");

/** What Google is told of the page: its address without anything behind it, and of where somebody came from only the website. Its cookie is of this shop's pages alone. */
export const settingsOf = ({ origin, pathname }: Place, shopPath: string, referrer: string) => ({
  page_location: origin + pathname,
  page_referrer: originOf(referrer),
  cookie_domain: "none",
  cookie_path: shopPath,
  allow_google_signals: false,
  allow_ad_personalization_signals: false,
});

/** Under which the shop's pages stand: on its own domain all that there is. */
const pathOf = (shop: string): string => (ownPage() === undefined ? `/ol/${shop}` : "/");

const SCRIPT = "https://www.googletagmanager.com/gtag/js";
const tagged = globalThis as unknown as Record<string, unknown> & { dataLayer?: unknown[] };
const isOff = (id: string): string => `ga-disable-${id}`;

/** As Google's script reads it: the arguments themselves. */
function gtag(..._told: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: what it reads is no array
  tagged.dataLayer?.push(arguments);
}

/** Loads the script, once for a document. */
export function measure(id: string, shop: string): void {
  tagged[isOff(id)] = false;
  if (tagged.dataLayer || !mayBeMeasured(window.location)) return;
  tagged.dataLayer = [];
  gtag("js", new Date());
  gtag("config", id, settingsOf(window.location, pathOf(shop), document.referrer));
  const script = document.createElement("script");
  script.async = true;
  script.src = `${SCRIPT}?id=${id}`;
  document.head.append(script);
}

/** Nothing is told any more, and what was kept to know the visitor again goes. */
export function stopMeasuring(id: string, shop: string): void {
  tagged[isOff(id)] = true;
  for (const name of cookiesOf(document.cookie)) {
    // biome-ignore lint/suspicious/noDocumentCookie: no other way is in every browser
    document.cookie = `${name}=; path=${pathOf(shop)}; max-age=0`;
  }
}

/** Those of Google Analytics. */
export const cookiesOf = (all: string): string[] =>
  all
    .split(";")
    .map((one) => one.split("=")[0]?.trim() ?? "")
    .filter((name) => name === "_ga" || name.startsWith("_ga_"));
