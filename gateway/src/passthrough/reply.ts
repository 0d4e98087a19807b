import { gzip } from "node:zlib";
import { sessionHeader } from "@leashline/kit/context.ts";
import { endWith } from "@leashline/kit/rpc/unary.ts";
import type { Reply } from "@leashline/kit/rpc/wire.ts";
import { sessionCookieHeader } from "../identity/session-cookie.ts";
import { programPolicy } from "../web/security.ts";
import type { Call } from "./passthrough.ts";

const compressFrom = 2048;

/** Hands a service's answer to the caller: its bytes as they are, its headers without ours, the session as a cookie. */
export function sendReply(call: Call, reply: Reply, secureCookies: boolean): void {
  const { request, response, headers } = call;
  const encoded = copyHeaders(reply, headers, secureCookies);
  const { status, body } = reply;
  const accepted = request.headers["accept-encoding"];
  if (encoded || body.length < compressFrom || accepted === undefined || !accepted.includes("gzip")) {
    headers.push("content-length", String(body.length));
    response.writeHead(status, headers);
    endWith(response, body);
    return;
  }
  gzip(body, { level: 5 }, (error, small) => {
    const bytes = error ? body : small;
    if (!error) headers.push("content-encoding", "gzip", "vary", "accept-encoding");
    headers.push("content-length", String(bytes.length));
    response.writeHead(status, headers);
    response.end(bytes);
  });
}

/** Answers whether the body is compressed already. */
function copyHeaders(reply: Reply, headers: string[], secureCookies: boolean): boolean {
  let encoded = false;
  headers.push("cache-control", "no-store", "x-content-type-options", "nosniff", "content-security-policy", programPolicy);
  for (const [name, value] of reply.headers) {
    if (name === sessionHeader) headers.push("set-cookie", sessionCookieHeader(value, secureCookies));
    else if (!name.startsWith("x-leashline-")) headers.push(name, value);
    if (name === "content-encoding") encoded = true;
  }
  return encoded;
}
