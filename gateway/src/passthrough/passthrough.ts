import type { IncomingMessage, ServerResponse } from "node:http";
import { nearMs } from "@leashline/kit/db/deadline.ts";
import type { Span, Tracer } from "@leashline/kit/observability/tracer.ts";
import { boundsProblem, requestLimit } from "@leashline/kit/rpc/bounds/bounds.ts";
import { formatOf } from "@leashline/kit/rpc/unary.ts";
import type { Reply } from "@leashline/kit/rpc/wire.ts";
import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import type { Access } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import type { LocalRpcs } from "../compositions/local.ts";
import {
  type Authenticator,
  callerHeaders,
  factsOf,
  noWordOnSessions,
  type Refused,
  type RequestContext,
} from "../identity/authenticator.ts";
import { isGuessable } from "../identity/guessable.ts";
import { clearedCookie } from "../identity/session-cookie.ts";
import { readBody } from "../limits/body.ts";
import type { Observer } from "../observability/observer.ts";
import { enterTrace, spanCode, traceIdHeader } from "../observability/trace.ts";
import type { Upstreams } from "../upstream/upstream.ts";
import { answerError, protocolOf, refuse, refuseLarge, unavailable, wordsOf } from "./answer.ts";
import { askedMs } from "./deadline.ts";
import { frameHead, isStrangelyPacked, type Opened, openCall, openFrame, type PlainCall } from "./plain.ts";
import { sendReply, sendUnknownType } from "./reply.ts";
import type { SameForAll } from "./same-for-all.ts";

export interface PassthroughParts {
  authenticator: Authenticator;
  upstreams: Upstreams;
  sameForAll: SameForAll;
  observer: Observer;
  tracer: Tracer | null;
  secureCookies: boolean;
  /** Bytes of a request at most, whatever its RPC allows. */
  bodyLimit: number;
  /** How long a call may take whose caller does not say. */
  timeoutMs: number;
  /** RPCs of the gateway's own package, answered here. */
  local: Pick<LocalRpcs, "unary">;
}

/** One call on its way through. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: ContractMethod;
  /** Bytes its message may have. */
  readonly limit: number;
  readonly started: number;
  /** Until when the caller waits. */
  readonly until: number;
  readonly span: Span | undefined;
  /** Names and values by turns, as they will be answered. */
  headers: string[];
}

const nothing = Buffer.alloc(0);
/** Below this a binary message is not looked into: that would take the contract's messages, which a gateway that hands bytes on does without. */
const lookedIntoFrom = 16 * 1024;

/** The service-style face: checks who calls and how much they send, and hands the bytes on, both ways, without reading them. */
export class Passthrough {
  readonly #parts: PassthroughParts;

  constructor(parts: PassthroughParts) {
    this.#parts = parts;
  }

  handle(request: IncomingMessage, response: ServerResponse, method: ContractMethod): void {
    const started = performance.now();
    const call: Call = {
      request,
      response,
      method,
      limit: Math.min(requestLimit(method.access as Access), this.#parts.bodyLimit),
      started,
      until: started + askedMs(request),
      span: enterTrace(this.#parts.tracer, method, request),
      headers: [],
    };
    const context = this.#parts.authenticator.enter(request, method.tier, isGuessable(method));
    if (!(context instanceof Promise)) {
      this.#admit(call, context);
      return;
    }
    context.then(
      (known) => this.#admit(call, known),
      () => this.#away(call),
    );
  }

  #admit(call: Call, context: RequestContext): void {
    call.headers = callerHeaders(context);
    if (call.span) call.headers.push(traceIdHeader, call.span.traceId);
    const refused =
      refusedByVerb(call) ?? this.#parts.authenticator.refused(call.method, context, call.request, call.request.method === "GET");
    if (!refused) {
      this.#take(call, context);
      return;
    }
    if (refused.code === ErrorCode.NO_AUTH && context.credential.kind === "cookie") {
      call.headers.push("set-cookie", clearedCookie(this.#parts.secureCookies));
    }
    this.#refuse(call, refused.code, refused.message);
  }

  #take(call: Call, context: RequestContext): void {
    const { request, limit } = call;
    if (Number.isNaN(call.until)) {
      this.#refuse(call, ErrorCode.PARAMS_INVALID, "The time-out cannot be read.");
      return;
    }
    const isFramed = protocolOf(request.headers["content-type"]) !== "connect";
    const format = formatOf(request);
    if (request.method === "GET") {
      this.#open(call, context, openCall(request, nothing, limit));
      return;
    }
    readBody(request, isFramed ? limit + frameHead : limit, (body) => {
      if (body === null) this.#tooLarge(call);
      else if (format) this.#look(call, context, { format, body });
      else this.#open(call, context, isFramed ? openFrame(request, body, limit) : openCall(request, body, limit));
    });
  }

  #open(call: Call, context: RequestContext, opening: Promise<Opened>): void {
    opening
      .then((opened) => {
        if (opened === undefined) sendUnknownType(call);
        else if ("code" in opened) this.#refuse(call, opened.code, opened.message);
        else this.#look(call, context, opened);
      })
      .catch(() => this.#away(call));
  }

  #look(call: Call, context: RequestContext, plain: PlainCall): void {
    const { format, body } = plain;
    const isLookedInto = format === "json" || body.length >= lookedIntoFrom;
    const problem = isLookedInto ? boundsProblem(() => call.method.desc.input, body, format) : undefined;
    if (problem) this.#refuse(call, ErrorCode.PARAMS_INVALID, problem);
    else if (call.method.domain === "gateway") this.#answerHere(call, plain, context);
    else this.#send(call, plain, context);
  }

  #answerHere(call: Call, { format, body }: PlainCall, context: RequestContext): void {
    this.#parts.local.unary(call.method.path, format, body, context).then(
      ({ status, type, bytes }) =>
        this.#reply(call, {
          status,
          headers: [["content-type", type]],
          body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        }),
      () => this.#away(call),
    );
  }

  #send(call: Call, { format, body }: PlainCall, context: RequestContext): void {
    const { method, request, until } = call;
    const left = until - performance.now();
    if (left <= 0) {
      this.#refuse(call, ErrorCode.DEADLINE_EXCEEDED);
      return;
    }
    if (method.access?.sameForAll) {
      this.#sendForAll(call, { format, body }, context, left);
      return;
    }
    const facts = factsOf(context, request, call.span?.parent);
    const mayRepeat = method.read || facts.idempotencyKey !== "";
    const time = left === Number.POSITIVE_INFINITY ? "" : `connect-timeout-ms: ${Math.ceil(left)}\r\n`;
    const extra = `content-type: application/${format}\r\nconnect-protocol-version: 1\r\n${time}`;
    const timeoutMs = Math.min(left, this.#parts.timeoutMs);
    this.#parts.upstreams.send(
      { domain: method.domain, target: method.path, verb: "POST", extra, body },
      facts,
      mayRepeat,
      (_, reply) => this.#answered(call, context, reply),
      timeoutMs,
    );
  }

  /** Others may wait for the same answer: who has no more time is told so, and the answer goes on. */
  #sendForAll(call: Call, plain: PlainCall, context: RequestContext, left: number): void {
    const asked = this.#parts.sameForAll.ask({
      method: call.method,
      plain,
      facts: { requestId: context.requestId, trace: call.span?.parent },
    });
    if (left === Number.POSITIVE_INFINITY) {
      void asked.then((reply) => this.#answered(call, context, reply));
      return;
    }
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.#refuse(call, ErrorCode.DEADLINE_EXCEEDED);
    }, left);
    void asked.then((reply) => {
      clearTimeout(timer);
      if (!late) this.#answered(call, context, reply);
    });
  }

  #answered(call: Call, context: RequestContext, reply: Reply | null): void {
    const { method, until } = call;
    if (reply === null && performance.now() + nearMs >= until) this.#refuse(call, ErrorCode.DEADLINE_EXCEEDED);
    else if (reply === null || noWordOnSessions(method, reply.status)) this.#away(call);
    else {
      if (reply.status === 200) this.#parts.authenticator.done(method, context);
      this.#reply(call, reply);
    }
  }

  #reply(call: Call, reply: Reply): void {
    this.#count(call, reply.status);
    sendReply(call, reply, this.#parts.secureCookies);
  }

  #count(call: Call, status: number): void {
    this.#parts.observer.call(call.method, status, performance.now() - call.started);
    call.span?.end(spanCode(status));
  }

  #refuse(call: Call, code: ErrorCode, message = wordsOf(code, call.method.read)): void {
    this.#count(call, 499);
    refuse(call.response, call.request.headers["content-type"], code, call.headers, message === undefined ? {} : { message });
  }

  #tooLarge(call: Call): void {
    this.#count(call, 499);
    refuseLarge(call.request, call.response, call.headers, call.limit);
  }

  #away(call: Call): void {
    this.#count(call, 503);
    if (!call.response.headersSent) answerError(call.response, call.request.headers["content-type"], unavailable(), call.headers);
  }
}

function refusedByVerb({ request, method }: Call): Refused | undefined {
  if (isStrangelyPacked(request)) return { code: ErrorCode.PARAMS_INVALID, message: "A body may be packed with gzip or br." };
  if (request.method === "POST") return undefined;
  if (request.method !== "GET") return { code: ErrorCode.PARAMS_INVALID, message: "Use POST." };
  return method.read ? undefined : { code: ErrorCode.PARAMS_INVALID, message: "This call changes something: use POST." };
}
