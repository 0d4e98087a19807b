import type http from "node:http";
import type { Message } from "@bufbuild/protobuf";
import { Code, ConnectError, type ConnectRouter, type HandlerContext } from "@connectrpc/connect";
import { deadlineIn } from "../db/deadline.ts";
import { fail, toConnectError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { boundsProblem, ourOwnBytes, requestLimit, tooLargeMessage } from "./bounds/bounds.ts";
import type { Endpoint, RpcGroup } from "./implement.ts";
import { type CallHeaders, callerOf, headersOf, invoke, invokeAs, type Outcome } from "./invoke.ts";
import { settleLongTexts } from "./json/long-texts.ts";
import { readable } from "./json/readable.ts";
import { asConnectError } from "./problem.ts";
import { type Answer, answerOf, endWith, errorAnswer, type Format, formatOf, readMessage } from "./unary.ts";

export type Mount = { runtime: Runtime; groups: readonly RpcGroup[] };
type Found = { runtime: Runtime; endpoint: Endpoint };

/** Answers health paths and RPCs. Connect unary is served on a short path of our own; gRPC, gRPC-Web and the rest by connect-node. */
export function rpcListener(
  mounts: readonly Mount[],
  probes: (path: string, response: http.ServerResponse) => boolean,
  observe: (path: string, seconds: number, code: string) => void,
): http.RequestListener {
  const table = new Map<string, Found>();
  for (const { runtime, groups } of mounts)
    for (const group of groups)
      for (const endpoint of group.endpoints) {
        if (table.has(endpoint.path)) throw new Error(`${endpoint.path} is served twice.`);
        table.set(endpoint.path, { runtime, endpoint });
      }
  let stock: Promise<http.RequestListener> | undefined;
  const openStock = async (): Promise<http.RequestListener> => {
    const { connectNodeAdapter } = await import("@connectrpc/connect-node");
    return connectNodeAdapter({ routes: (router) => stockRoutes(router, mounts) }) as http.RequestListener;
  };
  return (request, response) => {
    const url = request.url ?? "/";
    const found = table.get(url);
    const format = found ? formatOf(request) : null;
    if (found && format) {
      unary(found, request, response, format, observe).catch(() => response.destroy());
      return;
    }
    if (probes(url, response)) return;
    stock ??= openStock();
    stock.then(
      (answer) => answer(request, response),
      () => response.destroy(),
    );
  };
}

async function unary(
  { runtime, endpoint }: Found,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  format: Format,
  observe: (path: string, seconds: number, code: string) => void,
): Promise<void> {
  const started = performance.now();
  const headers = headersOf((name) => request.headers[name] as string | undefined);
  let code = "ok";
  try {
    const outcome = await take(runtime, endpoint, request, format, headers);
    send(response, answerOf(endpoint.method, outcome.message, format), outcome.headers);
  } catch (error) {
    const problem = asConnectError(runtime, endpoint, error, headers);
    code = Code[problem.code] ?? "Unknown";
    send(response, errorAnswer(problem), Object.fromEntries(problem.metadata));
  }
  observe(endpoint.path, (performance.now() - started) / 1000, code);
}

function send(response: http.ServerResponse, { status, type, bytes }: Answer, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": type, "content-length": bytes.length, ...headers });
  endWith(response, bytes);
}

/** What comes past the gateway is bounded there and once more here; our own services may ask for more at once. */
async function take(
  runtime: Runtime,
  endpoint: Endpoint,
  request: http.IncomingMessage,
  format: Format,
  headers: CallHeaders,
): Promise<Outcome> {
  const { input } = endpoint.method;
  const caller = callerOf(runtime, headers.context);
  const isOurs = caller.via !== "";
  const body = await readBody(request, isOurs ? ourOwnBytes : requestLimit(endpoint.access));
  const problem = isOurs ? undefined : boundsProblem(() => input, body, format);
  if (problem) throw fail("PARAMS_INVALID", { message: problem });
  return await invokeAs(runtime, endpoint, readMessage(input, body, format), headers, caller);
}

function readBody(request: http.IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        reject(fail("FILE_TOO_LARGE", { message: tooLargeMessage(limit) }));
        request.removeAllListeners("data").resume();
      } else chunks.push(chunk);
    });
    request.on("end", () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    // Nobody is there to be answered.
    request.on("error", () => reject(fail("PARAMS_INVALID", { message: "The call broke off." })));
  });
}

/** The same endpoints through connect-node, for gRPC, gRPC-Web, GET and compressed calls. */
function stockRoutes(router: ConnectRouter, mounts: readonly Mount[]): void {
  for (const { runtime, groups } of mounts)
    for (const { endpoints } of groups)
      for (const endpoint of endpoints) {
        const { method, access } = endpoint;
        const answer = async (message: Message, context: HandlerContext): Promise<Message> => {
          const leftMs = context.timeoutMs();
          const headers = {
            ...headersOf((name) => context.requestHeader.get(name) ?? undefined),
            deadline: leftMs === undefined ? undefined : deadlineIn(leftMs),
          };
          try {
            const outcome = await invoke(runtime, endpoint, settleLongTexts(method.input, message), headers);
            for (const [name, value] of Object.entries(outcome.headers)) context.responseHeader.set(name, value);
            return readable(method.output, outcome.message);
          } catch (error) {
            throw asConnectError(runtime, endpoint, error, headers);
          }
        };
        router.rpc(method as never, answer as never, { readMaxBytes: requestLimit(access) });
      }
}

export { ConnectError, toConnectError };
