import http from "node:http";
import type { Readable } from "node:stream";
import { contextHeader, requestIdHeader } from "@leashline/kit/context.ts";
import { traceHeader } from "@leashline/kit/trace/tracer.ts";
import type { CallFacts } from "./upstream.ts";

const agent = new http.Agent({ keepAlive: true, maxSockets: 128 });

/** A call whose answer may be a stream or end in trailers: gRPC, gRPC-Web and Connect streams. */
export function pipeCall(
  target: URL,
  headers: http.OutgoingHttpHeaders,
  facts: CallFacts,
  body: Buffer,
  timeoutMs: number,
  answer: {
    head(status: number, headers: http.IncomingHttpHeaders): NodeJS.WritableStream;
    trailers(trailers: NodeJS.Dict<string>): void;
    failed(error: Error): void;
  },
): void {
  const call = http.request(target, {
    agent,
    method: "POST",
    timeout: timeoutMs,
    headers: {
      ...headers,
      "content-length": body.length,
      [contextHeader]: facts.context,
      [requestIdHeader]: facts.requestId,
      ...(facts.idempotencyKey ? { "idempotency-key": facts.idempotencyKey } : {}),
      ...(facts.trace ? { [traceHeader]: facts.trace } : {}),
    },
  });
  // From now on, for a call may have to wait for a connection before its own clock runs; and once it is answered, between two pieces of the answer.
  const late = setTimeout(() => call.destroy(new Error("no answer in time")), timeoutMs);
  call.on("timeout", () => call.destroy(new Error("no answer in time")));
  call.on("error", (error) => {
    clearTimeout(late);
    answer.failed(error);
  });
  call.on("response", (response) => {
    clearTimeout(late);
    const out = answer.head(response.statusCode ?? 502, response.headers);
    out.on("close", () => call.destroy());
    (response as Readable).on("error", (error) => answer.failed(error));
    response.on("end", () => {
      answer.trailers(response.trailers);
      out.end();
    });
    response.pipe(out, { end: false });
  });
  call.end(body);
}
