import type { IncomingMessage, ServerResponse } from "node:http";
import { formatOf } from "@leashline/kit/rpc/unary.ts";
import type { Reply } from "@leashline/kit/rpc/wire.ts";
import type { Span, Tracer } from "@leashline/kit/trace/tracer.ts";
import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import type { LocalRpcs } from "../compositions/local.ts";
import { type Door, factsOf, type Guest, guestHeaders, type Refused } from "../identity/door.ts";
import { isGuessable } from "../identity/guessable.ts";
import { clearedCookie } from "../identity/session-cookie.ts";
import type { Observer } from "../observe/observer.ts";
import { enterTrace, spanCode, traceIdHeader } from "../observe/trace.ts";
import type { CallFacts, OutgoingCall, Upstreams } from "../upstream/upstream.ts";
import { programPolicy } from "../web/security.ts";
import { answerError, protocolOf, refuse, unavailable } from "./answer.ts";
import { readBody } from "./body.ts";
import { isStrangelyPacked, isUnpackable, type PlainCall, plainCall } from "./plain.ts";
import { sendReply } from "./reply.ts";
import { pipeThrough } from "./streams.ts";

export interface PassthroughParts {
  door: Door;
  upstreams: Upstreams;
  observer: Observer;
  tracer: Tracer | null;
  secureCookies: boolean;
  bodyLimit: number;
  timeoutMs: number;
  /** RPCs of the gateway's own package, answered here. */
  local: Pick<LocalRpcs, "bodyLimit" | "unary" | "stock">;
}

/** One call on its way through. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: ContractMethod;
  readonly started: number;
  readonly span: Span | undefined;
  /** Names and values by turns, as they will be answered. */
  headers: string[];
}

const nothing = Buffer.alloc(0);

/** Request headers a service sees; everything else stays outside. */
export const handedOn = [
  "content-type",
  "content-encoding",
  "connect-protocol-version",
  "connect-timeout-ms",
  "connect-content-encoding",
  "grpc-timeout",
  "grpc-encoding",
  "te",
] as const;

/** The service-style face: checks who calls and hands the bytes on, both ways, without reading them. */
export class Passthrough {
  readonly #parts: PassthroughParts;

  constructor(parts: PassthroughParts) {
    this.#parts = parts;
  }

  handle(request: IncomingMessage, response: ServerResponse, method: ContractMethod): void {
    const call: Call = {
      request,
      response,
      method,
      started: performance.now(),
      span: enterTrace(this.#parts.tracer, method, request),
      headers: [],
    };
    const guest = this.#parts.door.enter(request, method.tier, isGuessable(method));
    if (!(guest instanceof Promise)) {
      this.#admit(call, guest);
      return;
    }
    guest.then(
      (known) => this.#admit(call, known),
      () => this.#away(call),
    );
  }

  #admit(call: Call, guest: Guest): void {
    call.headers = guestHeaders(guest);
    if (call.span) call.headers.push(traceIdHeader, call.span.traceId);
    const refused = refusedByVerb(call) ?? this.#parts.door.refused(call.method, guest, call.request, call.request.method === "GET");
    if (!refused) {
      this.#pass(call, guest);
      return;
    }
    if (refused.code === ErrorCode.NO_AUTH && guest.credential.kind === "cookie") {
      call.headers.push("set-cookie", clearedCookie(this.#parts.secureCookies));
    }
    this.#refuse(call, refused.code, refused.message);
  }

  #pass(call: Call, guest: Guest): void {
    const { request, method } = call;
    if (method.domain === "gateway") {
      this.#answerHere(call, guest);
      return;
    }
    const facts = factsOf(guest, request, call.span?.parent);
    if (request.method === "GET") void this.#unpack(call, facts, nothing);
    else {
      readBody(request, this.#parts.bodyLimit, (body) => {
        if (body === null) this.#tooLarge(call);
        else if (request.headers["content-encoding"] === undefined) this.#forward(call, facts, body);
        else void this.#unpack(call, facts, body);
      });
    }
  }

  async #unpack(call: Call, facts: CallFacts, body: Buffer): Promise<void> {
    const plain = await plainCall(call.request, body, this.#parts.bodyLimit);
    if (typeof plain === "string") this.#refuse(call, ErrorCode.PARAMS_INVALID, plain);
    else if (!plain) this.#forward(call, facts, body);
    else this.#send(call, facts, { target: call.method.path, verb: "POST", extra: plainLines(call.request, plain), body: plain.body });
  }

  #answerHere(call: Call, guest: Guest): void {
    const { request } = call;
    const { bodyLimit } = this.#parts.local;
    const format = formatOf(request);
    if (!format && !isUnpackable(request)) {
      this.#answerStock(call, guest);
      return;
    }
    readBody(request, bodyLimit, async (body) => {
      if (body === null) return this.#tooLarge(call);
      const plain = format ? { format, body } : await plainCall(request, body, bodyLimit);
      if (typeof plain === "object") await this.#answerPlain(call, plain, guest);
      else this.#refuse(call, ErrorCode.PARAMS_INVALID, plain);
    });
  }

  async #answerPlain(call: Call, { format, body }: PlainCall, guest: Guest): Promise<void> {
    const { status, type, bytes } = await this.#parts.local.unary(call.method.path, format, body, guest);
    this.#reply(call, { status, headers: [["content-type", type]], body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) });
  }

  #answerStock(call: Call, guest: Guest): void {
    const { request, response } = call;
    for (let at = 0; at < call.headers.length; at += 2) response.setHeader(call.headers[at] as string, call.headers[at + 1] as string);
    response.setHeader("cache-control", "no-store");
    response.setHeader("x-content-type-options", "nosniff");
    response.setHeader("content-security-policy", programPolicy);
    response.once("finish", () => this.#count(call, response.statusCode));
    this.#parts.local.stock(request, response, guest);
  }

  #forward(call: Call, facts: CallFacts, body: Buffer): void {
    const { request, method } = call;
    if (protocolOf(request.headers["content-type"]) !== "connect") {
      pipeThrough(call, facts, body, this.#parts, () => this.#away(call));
      return;
    }
    const isGet = request.method === "GET";
    const target = isGet ? (request.url as string) : method.path;
    this.#send(call, facts, { target, verb: isGet ? "GET" : "POST", extra: handedLines(request), body });
  }

  #send(call: Call, facts: CallFacts, outgoing: Omit<OutgoingCall, "domain">): void {
    const { method } = call;
    const mayRepeat = method.read || facts.idempotencyKey !== "";
    this.#parts.upstreams.send({ domain: method.domain, ...outgoing }, facts, mayRepeat, (_, reply) => {
      if (reply === null || noWordOnSessions(method, reply.status)) this.#away(call);
      else this.#reply(call, reply);
    });
  }

  #reply(call: Call, reply: Reply): void {
    this.#count(call, reply.status);
    sendReply(call, reply, this.#parts.secureCookies);
  }

  #count(call: Call, status: number): void {
    this.#parts.observer.call(call.method, status, performance.now() - call.started);
    call.span?.end(spanCode(status));
  }

  #refuse(call: Call, code: ErrorCode, message?: string): void {
    this.#count(call, 499);
    refuse(call.response, call.request.headers["content-type"], code, call.headers, message === undefined ? {} : { message });
  }

  #tooLarge(call: Call): void {
    call.headers.push("connection", "close");
    call.response.once("finish", () => call.request.destroy());
    this.#refuse(call, ErrorCode.FILE_TOO_LARGE);
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

function plainLines({ headers }: IncomingMessage, { format }: PlainCall): string {
  const timeout = headers["connect-timeout-ms"];
  return `content-type: application/${format}\r\n${timeout === undefined ? "" : `connect-timeout-ms: ${timeout}\r\n`}`;
}

function handedLines(request: IncomingMessage): string {
  const { headers } = request;
  let lines = "";
  for (const name of handedOn) {
    const value = headers[name];
    if (value !== undefined) lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

/** Whoever calls was let in here with a session that holds. Only the account service may say that it does not; from any other, 401 means that something between us is wrong. */
export const noWordOnSessions = ({ domain, tier }: Pick<ContractMethod, "domain" | "tier">, status: number): boolean =>
  status === 401 && domain !== "account" && tier !== Tier.ANONYMOUS;
