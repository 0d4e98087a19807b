import type { IncomingMessage } from "node:http";
import { rpcFacts, type Span, type Tracer } from "@leashline/kit/observability/tracer.ts";
import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";

/** The answer header that names the trace of a call. */
export const traceIdHeader = "x-trace-id";

/**
 * The first step of a call's trace. Callers from outside do not choose our trace ids nor what is kept of them; a trace of theirs is linked.
 */
export function enterTrace(tracer: Tracer | null, method: ContractMethod, { headers }: Pick<IncomingMessage, "headers">): Span | undefined {
  if (!tracer) return undefined;
  const { traceparent } = headers;
  const link = typeof traceparent === "string" ? { link: traceparent } : {};
  return tracer.start({ kind: "server", name: method.path.slice(1), facts: rpcFacts(method.path), ...link });
}

/** What a span says of an HTTP answer. */
export const spanCode = (status: number): string => (status < 400 ? "ok" : status === 499 ? "refused" : String(status));
