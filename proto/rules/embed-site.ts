/** How many websites of its own a shop can name. */
export const MOST_SITES = 10;

const isHere = (hostname: string): boolean => hostname === "localhost" || hostname === "127.0.0.1";

/** Names only: in a content policy no other number of a host counts. */
const NAME = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/;

const asUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Whether a page of a shop may stand in a frame on this website, which is an origin as browsers write it: answers what is wrong with it, or null. */
export function siteProblem(site: string): string | null {
  const url = asUrl(site);
  if (!url || !/^https?:$/.test(url.protocol)) return "should look like https://www.example.com";
  if (url.protocol === "http:" && !isHere(url.hostname)) return "should begin with https://";
  if (!isHere(url.hostname) && !NAME.test(url.hostname)) return "should be the name of one website, without * in it";
  return url.origin === site ? null : "should end with the name of the website, with nothing after it";
}

/** What was typed, as a browser writes it; what is no address stays as it is. */
export function siteOf(typed: string): string {
  const text = typed.trim();
  const url = asUrl(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  return url && url.origin !== "null" && url.href === `${url.origin}/` ? url.origin : text;
}
