import type { IncomingMessage } from "node:http";

/** The caller's address: the socket's, or the one that the outermost trusted proxy saw. */
export function clientIp(request: Pick<IncomingMessage, "socket" | "headers">, trustedProxies: number): string {
  const direct = plain(request.socket.remoteAddress ?? "");
  if (trustedProxies === 0) return direct;
  const forwarded = request.headers["x-forwarded-for"];
  if (forwarded === undefined) return direct;
  const hops = (Array.isArray(forwarded) ? forwarded.join(",") : forwarded).split(",");
  const seen = hops[Math.max(0, hops.length - trustedProxies)]?.trim() ?? "";
  return /^[0-9a-fA-F:.]{2,45}$/.test(seen) ? plain(seen) : direct;
}

function plain(address: string): string {
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}
