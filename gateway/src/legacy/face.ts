import type { IncomingMessage } from "node:http";
import { sessionHeader } from "@leashline/kit/context.ts";
import type { Span, Tracer } from "@leashline/kit/observability/tracer.ts";
import { requestLimit, tooLargeMessage } from "@leashline/kit/rpc/bounds/bounds.ts";
import { WireError } from "@leashline/kit/rpc/wire.ts";
import type { Access } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type Authenticator,
  callerHeaders,
  factsOf,
  IdentityAway,
  noWordOnSessions,
  type RequestContext,
} from "../identity/authenticator.ts";
import { isGuessable } from "../identity/guessable.ts";
import { clearedCookie, sessionCookieHeader } from "../identity/session-cookie.ts";
import { endWhileSending } from "../limits/body.ts";
import type { Observer } from "../observability/observer.ts";
import { enterTrace, spanCode, traceIdHeader } from "../observability/trace.ts";
import type { CallFacts, CallResult } from "../upstream/upstream.ts";
import { BodyTooLarge, bodyOf, bytesOf, UnknownMediaType } from "./body.ts";
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
  context: RequestContext,
) => Promise<CallResult>;

export interface LegacyParts {
  routes: readonly LegacyRoute[];
  authenticator: Authenticator;
  observer: Observer;
  tracer: Tracer | null;
  makeCall: MakeCall;
  secureCookies: boolean;
  bodyLimit: number;
}

/** A call whose caller may make it. */
interface Admitted {
  context: RequestContext;
  started: number;
  span: Span | undefined;
}
const admitted = new WeakMap<FastifyRequest, Admitted>();

/** Serves the legacy REST paths under /api. */
export function serveLegacy(app: FastifyInstance, parts: LegacyParts): void {
  app.register(async (api) => {
    api.removeAllContentTypeParsers();
    api.addContentTypeParser("*", async (request: FastifyRequest) => {
      const { limit = 0 } = request.routeOptions.config as { limit?: number };
      return await bytesOf(request.raw, limit);
    });
    for (const route of parts.routes) {
      api.route({
        method: route.verb,
        url: route.url,
        config: { limit: Math.min(requestLimit(route.method.access as Access), parts.bodyLimit) },
        // Before the body is read: whoever may not call need not send it.
        onRequest: async (request, reply) => await admit(parts, route, request, reply),
        handler: async (request, reply) => {
          const answer = await handle(parts, route, request, reply);
          return reply.code(answer.status).send(answer.body);
        },
      });
    }
    api.setErrorHandler(async (error: { statusCode?: number }, request, reply) => {
      if (error instanceof BodyTooLarge) return answerLarge(error, request, reply);
      const answer = brokenRequest(error.statusCode ?? 500);
      return reply.code(answer.status).send(answer.body);
    });
    // Before a body is read, which no path takes here.
    api.all("/api", { onRequest: unknownPath }, unknownPath);
    api.all("/api/*", { onRequest: unknownPath }, unknownPath);
  });
}

/** What is wrong with a request itself, whatever it asks for: its media type, its end. */
function brokenRequest(status: number): LegacyAnswer {
  return status >= 400 && status < 500 ? { ...refusal(ErrorCode.PARAMS_INVALID), status } : refusal(ErrorCode.SYSTEM_BUSY);
}

function answerLarge({ limit }: BodyTooLarge, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const bytes = Buffer.from(JSON.stringify(refusal(ErrorCode.FILE_TOO_LARGE, tooLargeMessage(limit)).body));
  reply.hijack();
  reply.raw.writeHead(413, {
    ...reply.getHeaders(),
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.length,
  } as never);
  endWhileSending(request.raw, reply.raw, bytes);
  return reply;
}

async function unknownPath(_: FastifyRequest, reply: FastifyReply) {
  const { body } = refusal(ErrorCode.NOT_FOUND, "There is no such path, or not with this method.");
  return reply.code(404).send(body);
}

/** Answers at once whoever may not make this call. */
async function admit(parts: LegacyParts, route: LegacyRoute, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const started = performance.now();
  const span = enterTrace(parts.tracer, route.method, request.raw);
  if (span) reply.header(traceIdHeader, span.traceId);
  const answer = await letIn(parts, route, request, reply, { started, span });
  if (!answer) return;
  count(parts, route, answer.status, reply, { started, span });
  reply.code(answer.status).send(answer.body);
}

async function letIn(
  parts: LegacyParts,
  route: LegacyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  entered: Entered,
): Promise<LegacyAnswer | undefined> {
  try {
    const context = await parts.authenticator.enter(request.raw, route.method.tier, isGuessable(route.method));
    setAll(reply, callerHeaders(context));
    const refused = parts.authenticator.refused(route.method, context, request.raw, route.verb === "GET" && route.method.read);
    if (!refused) {
      admitted.set(request, { context, ...entered });
      return undefined;
    }
    if (refused.code === ErrorCode.NO_AUTH && context.credential.kind === "cookie")
      reply.header("set-cookie", clearedCookie(parts.secureCookies));
    const answer = refusal(refused.code, refused.message);
    return refused.code === ErrorCode.TOO_MANY_REQUESTS ? { ...answer, status: 429 } : answer;
  } catch (error) {
    return failed(error);
  }
}

async function handle(parts: LegacyParts, route: LegacyRoute, request: FastifyRequest, reply: FastifyReply): Promise<LegacyAnswer> {
  const call = admitted.get(request) as Admitted;
  const answer = await answerOf(parts, route, request, reply, call);
  count(parts, route, answer.status, reply, call);
  return answer;
}

type Entered = Omit<Admitted, "context">;

function count(parts: LegacyParts, route: LegacyRoute, status: number, reply: FastifyReply, { started, span }: Entered): void {
  if (status === 503 && !reply.hasHeader("retry-after")) reply.header("retry-after", "1");
  parts.observer.call(route.method, status, performance.now() - started);
  span?.end(spanCode(status));
}

async function answerOf(
  parts: LegacyParts,
  route: LegacyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  { context, span }: Admitted,
): Promise<LegacyAnswer> {
  try {
    const message = legacyRequest(route, inputOf(route, request, context.identity.caller.currency));
    const result = await parts.makeCall(route, message, factsOf(context, request.raw, span?.parent), context);
    if (!result.ok && noWordOnSessions(route.method, result.status)) return { ...refusal(ErrorCode.SYSTEM_BUSY), status: 503 };
    if (result.ok) parts.authenticator.done(route.method, context);
    return shown(parts, route, result, reply);
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): LegacyAnswer {
  if (error instanceof WrongValue) return malformed(error);
  if (error instanceof UnknownMediaType) return { ...refusal(ErrorCode.PARAMS_INVALID, error.message), status: 415 };
  if (error instanceof IdentityAway || error instanceof WireError) return { ...refusal(ErrorCode.SYSTEM_BUSY), status: 503 };
  throw error;
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

function setAll(reply: FastifyReply, headers: readonly string[]): void {
  for (let at = 0; at + 1 < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1] as string);
}
