import type { IncomingMessage, ServerResponse } from "node:http";
import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { type Door, factsOf, type Guest, guestHeaders, type Refused, refusedAt } from "../identity/door.ts";
import { isGuessable } from "../identity/guessable.ts";
import { clearedCookie } from "../identity/session-cookie.ts";
import type { Observer } from "../observe/metrics.ts";
import type { CallFacts, Upstreams } from "../upstream/upstream.ts";
import { answerError, protocolOf, refuse, unavailable } from "./answer.ts";
import { readBody } from "./body.ts";
import { sendReply } from "./reply.ts";
import { pipeThrough } from "./streams.ts";

export interface PassthroughParts {
  door: Door;
  upstreams: Upstreams;
  observer: Observer;
  secureCookies: boolean;
  bodyLimit: number;
  timeoutMs: number;
  /** RPCs of the gateway's own package, answered here. */
  local: (request: IncomingMessage, response: ServerResponse, guest: Guest) => void;
}

/** One call on its way through. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: ContractMethod;
  readonly started: number;
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
    const call: Call = { request, response, method, started: performance.now(), headers: [] };
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
    const refused = refusedByVerb(call) ?? refusedAt(call.method, guest, call.request, call.request.method === "GET");
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
    const facts = factsOf(guest, request);
    if (method.domain === "gateway") {
      call.response.setHeader("cache-control", "no-store");
      call.response.setHeader("x-content-type-options", "nosniff");
      this.#parts.local(request, call.response, guest);
    } else if (request.method === "GET") this.#forward(call, facts, nothing);
    else {
      readBody(request, this.#parts.bodyLimit, (body) => {
        if (body === null) this.#tooLarge(call);
        else this.#forward(call, facts, body);
      });
    }
  }

  #forward(call: Call, facts: CallFacts, body: Buffer): void {
    const { request, method } = call;
    if (protocolOf(request.headers["content-type"]) !== "connect") {
      pipeThrough(call, facts, body, this.#parts, () => this.#away(call));
      return;
    }
    const isGet = request.method === "GET";
    const target = isGet ? (request.url as string) : method.path;
    const outgoing = { domain: method.domain, target, verb: isGet ? "GET" : "POST", extra: handedLines(request), body } as const;
    this.#parts.upstreams.send(outgoing, facts, method.read || facts.idempotencyKey !== "", (_, reply) => {
      if (reply === null) return this.#away(call);
      this.#parts.observer.call(method, reply.status, performance.now() - call.started);
      sendReply(call, reply, this.#parts.secureCookies);
    });
  }

  #refuse(call: Call, code: ErrorCode, message?: string): void {
    this.#parts.observer.call(call.method, 499, performance.now() - call.started);
    refuse(call.response, call.request.headers["content-type"], code, call.headers, message === undefined ? {} : { message });
  }

  #tooLarge(call: Call): void {
    call.headers.push("connection", "close");
    call.response.once("finish", () => call.request.destroy());
    this.#refuse(call, ErrorCode.FILE_TOO_LARGE);
  }

  #away(call: Call): void {
    this.#parts.observer.call(call.method, 503, performance.now() - call.started);
    if (!call.response.headersSent) answerError(call.response, call.request.headers["content-type"], unavailable(), call.headers);
  }
}

function refusedByVerb({ request, method }: Call): Refused | undefined {
  if (request.method === "POST") return undefined;
  if (request.method !== "GET") return { code: ErrorCode.PARAMS_INVALID, message: "Use POST." };
  return method.read ? undefined : { code: ErrorCode.PARAMS_INVALID, message: "This call changes something: use POST." };
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
