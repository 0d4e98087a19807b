import { createHash } from "node:crypto";
import { create, type Message, toBinary } from "@bufbuild/protobuf";
import { type Caller, type Ctx, contextHeader, nobody, requestIdHeader, verifyCaller } from "../context.ts";
import { fail } from "../errors.ts";
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
  await checkShape(method.input, request);
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
