import http from "node:http";
import type { AddressInfo } from "node:net";

export interface SeenSpan {
  service: string;
  name: string;
  kind: "internal" | "server" | "client" | "producer" | "consumer";
  traceId: string;
  spanId: string;
  parentSpanId: string;
  links: { traceId: string; spanId: string }[];
  facts: Record<string, string>;
}

interface Attribute {
  key: string;
  value: { stringValue?: string };
}
type RawSpan = Omit<SeenSpan, "service" | "kind" | "facts"> & { kind: number; attributes?: Attribute[] };
interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: RawSpan[] }[] }[];
}

const kinds = ["internal", "internal", "server", "client", "producer", "consumer"] as const;
const factsOf = (attributes: Attribute[] = []) => Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? ""]));

/** A small collector that speaks OTLP over HTTP in JSON and keeps what it hears. */
export async function startCollector(): Promise<{ url: string; spans: SeenSpan[]; raw: () => string; stop: () => Promise<void> }> {
  const spans: SeenSpan[] = [];
  let raw = "";
  const server = http.createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    raw += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
      const service = factsOf(resource.attributes)["service.name"] ?? "";
      for (const { kind, attributes, ...span } of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          ...span,
          service,
          kind: kinds[kind] ?? "internal",
          parentSpanId: span.parentSpanId ?? "",
          facts: factsOf(attributes),
        });
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    raw: () => raw,
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}
