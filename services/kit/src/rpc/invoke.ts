import { createHash } from "node:crypto";
import { create, type Message, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { type Caller, type Ctx, contextHeader, nobody, requestIdHeader, verifyCaller } from "../context.ts";
import { fail, fromConnectError, Refusal, toConnectError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { checkAccess } from "./access.ts";
import type { Endpoint } from "./implement.ts";
import { checkShape, settleBusiness } from "./validate.ts";

export type CallHeaders = { context: string | undefined; requestId: string | undefined; idempotencyKey: string | undefined };
export type Outcome = { message: Message; headers: Record<string, string> };

export const headersOf = (get: (name: string) => string | undefined): CallHeaders => ({
  context: get(contextHeader),
  requestId: get(requestIdHeader),
  idempotencyKey: get("idempotency-key"),
});

/** Who, allowed, well formed, then the handler: the same for every way a call comes in. */
export async function invoke(runtime: Runtime, endpoint: Endpoint, request: Message, headers: CallHeaders): Promise<Outcome> {
  return await invokeAs(runtime, endpoint, request, headers, callerOf(runtime, headers.context));
}

export async function invokeAs(
  runtime: Runtime,
  endpoint: Endpoint,
  request: Message,
  headers: CallHeaders,
  caller: Caller,
): Promise<Outcome> {
  const { method } = endpoint;
  checkAccess(endpoint.access, caller);
  settleBusiness(method.input, request, caller);
  checkShape(method.input, request);
  const key = headers.idempotencyKey ?? "";
  if (key.length > 200) throw fail("PARAMS_INVALID", { field: "Idempotency-Key", reason: "at most 200 characters" });
  const ctx: Ctx = runtime.context({
    caller,
    method,
    ...(headers.requestId ? { requestId: headers.requestId } : {}),
    idempotencyKey: endpoint.readOnly ? "" : key,
    fingerprint: () => createHash("sha256").update(toBinary(method.input, request)).digest(),
  });
  const result = await endpoint.handler(request as never, ctx);
  return { message: create(method.output, result as never), headers: ctx.responseHeaders };
}

function callerOf(runtime: Runtime, token: string | undefined): Caller {
  if (!token) return nobody;
  const caller = verifyCaller(token, runtime.config.signingKey);
  if (!caller) throw fail("NO_AUTH");
  return caller;
}

/** What a caller may see of an error: refusals as they are, everything else as a fault of ours, logged with ids only. */
export function asConnectError(runtime: Pick<Runtime, "log">, endpoint: Endpoint | null, error: unknown, requestId: string): ConnectError {
  if (error instanceof Refusal) return toConnectError(error);
  const relayed = fromConnectError(error);
  if (relayed) return toConnectError(relayed);
  if (error instanceof ConnectError && error.code === Code.Unavailable)
    return toConnectError(fail("SYSTEM_BUSY", { facts: { cause: "unavailable" } }));
  const known = databaseRefusal(error);
  if (known) return toConnectError(known);
  const { message, stack, code } = error as Error & { code?: string };
  runtime.log.error({ error: message, stack, code, rpc: endpoint?.path, requestId }, "a call failed through a fault of ours");
  return toConnectError(fail("SYSTEM_BUSY"));
}

/** Values that no declared rule caught but the database does: still the caller's to mend. */
function databaseRefusal(error: unknown): Refusal | null {
  const code = (error as { code?: string }).code;
  if (code === "22003") return fail("PARAMS_INVALID", { message: "A number is out of range." });
  if (code === "22021" || code === "22P05") return fail("PARAMS_INVALID", { message: "A text holds characters that cannot be stored." });
  if (code === "22008" || code === "22007") return fail("PARAMS_INVALID", { message: "A date is out of range." });
  return null;
}
