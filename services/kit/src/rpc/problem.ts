import { Code, ConnectError } from "@connectrpc/connect";
import { DatabaseAway } from "../db/away.ts";
import { storageFull } from "../db/full.ts";
import { ErrorCode, fail, fromConnectError, Refusal, toConnectError, tooLateFor, unavailable } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import { traceIdOf } from "../observability/tracer.ts";
import type { Endpoint } from "./implement.ts";

/** What a caller may see of an error: refusals as they are, everything else as a fault of ours, logged with ids only. */
export function asConnectError(
  { log }: { log: Pick<Log, "error" | "warn"> },
  endpoint: (Pick<Endpoint, "path"> & Partial<Pick<Endpoint, "readOnly">>) | null,
  error: unknown,
  { requestId, trace }: { requestId?: string | undefined; trace?: string | undefined },
): ConnectError {
  const refusal = error instanceof Refusal ? error : fromConnectError(error);
  if (refusal) return toConnectError(refusal.code === ErrorCode.DEADLINE_EXCEEDED ? tooLateFor(endpoint?.readOnly ?? false) : refusal);
  if (error instanceof ConnectError && error.code === Code.Unavailable) return toConnectError(unavailable());
  const known = databaseRefusal(error);
  if (known) return toConnectError(known);
  if (error instanceof DatabaseAway) {
    tellAway(log, error);
    return toConnectError(unavailable());
  }
  const { message, stack, code } = error as Error & { code?: string };
  log.error(
    { error: message, stack, code, rpc: endpoint?.path, requestId, traceId: traceIdOf(trace) },
    "a call failed through a fault of ours",
  );
  return toConnectError(fail("SYSTEM_BUSY"));
}

const onceInMs = 1_000;
let told = Number.NEGATIVE_INFINITY;

/** Once a second at most: while it is away every call says so. */
function tellAway(log: Pick<Log, "warn">, { message }: DatabaseAway): void {
  if (performance.now() - told < onceInMs) return;
  told = performance.now();
  log.warn({ error: message }, "calls are answered as unavailable");
}

/** Values that no declared rule caught but the database does: still the caller's to mend. */
function databaseRefusal(error: unknown): Refusal | null {
  const code = (error as { code?: string }).code;
  // The JSON form lets blanks pass for a number, and ids travel as text.
  if (code === "22P02") return fail("PARAMS_INVALID", { message: "A value is not a number." });
  if (code === "22003") return fail("PARAMS_INVALID", { message: "A number is out of range." });
  if (code === "22021" || code === "22P05") return fail("PARAMS_INVALID", { message: "A text holds characters that cannot be stored." });
  if (code === "53100") return storageFull();
  if (code === "22008" || code === "22007") return fail("PARAMS_INVALID", { message: "A date is out of range." });
  return null;
}
