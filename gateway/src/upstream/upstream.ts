import { fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { contextHeader, requestIdHeader } from "@leashline/kit/context.ts";
import { rpcFacts, type Tracer, traceHeader } from "@leashline/kit/observability/tracer.ts";
import { type Done, type Reply, requestBytes, Wire, WireError } from "@leashline/kit/rpc/wire.ts";
import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { spanCode } from "../observability/trace.ts";

/** What travels beside the body. */
export interface CallFacts {
  context: string;
  requestId: string;
  idempotencyKey: string;
  /** W3C traceparent; absent when the call is not traced. */
  trace?: string | undefined;
}

export interface OutgoingCall {
  domain: string;
  target: string;
  verb: "GET" | "POST";
  extra: string;
  body: Buffer;
}

/** What a typed call has to know of its RPC. */
type CalledMethod = Pick<ContractMethod, "path" | "domain" | "read"> & { desc: Pick<ContractMethod["desc"], "input" | "output"> };

/** The services behind the gateway, by the domain in their package names. */
export class Upstreams {
  readonly #wires = new Map<string, Wire>();
  readonly #urls = new Map<string, URL>();
  readonly #urlOf: (service: string) => string;
  readonly #timeoutMs: number;
  readonly #tracer: Tracer | null;

  constructor(urlOf: (service: string) => string, timeoutMs: number, tracer: Tracer | null = null) {
    this.#urlOf = urlOf;
    this.#timeoutMs = timeoutMs;
    this.#tracer = tracer;
  }

  /** Base address of the service that owns a domain: "online_booking" -> LEASHLINE_ONLINE_BOOKING_URL. */
  url(domain: string): URL {
    let url = this.#urls.get(domain);
    if (!url) {
      url = new URL(this.#urlOf(domain.replaceAll("_", "-")));
      this.#urls.set(domain, url);
    }
    return url;
  }

  /** Sends one call as it is. `extra` holds whole header lines, each with its line end; `again` says that it may be repeated. */
  send(call: OutgoingCall, facts: CallFacts, again: boolean, done: Done, timeoutMs = this.#timeoutMs): void {
    if (this.#tracer === null || facts.trace === undefined) {
      this.#send(call, facts, again, done, timeoutMs);
      return;
    }
    const mark = call.target.indexOf("?");
    const path = mark < 0 ? call.target : call.target.slice(0, mark);
    const span = this.#tracer.start({ kind: "client", name: path.slice(1), parent: facts.trace, facts: rpcFacts(path) });
    const ended: Done = (error, reply) => {
      span.end(spanCode(reply?.status ?? 503));
      done(error, reply);
    };
    this.#send(call, { ...facts, trace: span.parent }, again, ended, timeoutMs);
  }

  #send(call: OutgoingCall, facts: CallFacts, again: boolean, done: Done, timeoutMs: number): void {
    const { domain, target, verb, extra, body } = call;
    let lines = `${extra}${requestIdHeader}: ${facts.requestId}\r\n${contextHeader}: ${facts.context}\r\n`;
    if (facts.idempotencyKey !== "") lines += `idempotency-key: ${facts.idempotencyKey}\r\n`;
    if (facts.trace !== undefined) lines += `${traceHeader}: ${facts.trace}\r\n`;
    this.#wire(domain).call(requestBytes({ verb, target, lines, body }), timeoutMs, again, done);
  }

  /** A typed call: for the REST face, compositions and the gateway's own needs. */
  async call(method: CalledMethod, request: Message, facts: CallFacts, timeoutMs?: number): Promise<CallResult> {
    const reply = await this.#post(method, toBinary(method.desc.input, request), facts, timeoutMs);
    if (reply.status === 200) return { ok: true, message: fromBinary(method.desc.output, reply.body), headers: reply.headers };
    return { ok: false, status: reply.status, error: reply.body, headers: reply.headers };
  }

  close(): void {
    for (const wire of this.#wires.values()) wire.close();
  }

  #post(method: CalledMethod, body: Uint8Array, facts: CallFacts, timeoutMs?: number): Promise<Reply> {
    const call: OutgoingCall = {
      domain: method.domain,
      target: method.path,
      verb: "POST",
      extra: "content-type: application/proto\r\nconnect-protocol-version: 1\r\n",
      body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    };
    return new Promise((resolve, reject) => {
      const done: Done = (error, reply) => {
        if (reply) resolve(reply);
        else reject(error ?? new WireError("no answer"));
      };
      this.send(call, facts, method.read || facts.idempotencyKey !== "", done, timeoutMs);
    });
  }

  #wire(domain: string): Wire {
    let wire = this.#wires.get(domain);
    if (!wire) {
      wire = new Wire(this.url(domain));
      this.#wires.set(domain, wire);
    }
    return wire;
  }
}

export type CallResult =
  | { ok: true; message: Message; headers: [string, string][] }
  | { ok: false; status: number; error: Buffer; headers: [string, string][] };
