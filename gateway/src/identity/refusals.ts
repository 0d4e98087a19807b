import { networkPrefix } from "@leashline/kit/network.ts";
import { logSecurity } from "@leashline/kit/observability/security-log.ts";
import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import type { Log } from "../observability/log.ts";
import type { Refused, RequestContext } from "./authenticator.ts";

const words: Partial<Record<ErrorCode, string>> = {
  [ErrorCode.NO_AUTH]: "no session",
  [ErrorCode.TOO_MANY_REQUESTS]: "too many calls",
  [ErrorCode.NO_PERMISSION]: "not open to such callers",
};
const onceInMs = 60_000;
const mostKept = 10_000;

/** Lines of the security log about what the gateway itself refuses: for one network and reason once a minute, for anybody can be refused as often as they like. */
export class Refusals {
  readonly #log: Pick<Log, "info">;
  readonly #told = new Map<string, number>();

  constructor(log: Pick<Log, "info">) {
    this.#log = log;
  }

  tell(method: Pick<ContractMethod, "path">, context: Pick<RequestContext, "ip" | "identity">, refused: Refused, now = Date.now()): void {
    const reason = refused.message ?? words[refused.code] ?? "";
    const key = `${reason}|${networkPrefix(context.ip)}`;
    if (now - (this.#told.get(key) ?? Number.NEGATIVE_INFINITY) < onceInMs) return;
    if (this.#told.size >= mostKept) this.#told.clear();
    this.#told.set(key, now);
    const caller = { ...context.identity.caller, ip: context.ip };
    logSecurity({ runtime: { log: this.#log }, caller }, { kind: "call refused", reason, rpc: method.path });
  }
}
