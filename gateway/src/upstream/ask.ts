import { create, type DescMethodUnary, type DescService, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import { type Caller, nobody, signCaller } from "@leashline/kit/context.ts";
import { readError } from "@leashline/kit/rpc/client.ts";
import type { Contract } from "@leashline/proto/descriptors/contract.ts";
import type { Upstreams } from "./upstream.ts";

/** A call in the gateway's own name, for nobody that is signed in. */
export type Ask = <I extends DescMethodUnary["input"], O extends DescMethodUnary["output"]>(
  rpc: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
  as: Partial<Caller>,
  requestId: string,
) => Promise<MessageShape<O>>;

export type Parts = { contract: Contract; upstreams: Upstreams; signingKey: string };

export function asking(service: DescService, { contract, upstreams, signingKey }: Parts): Ask {
  return async (rpc, request, as, requestId) => {
    const method = contract.byPath.get(`/${service.typeName}/${rpc.name}`);
    if (!method) throw new Error(`The contract has no ${rpc.name}.`);
    const { path, domain, read } = method;
    const context = signCaller({ ...nobody, kind: "service", via: "gateway", ...as }, signingKey);
    const served = { path, domain, read, desc: { input: rpc.input, output: rpc.output } };
    const result = await upstreams.call(served, create(rpc.input, request), { context, requestId, idempotencyKey: "" });
    if (!result.ok) throw readError(Buffer.from(result.error));
    return result.message as MessageShape<typeof rpc.output>;
  };
}

/** Whoever called the gateway, as they are told on. */
type CalledBy = { identity: { context: (ip: string, nowMs: number) => string }; ip: string; requestId: string };

/** A call in the name of whoever called the gateway: the service that answers decides what they may. */
export type AskFor = <I extends DescMethodUnary["input"], O extends DescMethodUnary["output"]>(
  rpc: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
  context: CalledBy,
) => Promise<MessageShape<O>>;

export function askingFor({ contract, upstreams }: Pick<Parts, "contract" | "upstreams">): AskFor {
  return async (rpc, request, { identity, ip, requestId }) => {
    const method = contract.byPath.get(`/${rpc.parent.typeName}/${rpc.name}`);
    if (!method) throw new Error(`The contract has no ${rpc.name}.`);
    const facts = { context: identity.context(ip, Date.now()), requestId, idempotencyKey: "" };
    const result = await upstreams.call(method, create(rpc.input, request), facts);
    if (!result.ok) throw readError(Buffer.from(result.error));
    return result.message as MessageShape<typeof rpc.output>;
  };
}
