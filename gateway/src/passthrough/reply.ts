import { gzip } from "node:zlib";
import { sessionHeader } from "@leashline/kit/context.ts";
import { endWith } from "@leashline/kit/rpc/unary.ts";
import type { Reply } from "@leashline/kit/rpc/wire.ts";
import { sessionCookieHeader } from "../identity/session-cookie.ts";
import { programPolicy } from "../web/security.ts";
import { answerError, answerFramed, errorIn, protocolOf } from "./answer.ts";
import type { Call } from "./passthrough.ts";

const compressFrom = 2048;

/** Hands a service's answer to the caller: its bytes as they are, its headers without ours, the session as a cookie. */
export function sendReply(call: Call, reply: Reply, secureCookies: boolean): void {
  const { request, response, headers } = call;
  const contentType = request.headers["content-type"];
  if (protocolOf(contentType) !== "connect") {
    sendFramed(call, contentType as string, reply, secureCookies);
    return;
  }
  const encoded = copyHeaders(reply, headers, secureCookies);
  const { status, body } = reply;
  const accepted = request.headers["accept-encoding"];
  if (encoded || body.length < compressFrom || accepted === undefined || !accepted.includes("gzip")) {
    headers.push("content-length", String(body.length));
    response.writeHead(status, headers);
    endWith(response, body);
    return;
  }
  void packed(reply).then((small) => {
    const bytes = small ?? body;
    if (small) headers.push("content-encoding", "gzip", "vary", "accept-encoding");
    headers.push("content-length", String(bytes.length));
    response.writeHead(status, headers);
    response.end(bytes);
  });
}

const packing = new WeakMap<Reply, Promise<Buffer | null>>();

/** The body packed, once for all who are sent the same reply; null where that failed. */
function packed(reply: Reply): Promise<Buffer | null> {
  const known = packing.get(reply);
  if (known) return known;
  const { promise, resolve } = Promise.withResolvers<Buffer | null>();
  gzip(reply.body, { level: 5 }, (error, small) => resolve(error ? null : small));
  packing.set(reply, promise);
  return promise;
}

/** The same in the frames of gRPC and gRPC-Web, whose headers tell of the frames and not of what is in them. */
function sendFramed({ response, headers }: Call, contentType: string, reply: Reply, secureCookies: boolean): void {
  const others = reply.headers.filter(([name]) => name !== "content-type");
  if (reply.status !== 200) answerError(response, contentType, errorIn(reply.body), headers);
  else {
    copyHeaders({ ...reply, headers: others }, headers, secureCookies);
    answerFramed(response, contentType, reply.body, headers);
  }
}

const spoken = "application/json, application/proto, application/grpc, application/grpc+proto, application/grpc+json, application/grpc-web";

/** A body of a media type that no call has. */
export function sendUnknownType({ response, headers }: Call): void {
  response.writeHead(415, ["accept-post", spoken, "content-length", "0", "cache-control", "no-store", ...headers]);
  response.end();
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
