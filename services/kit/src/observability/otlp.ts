import { type Context, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from "@opentelemetry/sdk-trace";
import type { SpanStart, Tracer, TraceSettings } from "./tracer.ts";

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };
/** What a caller did wrong is no error of the server. */
const faults = new Set(["Unknown", "DeadlineExceeded", "Unimplemented", "Internal", "Unavailable", "DataLoss", "failed", "500", "503"]);
const wellFormed = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const longestStopMs = 2_000;

/** Spans in OpenTelemetry's own SDK, sent in batches over OTLP/HTTP. A collector that is away costs nobody anything but the spans. */
export function otlpTracer(service: string, { url, share }: TraceSettings): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": `leashline-${service}`, "service.namespace": "leashline" }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }), scheduledDelayMillis: 1_000 })],
  });
  const tracer = provider.getTracer("leashline");
  return {
    start(step) {
      const span = tracer.startSpan(step.name, optionsOf(step), within(step.parent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceId,
        parent: `00-${traceId}-${spanId}-0${traceFlags}`,
        end(code = "ok") {
          span.setAttribute("rpc.response.status_code", code);
          if (faults.has(code)) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close: async () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, longestStopMs).unref());
      await Promise.race([provider.shutdown(), late]);
    },
  };
}

function optionsOf({ kind, link, facts }: SpanStart) {
  const linked = read(link);
  return { kind: kinds[kind], attributes: facts ?? {}, links: linked ? [{ context: linked }] : [] };
}

function within(parent: string | undefined): Context {
  const context = read(parent);
  return context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
}

function read(traceparent: string | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = wellFormed.exec(traceparent ?? "") ?? [];
  return traceId && spanId ? { traceId, spanId, traceFlags: Number.parseInt(flags ?? "0", 16) & 1, isRemote: true } : null;
}
