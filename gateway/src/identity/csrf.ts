import type { IncomingHttpHeaders } from "node:http";
import type { Credential } from "./credential.ts";

/**
 * May this request change something? A browser sends cookies with requests that other sites start, so such a call must show
 * that it comes from our own pages: by our header, or by the origin that the browser itself states. Where the browser states another
 * origin, our header says nothing. Calls that a browser says come from another site are refused even without a cookie, so that no other
 * site signs a visitor in.
 */
export function fromOurPages(headers: IncomingHttpHeaders, credential: Credential): boolean {
  if (credential.kind === "bearer" || credential.kind === "apiKey") return true;
  const site = headers["sec-fetch-site"];
  const { origin } = headers;
  const isForeign = origin !== undefined && site !== "same-origin" && !isOurs(headers);
  if (isForeign && credential.kind === "cookie") return false;
  if (headers["x-leashline-csrf"] !== undefined) return true;
  if (site !== undefined) return site === "same-origin" || (site === "none" && credential.kind === "none");
  if (credential.kind === "none") return true;
  return isOurs(headers);
}

const isOurs = ({ origin, host }: IncomingHttpHeaders): boolean =>
  origin !== undefined && host !== undefined && origin.slice(origin.indexOf("//") + 2) === host;
