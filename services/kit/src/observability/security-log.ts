import type { Caller } from "../context.ts";
import { networkPrefix } from "../network.ts";
import type { Log } from "./log.ts";

export type SecurityEvent = {
  kind:
    | "session opened"
    | "sign-in refused"
    | "locked out"
    | "not allowed"
    | "password changed"
    | "key used"
    | "key refused"
    | "call refused";
  reason?: string;
  accountId?: string;
  companyId?: string;
  apiKeyId?: string;
  rpc?: string;
};

/** One line about who got in, and who did not and why: ids and a network, never a name, an address of anybody, or a secret. */
export function logSecurity(
  { runtime, caller }: { runtime: { log: Pick<Log, "info"> }; caller: Caller },
  { kind, ...facts }: SecurityEvent,
): void {
  const known = { accountId: caller.accountId, companyId: caller.companyId, network: networkPrefix(caller.ip), ...facts };
  const said = Object.entries(known).filter(([, value]) => value !== "" && value !== "0");
  runtime.log.info({ security: kind, ...Object.fromEntries(said) }, "security");
}
