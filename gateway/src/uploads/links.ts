import { createHmac, timingSafeEqual } from "node:crypto";

export type LinkUse = "get" | "put";

/** Adds `expires` and `signature` to a path; who holds the address may use it until then. */
export function signLink(use: LinkUse, path: string, seconds: number, key: string, now: number): string {
  const expires = Math.floor(now / 1000) + seconds;
  return `${encodePath(path)}?expires=${expires}&signature=${seal(use, path, expires, key)}`;
}

export function linkHolds(use: LinkUse, path: string, query: URLSearchParams, key: string, now: number): boolean {
  const expires = Number(query.get("expires"));
  const given = Buffer.from(query.get("signature") ?? "");
  const expected = Buffer.from(seal(use, path, expires, key));
  return expires * 1000 > now && given.length === expected.length && timingSafeEqual(given, expected);
}

export const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

function seal(use: LinkUse, path: string, expires: number, key: string): string {
  return createHmac("sha256", key).update(`upload link\n${use}\n${path}\n${expires}`).digest("base64url");
}
