import { nobody } from "@leashline/kit/context.ts";
import { Together } from "@leashline/kit/rpc/together/together.ts";
import type { Reply } from "@leashline/kit/rpc/wire.ts";
import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { CachedIdentity } from "../identity/cached-identities.ts";
import type { CallFacts, Upstreams } from "../upstream/upstream.ts";
import type { PlainCall } from "./plain.ts";

/** A longer question is rarely another's, too: it is asked by itself. */
const longestShared = 4_096;

type Asked = { method: ContractMethod; plain: PlainCall; facts: Pick<CallFacts, "requestId" | "trace"> };

/**
 * Asks what the contract says is the same for everybody: in nobody's name and within nobody's time, so that an answer cannot hang on who asks, and once for all who ask at
 * the same moment. Who waits together gets one and the same reply.
 */
export class SameForAll {
  readonly #upstreams: Upstreams;
  readonly #timeoutMs: number;
  readonly #nobody: CachedIdentity;
  readonly #together = new Together<Reply | null>();

  constructor({ upstreams, timeoutMs, signingKey }: { upstreams: Upstreams; timeoutMs: number; signingKey: string }) {
    this.#upstreams = upstreams;
    this.#timeoutMs = timeoutMs;
    this.#nobody = new CachedIdentity({ state: "unknown", caller: nobody, limitKey: "" }, 0, signingKey);
  }

  /** Null when the service did not answer. */
  ask(asked: Asked): Promise<Reply | null> {
    const { method, plain } = asked;
    const work = () => this.#ask(asked);
    if (plain.body.length > longestShared) return work();
    return this.#together.ask(`${method.path} ${plain.format} ${plain.body.toString("latin1")}`, work);
  }

  #ask({ method, plain, facts }: Asked): Promise<Reply | null> {
    const { format, body } = plain;
    const call = {
      domain: method.domain,
      target: method.path,
      verb: "POST" as const,
      extra: `content-type: application/${format}\r\nconnect-protocol-version: 1\r\n`,
      body,
    };
    const named = { ...facts, context: this.#nobody.context("", Date.now()), idempotencyKey: "" };
    return new Promise((resolve) => this.#upstreams.send(call, named, true, (_, reply) => resolve(reply), this.#timeoutMs));
  }
}
