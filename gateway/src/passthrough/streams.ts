import type { IncomingHttpHeaders } from "node:http";
import { sessionHeader } from "@leashline/kit/context.ts";
import { sessionCookieHeader } from "../identity/session-cookie.ts";
import { spanCode } from "../observe/trace.ts";
import { pipeCall } from "../upstream/pipe.ts";
import type { CallFacts } from "../upstream/upstream.ts";
import { protocolOf } from "./answer.ts";
import { type Call, handedOn, type PassthroughParts } from "./passthrough.ts";

const kept = /^(connection|keep-alive|transfer-encoding|date|trailer|x-leashline-.*)$/;

/** gRPC, gRPC-Web and Connect streams: the answer flows through as it comes, trailers included. */
export function pipeThrough(call: Call, facts: CallFacts, body: Buffer, parts: PassthroughParts, away: () => void): void {
  const { request, response, method } = call;
  const handed = Object.fromEntries(
    handedOn.filter((name) => request.headers[name] !== undefined).map((name) => [name, request.headers[name]]),
  );
  const isGrpc = protocolOf(request.headers["content-type"]) === "grpc";
  pipeCall(new URL(method.path, parts.upstreams.url(method.domain)), handed, facts, body, parts.timeoutMs, {
    head: (status, answered) => {
      parts.observer.call(method, status, performance.now() - call.started);
      call.span?.end(spanCode(status));
      response.writeHead(status, [...call.headers, ...copied(answered, parts.secureCookies)]);
      return response;
    },
    trailers: (trailers) => {
      if (isGrpc) response.addTrailers(trailers as Record<string, string>);
    },
    failed: () => {
      if (response.headersSent) response.destroy();
      else away();
    },
  });
}

function copied(answered: IncomingHttpHeaders, secureCookies: boolean): string[] {
  return Object.entries(answered).flatMap(([name, value]) => {
    if (name === sessionHeader) return ["set-cookie", sessionCookieHeader(String(value), secureCookies)];
    return value === undefined || kept.test(name) ? [] : [name, String(value)];
  });
}
