/** One timed step of a trace. `parent` is the W3C traceparent for whatever is done within it. */
export type Span = { traceId: string; parent: string; end: (code?: string) => void };
export type SpanStart = {
  kind: "server" | "client" | "consumer" | "internal";
  name: string;
  /** Traceparent of the step this one is part of. */
  parent?: string;
  /** Traceparent of a step that led to this one without waiting for it. */
  link?: string;
  /** Names of things, never values that people typed. */
  facts?: Record<string, string>;
};
export type Tracer = { start: (step: SpanStart) => Span; close: () => Promise<void> };
export type TraceSettings = { url: string; share: number };

export const traceHeader = "traceparent";

/** The standard OpenTelemetry settings; null when no endpoint is configured. */
export function readTraceSettings(env: NodeJS.ProcessEnv): TraceSettings | null {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (base && `${base.replace(/\/+$/, "")}/v1/traces`);
  if (!url || env.OTEL_SDK_DISABLED === "true") return null;
  if (!URL.canParse(url)) throw new Error("The settings do not allow a start: OTEL_EXPORTER_OTLP_ENDPOINT must be a URL.");
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(share >= 0 && share <= 1))
    throw new Error("The settings do not allow a start: OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.");
  return { url, share };
}

/** Nothing of OpenTelemetry is loaded unless there is somewhere to send traces to. */
export async function openTracer(service: string, settings: TraceSettings | null): Promise<Tracer | null> {
  if (!settings) return null;
  const { otlpTracer } = await import("./otlp.ts");
  return otlpTracer(service, settings);
}

/** What a span says of a call: the names of service and method. */
export function rpcFacts(path: string): Record<string, string> {
  const cut = path.lastIndexOf("/");
  return { "rpc.system.name": "connectrpc", "rpc.service": path.slice(1, cut), "rpc.method": path.slice(cut + 1) };
}

/** The trace a traceparent belongs to, for log lines; undefined when there is none. */
export const traceIdOf = (traceparent: string | undefined): string | undefined => traceparent?.slice(3, 35) || undefined;

/** Runs a step in a span of its own. */
export async function traced<T>(tracer: Tracer, step: SpanStart, run: () => Promise<T>): Promise<T> {
  const span = tracer.start(step);
  try {
    const answer = await run();
    span.end();
    return answer;
  } catch (error) {
    span.end("failed");
    throw error;
  }
}
