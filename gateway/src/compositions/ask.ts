import type { DescMethodUnary, DescService, Message, MessageShape } from "@bufbuild/protobuf";
import { nobody, signCaller } from "@leashline/kit/context.ts";
import { readError } from "@leashline/kit/rpc/client.ts";
import type { Contract } from "@leashline/proto/descriptors/contract.ts";
import type { RequestContext } from "../identity/authenticator.ts";
import type { Upstreams } from "../upstream/upstream.ts";

export type Asking = { contract: Contract; upstreams: Upstreams; signingKey: string };
type Ask = <M extends DescMethodUnary>(rpc: M, request: Message, context: RequestContext) => Promise<MessageShape<M["output"]>>;

/** Asks a service in the gateway's own name, for somebody who is not signed in. */
export function asker({ contract, upstreams, signingKey }: Asking, service: DescService, name: string): Ask {
  return async (rpc, request, { ip, requestId }) => {
    const method = contract.byPath.get(`/${service.typeName}/${rpc.name}`);
    if (!method) throw new Error(`The contract has no ${rpc.name}.`);
    const context = signCaller({ ...nobody, kind: "service", via: "gateway", name, ip }, signingKey);
    const result = await upstreams.call(method, request, { context, requestId, idempotencyKey: "" });
    if (!result.ok) throw readError(Buffer.from(result.error));
    return result.message as MessageShape<(typeof rpc)["output"]>;
  };
}
