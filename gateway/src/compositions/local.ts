import type { IncomingMessage, RequestListener } from "node:http";
import { create, type DescMethodUnary, type DescService, type Message, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import type { Validator } from "@bufbuild/protovalidate";
import { Code, ConnectError, type ConnectRouter, type ContextValues, createContextKey, createContextValues } from "@connectrpc/connect";
import { errorToJsonBytes } from "@connectrpc/connect/protocol-connect";
import { fail, Refusal, toConnectError } from "@leashline/kit/errors.ts";
import type { Guest } from "../identity/door.ts";
import type { Log } from "../observe/log.ts";
import type { CallResult } from "../upstream/upstream.ts";

/** Every RPC of a service of the gateway's own package; a forgotten one does not type-check. */
export type Composition<S extends DescService> = {
  [K in keyof S["method"]]: S["method"][K] extends DescMethodUnary<infer I, infer O>
    ? (request: MessageShape<I>, guest: Guest) => Promise<MessageInitShape<O>>
    : never;
};

interface LocalRpc {
  method: DescMethodUnary;
  run: (request: Message, guest: Guest) => Promise<unknown>;
}

const guestKey = createContextKey<Guest | undefined>(undefined);

/** The gateway's own RPCs: what composes several services, or belongs to none of them. */
export class LocalRpcs {
  readonly #rpcs = new Map<string, LocalRpc>();
  readonly #services: [DescService, Record<string, unknown>][] = [];
  readonly #guests = new WeakMap<IncomingMessage, Guest>();
  readonly #log: Log;
  #validator: Promise<Validator> | undefined;
  #listener: Promise<RequestListener> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  add<S extends DescService>(service: S, composition: Composition<S>): void {
    const stock: Record<string, unknown> = {};
    for (const method of service.methods) {
      const run = (composition as Record<string, LocalRpc["run"]>)[method.localName] as LocalRpc["run"];
      const rpc: LocalRpc = { method: method as DescMethodUnary, run };
      this.#rpcs.set(`/${service.typeName}/${method.name}`, rpc);
      stock[method.localName] = (request: Message, context: { values: ContextValues }) =>
        this.#run(rpc, request, context.values.get(guestKey) as Guest);
    }
    this.#services.push([service, stock]);
  }

  has(path: string): boolean {
    return this.#rpcs.has(path);
  }

  /** Service-style calls, in whatever protocol they come. */
  listener(readMaxBytes: number): (request: IncomingMessage, response: Parameters<RequestListener>[1], guest: Guest) => void {
    return (request, response, guest) => {
      this.#guests.set(request, guest);
      this.#listener ??= this.#openListener(readMaxBytes);
      void this.#listener.then((listener) => listener(request, response));
    };
  }

  // Loaded when first needed: most gateways answer few calls of their own, and both parts are large.
  async #openListener(readMaxBytes: number): Promise<RequestListener> {
    const { connectNodeAdapter } = await import("@connectrpc/connect-node");
    return connectNodeAdapter({
      readMaxBytes,
      routes: (router: ConnectRouter) => {
        for (const [service, impl] of this.#services) router.service(service, impl as never);
      },
      contextValues: (request) => createContextValues().set(guestKey, this.#guests.get(request as IncomingMessage)),
    }) as RequestListener;
  }

  /** A call from the REST face. */
  async call(path: string, request: Message, guest: Guest): Promise<CallResult> {
    const rpc = this.#rpcs.get(path);
    if (!rpc) throw new Error(`The gateway has no ${path}.`);
    try {
      return { ok: true, message: await this.#run(rpc, request, guest), headers: [] };
    } catch (error) {
      const answer = ConnectError.from(error);
      return {
        ok: false,
        status: answer.code === Code.Internal ? 500 : 400,
        error: Buffer.from(errorToJsonBytes(answer, undefined)),
        headers: [],
      };
    }
  }

  async #run(rpc: LocalRpc, request: Message, guest: Guest): Promise<Message> {
    try {
      this.#validator ??= import("@bufbuild/protovalidate").then(({ createValidator }) => createValidator());
      const result = (await this.#validator).validate(rpc.method.input, request as never);
      if (result.kind === "invalid") throw fail("PARAMS_INVALID", { message: result.error.message });
      return create(rpc.method.output, (await rpc.run(request, guest)) as never) as Message;
    } catch (error) {
      if (error instanceof Refusal) throw toConnectError(error);
      this.#log.error(
        { error: (error as Error).message, stack: (error as Error).stack, rpc: rpc.method.name, requestId: guest.requestId },
        "a call failed through a fault of ours",
      );
      throw toConnectError(fail("SYSTEM_BUSY"));
    }
  }
}
