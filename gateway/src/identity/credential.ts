import type { IncomingHttpHeaders } from "node:http";

/**
 * Over HTTPS the name begins with __Host-: browsers then take the cookie only from this very host, over HTTPS and for every path, so that
 * nobody at a neighbouring name can plant one.
 */
export const sessionCookieName = (secure: boolean): string => (secure ? "__Host-leashline_session" : "leashline_session");

/** What a request shows to say who it is. */
export interface Credential {
  readonly kind: "none" | "cookie" | "bearer" | "apiKey";
  readonly secret: string;
}

const none: Credential = { kind: "none", secret: "" };
const longest = 512;

/** A bearer token wins over the cookie, so that a script with a key is never taken for the browser's user. */
export function credentialOf(headers: IncomingHttpHeaders, cookieName: string): Credential {
  const { authorization } = headers;
  if (authorization !== undefined) return bearer(authorization);
  const cookie = headers.cookie === undefined ? "" : cookieValue(headers.cookie, cookieName);
  return cookie === "" || cookie.length > longest ? none : { kind: "cookie", secret: cookie };
}

function bearer(header: string): Credential {
  if (header.length < 8 || header.length > longest || header.slice(0, 7).toLowerCase() !== "bearer ") return none;
  const secret = header.slice(7).trim();
  return { kind: secret.startsWith("llk_") ? "apiKey" : "bearer", secret };
}

/** The value of one cookie, without splitting the header. */
export function cookieValue(header: string, name: string): string {
  let from = 0;
  while (from < header.length) {
    const at = header.indexOf(name, from);
    if (at < 0) return "";
    const before = at === 0 ? ";" : header[at - 1];
    const equals = at + name.length;
    if ((before === ";" || before === " ") && header[equals] === "=") {
      const end = header.indexOf(";", equals);
      return header.slice(equals + 1, end < 0 ? undefined : end).trim();
    }
    from = equals;
  }
  return "";
}
