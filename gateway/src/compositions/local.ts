import { create, type DescMethodUnary, type DescService, type Message, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import type { ConnectError } from "@connectrpc/connect";
import { asConnectError } from "@leashline/kit/rpc/problem.ts";
import { type Answer, answerOf, errorAnswer, type Format, readMessage } from "@leashline/kit/rpc/unary.ts";
import { checkShape } from "@leashline/kit/rpc/validate.ts";
import type { RequestContext } from "../identity/authenticator.ts";
import type { Log } from "../observability/log.ts";
import type { CallResult } from "../upstream/upstream.ts";

/** Every RPC of a service of the gateway's own package; a forgotten one does not type-check. */
export type Composition<S extends DescService> = {
  [K in keyof S["method"]]: S["method"][K] extends DescMethodUnary<infer I, infer O>
    ? (request: MessageShape<I>, context: RequestContext) => Promise<MessageInitShape<O>>
    : never;
};

const noSideEffects = MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;

interface LocalRpc {
  path: string;
  method: DescMethodUnary;
  run: (request: Message, context: RequestContext) => Promise<unknown>;
}

/** The gateway's own RPCs: what composes several services, or belongs to none of them. */
export class LocalRpcs {
  readonly #rpcs = new Map<string, LocalRpc>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  add<S extends DescService>(service: S, composition: Composition<S>): void {
    for (const method of service.methods) {
      const path = `/${service.typeName}/${method.name}`;
      const run = (composition as Record<string, LocalRpc["run"]>)[method.localName] as LocalRpc["run"];
      this.#rpcs.set(path, { path, method: method as DescMethodUnary, run });
    }
  }

  /** A service-style call: its message in, its answer out, as Connect writes them. */
  async unary(path: string, format: Format, body: Uint8Array, context: RequestContext): Promise<Answer> {
    const rpc = this.#rpc(path);
    try {
      return answerOf(rpc.method, await this.#run(rpc, readMessage(rpc.method.input, body, format), context), format);
    } catch (error) {
      return errorAnswer(this.#problem(rpc, error, context));
    }
  }

  /** A call from the REST face. */
  async call(path: string, request: Message, context: RequestContext): Promise<CallResult> {
    const rpc = this.#rpc(path);
    try {
      return { ok: true, message: await this.#run(rpc, request, context), headers: [] };
    } catch (error) {
      const { status, bytes } = errorAnswer(this.#problem(rpc, error, context));
      return { ok: false, status, error: Buffer.from(bytes), headers: [] };
    }
  }

  #rpc(path: string): LocalRpc {
    const rpc = this.#rpcs.get(path);
    if (!rpc) throw new Error(`The gateway has no ${path}.`);
    return rpc;
  }

  async #run({ method, run }: LocalRpc, request: Message, context: RequestContext): Promise<Message> {
    await checkShape(method.input, request);
    return create(method.output, (await run(request, context)) as never) as Message;
  }

  #problem(rpc: LocalRpc, error: unknown, context: RequestContext): ConnectError {
    return asConnectError({ log: this.#log }, { path: rpc.path, readOnly: rpc.method.idempotency === noSideEffects }, error, {
      requestId: context.requestId,
    });
  }
}
