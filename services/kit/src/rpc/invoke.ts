import { createHash } from "node:crypto";
import { create, type Message, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { asFarAs, type Caller, ClockOff, contextHeader, nobody, requestIdHeader, verifyCaller } from "../context.ts";
import { outlasting } from "../db/away.ts";
import { type Deadline, deadlineIn } from "../db/deadline.ts";
import { ErrorCode, fail, Refusal, toConnectError, unavailable } from "../errors.ts";
import { dropUnnamed } from "../mask.ts";
import { logSecurity } from "../observability/security-log.ts";
import { rpcFacts, traceHeader } from "../observability/tracer.ts";
import type { Runtime } from "../runtime.ts";
import { checkAccess } from "./access.ts";
import type { Endpoint } from "./implement.ts";
import { holdReach } from "./reach.ts";
import { checkShape, settleBusiness, settleMoney } from "./validate.ts";

export type CallHeaders = {
  context: string | undefined;
  requestId: string | undefined;
  idempotencyKey: string | undefined;
  trace?: string | undefined;
  /** Until when whoever calls waits, if they said so. */
  deadline?: Deadline | undefined;
};
export type Outcome = { message: Message; headers: Record<string, string> };

export const headersOf = (get: (name: string) => string | undefined): CallHeaders => ({
  context: get(contextHeader),
  requestId: get(requestIdHeader),
  idempotencyKey: get("idempotency-key"),
  trace: get(traceHeader),
  deadline: deadlineOf(get("connect-timeout-ms")),
});

const deadlineOf = (ms: string | undefined): Deadline | undefined => (ms === undefined ? undefined : deadlineIn(Number(ms)));

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
  const { tracer } = runtime;
  if (!tracer) return await handle(runtime, endpoint, request, headers, caller);
  const { path } = endpoint;
  const span = tracer.start({
    kind: "server",
    name: path.slice(1),
    facts: rpcFacts(path),
    ...(headers.trace ? { parent: headers.trace } : {}),
  });
  try {
    const outcome = await handle(runtime, endpoint, request, { ...headers, trace: span.parent }, caller);
    span.end();
    return outcome;
  } catch (error) {
    span.end(codeOf(error));
    throw error;
  }
}

async function handle(runtime: Runtime, endpoint: Endpoint, request: Message, headers: CallHeaders, caller: Caller): Promise<Outcome> {
  try {
    return await answer(runtime, endpoint, request, headers, caller);
  } catch (error) {
    if (error instanceof Refusal && error.code === ErrorCode.NO_PERMISSION && caller.via === "")
      logSecurity({ runtime, caller }, { kind: "not allowed", rpc: endpoint.path });
    throw error;
  }
}

async function answer(runtime: Runtime, endpoint: Endpoint, request: Message, headers: CallHeaders, from: Caller): Promise<Outcome> {
  const { method } = endpoint;
  checkAccess(endpoint.access, from);
  const caller = asFarAs(from, endpoint.access.scope);
  settleBusiness(endpoint, request, caller);
  await checkShape(method.input, request);
  dropUnnamed(method.input, request);
  const key = headers.idempotencyKey ?? "";
  if (key.length > 200) throw fail("PARAMS_INVALID", { field: "Idempotency-Key", reason: "at most 200 characters" });
  const about = {
    method,
    ...(headers.requestId ? { requestId: headers.requestId } : {}),
    idempotencyKey: endpoint.readOnly ? "" : key,
    ...(headers.trace ? { trace: headers.trace } : {}),
    ...(headers.deadline ? { deadline: headers.deadline } : {}),
    fingerprint: () => createHash("sha256").update(toBinary(method.input, request)).digest(),
  };
  const ctx = runtime.context({ ...about, caller });
  const asker = caller === from ? ctx : runtime.context({ ...about, caller: from });
  const handle = async () => {
    await holdReach(endpoint, request, ctx, asker);
    await settleMoney(endpoint, request, ctx);
    return await endpoint.handler(request as never, ctx);
  };
  // With a key, whoever does it again is answered as before, whatever the first try got done.
  const mayRepeat = endpoint.readOnly || key !== "";
  const result = await (mayRepeat ? outlasting(runtime.config.limits.outlastMs, handle) : handle());
  return { message: create(method.output, result as never), headers: ctx.responseHeaders };
}

function codeOf(error: unknown): string {
  if (error instanceof Refusal) return Code[toConnectError(error).code];
  return Code[error instanceof ConnectError ? error.code : Code.Internal];
}

export function callerOf(runtime: Runtime, token: string | undefined): Caller {
  if (!token) return nobody;
  const caller = readCaller(runtime, token);
  if (!caller) throw fail("NO_AUTH");
  return caller;
}

const tellEveryMs = 60_000;

/** A clock that is off is no word about a session: whoever calls hears "unavailable", the operator sees it in the log and in readiness. */
function readCaller({ config, counters, log }: Runtime, token: string): Caller | null {
  try {
    const caller = verifyCaller(token, config.signingKey);
    counters.clockOffAt = undefined;
    return caller;
  } catch (error) {
    if (!(error instanceof ClockOff)) throw error;
    const since = performance.now();
    if (since - (counters.clockOffAt ?? Number.NEGATIVE_INFINITY) >= tellEveryMs) {
      counters.clockOffAt = since;
      log.error({ error: error.message }, "set the clocks right: calls are answered as unavailable");
    }
    throw unavailable();
  }
}
