import type { IncomingMessage } from "node:http";
import { sessionHeader } from "@leashline/kit/context.ts";
import { WireError } from "@leashline/kit/rpc/wire.ts";
import type { Tracer } from "@leashline/kit/trace/tracer.ts";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Door, factsOf, type Guest, guestHeaders, IdentityAway } from "../identity/door.ts";
import { isGuessable } from "../identity/guessable.ts";
import { clearedCookie, sessionCookieHeader } from "../identity/session-cookie.ts";
import type { Observer } from "../observe/observer.ts";
import { enterTrace, spanCode, traceIdHeader } from "../observe/trace.ts";
import { noWordOnSessions } from "../passthrough/passthrough.ts";
import type { CallFacts, CallResult } from "../upstream/upstream.ts";
import { legacyCodec } from "./codec.ts";
import { type ConnectErrorJson, fromConnect, type LegacyAnswer, malformed, refusal, success } from "./envelope.ts";
import { type LegacyInput, legacyRequest } from "./request.ts";
import type { LegacyRoute } from "./routes.ts";
import { WrongValue } from "./wrong-value.ts";

/** Makes the call a route stands for: to the owning service, or to the gateway's own compositions. */
export type MakeCall = (
  route: LegacyRoute,
  request: ReturnType<typeof legacyRequest>,
  facts: CallFacts,
  guest: Guest,
) => Promise<CallResult>;

export interface LegacyParts {
  routes: readonly LegacyRoute[];
  door: Door;
  observer: Observer;
  tracer: Tracer | null;
  makeCall: MakeCall;
  secureCookies: boolean;
  bodyLimit: number;
}

/** Serves the legacy REST paths under /api. */
export function serveLegacy(app: FastifyInstance, parts: LegacyParts): void {
  app.register(async (api) => {
    api.removeAllContentTypeParsers();
    api.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: parts.bodyLimit }, async (_: FastifyRequest, body: Buffer) => body);
    for (const route of parts.routes) {
      api.route({
        method: route.verb,
        url: route.url,
        handler: async (request, reply) => {
          const answer = await handle(parts, route, request, reply);
          return reply.code(answer.status).send(answer.body);
        },
      });
    }
    api.setErrorHandler(async (error: { statusCode?: number }, _, reply) => {
      const answer = brokenRequest(error.statusCode ?? 500);
      return reply.code(answer.status).send(answer.body);
    });
    api.all("/api", unknownPath);
    api.all("/api/*", unknownPath);
  });
}

/** What the server itself found wrong with a request, before any route saw it: its length, its media type. */
function brokenRequest(status: number): LegacyAnswer {
  if (status === 413) return { ...refusal(ErrorCode.FILE_TOO_LARGE), status };
  return status >= 400 && status < 500 ? { ...refusal(ErrorCode.PARAMS_INVALID), status } : refusal(ErrorCode.SYSTEM_BUSY);
}

async function unknownPath(_: FastifyRequest, reply: FastifyReply) {
  const { body } = refusal(ErrorCode.NOT_FOUND, "There is no such path, or not with this method.");
  return reply.code(404).send(body);
}

async function handle(parts: LegacyParts, route: LegacyRoute, request: FastifyRequest, reply: FastifyReply): Promise<LegacyAnswer> {
  const started = performance.now();
  const span = enterTrace(parts.tracer, route.method, request.raw);
  if (span) reply.header(traceIdHeader, span.traceId);
  const answer = await answerOf(parts, route, request, reply, span?.parent);
  if (answer.status === 503 && !reply.hasHeader("retry-after")) reply.header("retry-after", "1");
  parts.observer.call(route.method, answer.status, performance.now() - started);
  span?.end(spanCode(answer.status));
  return answer;
}

async function answerOf(
  parts: LegacyParts,
  route: LegacyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  trace: string | undefined,
): Promise<LegacyAnswer> {
  try {
    const guest = await parts.door.enter(request.raw, route.method.tier, isGuessable(route.method));
    setAll(reply, guestHeaders(guest));
    const refused = parts.door.refused(route.method, guest, request.raw, route.verb === "GET" && route.method.read);
    if (refused) {
      if (refused.code === ErrorCode.NO_AUTH && guest.credential.kind === "cookie")
        reply.header("set-cookie", clearedCookie(parts.secureCookies));
      const answer = refusal(refused.code, refused.message);
      return refused.code === ErrorCode.TOO_MANY_REQUESTS ? { ...answer, status: 429 } : answer;
    }
    const message = legacyRequest(route, inputOf(route, request, guest.known.caller.currency));
    const result = await parts.makeCall(route, message, factsOf(guest, request.raw, trace), guest);
    if (!result.ok && noWordOnSessions(route.method, result.status)) return { ...refusal(ErrorCode.SYSTEM_BUSY), status: 503 };
    return shown(parts, route, result, reply);
  } catch (error) {
    if (error instanceof WrongValue) return malformed(error);
    if (error instanceof IdentityAway || error instanceof WireError) return { ...refusal(ErrorCode.SYSTEM_BUSY), status: 503 };
    throw error;
  }
}

function shown(parts: LegacyParts, route: LegacyRoute, result: CallResult, reply: FastifyReply): LegacyAnswer {
  const session = result.headers.find(([name]) => name === sessionHeader);
  if (session) reply.header("set-cookie", sessionCookieHeader(session[1], parts.secureCookies));
  const retry = result.headers.find(([name]) => name === "retry-after");
  if (retry) reply.header("retry-after", retry[1]);
  if (!result.ok) return fromConnect(errorJson(result.error), result.status);
  const data = legacyCodec(route.method.desc.output).encode(result.message);
  return success(route.responseBody === "" ? data : data[route.responseBody]);
}

function errorJson(bytes: Buffer): ConnectErrorJson {
  try {
    return JSON.parse(bytes.toString()) as ConnectErrorJson;
  } catch {
    return {};
  }
}

const inputOf = (route: LegacyRoute, request: FastifyRequest, currency: string): LegacyInput => ({
  params: paramsOf(route, request),
  query: queryOf(request.raw),
  body: bodyOf(request),
  currency,
});

function paramsOf(route: LegacyRoute, request: FastifyRequest): string[] {
  const params = request.params as Record<string, string>;
  return route.params.map((_, index) => params[`p${index}`] ?? params["*"] ?? "");
}

function queryOf(request: IncomingMessage): string {
  const url = request.url ?? "";
  const mark = url.indexOf("?");
  return mark < 0 ? "" : url.slice(mark + 1);
}

/** A JSON body, or a form; an empty one counts as absent. */
function bodyOf(request: FastifyRequest): unknown {
  const body = request.body as Buffer | undefined;
  if (body === undefined || body === null || body.length === 0) return undefined;
  if (request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) {
    return Object.fromEntries(new URLSearchParams(body.toString()));
  }
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new WrongValue("", "the body must be JSON");
  }
}

function setAll(reply: FastifyReply, headers: readonly string[]): void {
  for (let at = 0; at + 1 < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1] as string);
}
