import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { create, type DescMethodUnary, type DescService, type Message, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import { type ConnectError, type ConnectRouter, type ContextValues, createContextKey, createContextValues } from "@connectrpc/connect";
import { asConnectError } from "@leashline/kit/rpc/problem.ts";
import { type Answer, answerOf, errorAnswer, type Format, readMessage } from "@leashline/kit/rpc/unary.ts";
import { checkShape } from "@leashline/kit/rpc/validate.ts";
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
  path: string;
  method: DescMethodUnary;
  run: (request: Message, guest: Guest) => Promise<unknown>;
}

const guestKey = createContextKey<Guest | undefined>(undefined);

/** The gateway's own RPCs: what composes several services, or belongs to none of them. */
export class LocalRpcs {
  readonly bodyLimit: number;
  readonly #rpcs = new Map<string, LocalRpc>();
  readonly #services: [DescService, Record<string, unknown>][] = [];
  readonly #guests = new WeakMap<IncomingMessage, Guest>();
  readonly #log: Log;
  #stock: Promise<RequestListener> | undefined;

  constructor(log: Log, bodyLimit: number) {
    this.#log = log;
    this.bodyLimit = bodyLimit;
  }

  add<S extends DescService>(service: S, composition: Composition<S>): void {
    const stock: Record<string, unknown> = {};
    for (const method of service.methods) {
      const path = `/${service.typeName}/${method.name}`;
      const run = (composition as Record<string, LocalRpc["run"]>)[method.localName] as LocalRpc["run"];
      const rpc: LocalRpc = { path, method: method as DescMethodUnary, run };
      this.#rpcs.set(path, rpc);
      stock[method.localName] = (request: Message, context: { values: ContextValues }) => {
        const guest = context.values.get(guestKey) as Guest;
        return this.#run(rpc, request, guest).catch((error) => {
          throw this.#problem(rpc, error, guest);
        });
      };
    }
    this.#services.push([service, stock]);
  }

  /** A unary Connect call, on the short way. */
  async unary(path: string, format: Format, body: Uint8Array, guest: Guest): Promise<Answer> {
    const rpc = this.#rpc(path);
    try {
      return answerOf(rpc.method, await this.#run(rpc, readMessage(rpc.method.input, body, format), guest), format);
    } catch (error) {
      return errorAnswer(this.#problem(rpc, error, guest));
    }
  }

  /** A service-style call in any other protocol. */
  stock(request: IncomingMessage, response: ServerResponse, guest: Guest): void {
    this.#guests.set(request, guest);
    this.#stock ??= this.#openStock();
    void this.#stock.then((listener) => listener(request, response));
  }

  /** A call from the REST face. */
  async call(path: string, request: Message, guest: Guest): Promise<CallResult> {
    const rpc = this.#rpc(path);
    try {
      return { ok: true, message: await this.#run(rpc, request, guest), headers: [] };
    } catch (error) {
      const { status, bytes } = errorAnswer(this.#problem(rpc, error, guest));
      return { ok: false, status, error: Buffer.from(bytes), headers: [] };
    }
  }

  // Loaded when first needed: few calls come in any other protocol.
  async #openStock(): Promise<RequestListener> {
    const { connectNodeAdapter } = await import("@connectrpc/connect-node");
    return connectNodeAdapter({
      readMaxBytes: this.bodyLimit,
      routes: (router: ConnectRouter) => {
        for (const [service, impl] of this.#services) router.service(service, impl as never);
      },
      contextValues: (request) => createContextValues().set(guestKey, this.#guests.get(request as IncomingMessage)),
    }) as RequestListener;
  }

  #rpc(path: string): LocalRpc {
    const rpc = this.#rpcs.get(path);
    if (!rpc) throw new Error(`The gateway has no ${path}.`);
    return rpc;
  }

  async #run({ method, run }: LocalRpc, request: Message, guest: Guest): Promise<Message> {
    await checkShape(method.input, request);
    return create(method.output, (await run(request, guest)) as never) as Message;
  }

  #problem(rpc: LocalRpc, error: unknown, guest: Guest): ConnectError {
    return asConnectError({ log: this.#log }, rpc, error, { requestId: guest.requestId });
  }
}
