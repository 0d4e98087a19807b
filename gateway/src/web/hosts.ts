import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { CERTIFICATES } from "./certificates.ts";

/** Which Host headers are answered: our public address, the allowed ones, and this machine by its own names. */
export function hostCheck(publicUrl: URL, allowed: readonly string[], port: number): (host: string | undefined) => boolean {
  const hosts = new Set<string>([publicUrl.host, publicUrl.hostname, ...allowed.map((host) => host.toLowerCase())]);
  for (const name of ["localhost", "127.0.0.1", "[::1]"]) {
    hosts.add(name);
    hosts.add(`${name}:${port}`);
  }
  // A forwarded port may differ from the one we listen on: local names count with any.
  const local = /^(localhost|127\.0\.0\.1|\[::1\]):\d{1,5}$/;
  return (host) => host !== undefined && (hosts.has(host) || hosts.has(host.toLowerCase()) || local.test(host));
}

/**
 * Whether a request says to whom it goes in one way only: a second Host header, one that differs from the authority of HTTP/2, or a whole address in its first line, may be read
 * otherwise by whoever stands before us.
 */
export function saysOneHost({ url = "", rawHeaders }: Pick<IncomingMessage, "url" | "rawHeaders">): boolean {
  let host: string | undefined;
  let authority: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at] as string, rawHeaders[at + 1] as string];
    if (name === ":authority") authority = value;
    if (name.length !== 4 || name.toLowerCase() !== "host") continue;
    if (host !== undefined) return false;
    host = value;
  }
  return url.startsWith("/") && (host === undefined || authority === undefined || host.toLowerCase() === authority.toLowerCase());
}

/**
 * Kubernetes, Compose, Prometheus and a proxy that wants a certificate ask a gateway by the address that it was given, whatever that is. Whether we live, and for whom, is no
 * secret; what we measure is told to an address but to no name, for any name may lead here.
 */
export function asksHowWeAre(url: string, host: string | undefined): boolean {
  const path = url.split("?", 1)[0];
  if (path === "/healthz" || path === "/readyz" || path === CERTIFICATES) return true;
  return path === "/metrics" && isIP((host ?? "").replace(/:\d{1,5}$/, "").replace(/^\[(.*)\]$/, "$1")) !== 0;
}
