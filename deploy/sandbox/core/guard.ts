import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { HttpError } from "./http.ts";

export type GuardSettings = {
  /** Opens the page and its API: codes to sign in with are read there. */
  token: string;
  /** Host names that are answered besides this machine's own. */
  hosts: readonly string[];
};

const cookieName = "leashline_sandbox";
const thisMachine = ["localhost", "127.0.0.1", "[::1]"];
const days30 = 30 * 86_400;

/** What shows or changes what people got. The vendors' addresses ask for the vendors' keys, and their clients' pages have unguessable names. */
const ofTheOwner = (path: string) => path === "/" || path === "/sandbox/stripe/readers" || path.startsWith("/sandbox/api/");

/** Looks at each request first; answers whether that was all. */
export function guard({ token, hosts }: GuardSettings): (req: IncomingMessage, res: ServerResponse, url: URL) => boolean {
  const known = new Set([...thisMachine, ...hosts.map((host) => host.toLowerCase())]);
  const fits = (given: string | null | undefined) => typeof given === "string" && timingSafeEqual(digest(given), digest(token));
  return (req, res, url) => {
    if (url.pathname === "/healthz" || url.pathname === "/readyz") return false;
    const host = (req.headers.host ?? "").toLowerCase();
    if (!known.has(host) && !known.has(host.replace(/:\d{1,5}$/, "")))
      throw new HttpError(421, "The sandbox is not served under this name; LEASHLINE_ALLOWED_HOSTS adds others.");
    if (!ofTheOwner(url.pathname)) return false;
    if (url.pathname === "/" && fits(url.searchParams.get("token"))) return letIn(res, token);
    if (!fits(bearer(req)) && !fits(cookie(req)))
      throw new HttpError(401, "Open the sandbox by the link that the launcher prints: it carries a token.");
    if (req.method !== "GET" && fromElsewhere(req, host)) throw new HttpError(403, "Only the sandbox's own page may ask for this.");
    return false;
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest();

const bearer = (req: IncomingMessage) => /^Bearer (.+)$/i.exec(req.headers.authorization ?? "")?.[1];

const cookie = (req: IncomingMessage) => new RegExp(`(?:^|;\\s*)${cookieName}=([^;]+)`).exec(req.headers.cookie ?? "")?.[1];

/** Another page of this machine is the same site to a browser, cookies and all; its origin tells it apart. */
const fromElsewhere = ({ headers }: IncomingMessage, host: string) =>
  headers.origin !== undefined && URL.parse(headers.origin)?.host !== host;

function letIn(res: ServerResponse, token: string): true {
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${days30}`;
  res.writeHead(303, { location: "/", "set-cookie": `${cookieName}=${token}; ${attributes}`, "referrer-policy": "no-referrer" });
  res.end();
  return true;
}
