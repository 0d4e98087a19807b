import type http from "node:http";
import { fromBinary, fromJson, type JsonValue, type Message, toBinary, toJsonString } from "@bufbuild/protobuf";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { codeToHttpStatus, errorToJsonBytes } from "@connectrpc/connect/protocol-connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { fail, toConnectError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Endpoint, RpcGroup } from "./implement.ts";
import { asConnectError, headersOf, invoke } from "./invoke.ts";
import { readable } from "./readable.ts";

const maxBody = 16 * 1024 * 1024;
const jsonIn = { ignoreUnknownFields: true };
const jsonOut = { alwaysEmitImplicit: false };

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
  const rest = connectNodeAdapter({ routes: (router) => stockRoutes(router, mounts) });
  return (request, response) => {
    const url = request.url ?? "/";
    const found = table.get(url);
    if (found && request.method === "POST" && !request.headers["content-encoding"]) {
      const type = request.headers["content-type"] ?? "";
      if (type === "application/proto") return void unary(found, request, response, false, observe);
      if (type.startsWith("application/json")) return void unary(found, request, response, true, observe);
    }
    if (probes(url, response)) return;
    rest(request, response);
  };
}

async function unary(
  { runtime, endpoint }: Found,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  json: boolean,
  observe: (path: string, seconds: number, code: string) => void,
): Promise<void> {
  const started = performance.now();
  const headers = headersOf((name) => request.headers[name] as string | undefined);
  let code = "ok";
  try {
    const body = await readBody(request);
    const outcome = await invoke(runtime, endpoint, parse(endpoint, body, json), headers);
    const bytes = json
      ? Buffer.from(toJsonString(endpoint.method.output, readable(endpoint.method.output, outcome.message), jsonOut))
      : toBinary(endpoint.method.output, outcome.message);
    response.writeHead(200, {
      "content-type": json ? "application/json" : "application/proto",
      "content-length": bytes.length,
      ...outcome.headers,
    });
    response.end(bytes);
  } catch (error) {
    const answer = asConnectError(runtime, endpoint, error, headers.requestId ?? "");
    code = Code[answer.code] ?? "Unknown";
    const bytes = errorToJsonBytes(answer, undefined);
    response.writeHead(codeToHttpStatus(answer.code), { "content-type": "application/json", "content-length": bytes.length });
    response.end(bytes);
  }
  observe(endpoint.path, (performance.now() - started) / 1000, code);
}

function parse(endpoint: Endpoint, body: Buffer, json: boolean): Message {
  try {
    if (!json) return fromBinary(endpoint.method.input, body);
    return fromJson(endpoint.method.input, (body.length === 0 ? {} : JSON.parse(body.toString())) as JsonValue, jsonIn);
  } catch (error) {
    throw fail("PARAMS_INVALID", { message: `The request cannot be read: ${(error as Error).message}` });
  }
}

function readBody(request: http.IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBody) {
        reject(fail("FILE_TOO_LARGE"));
        request.destroy();
      } else chunks.push(chunk);
    });
    request.on("end", () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on("error", reject);
  });
}

/** The same endpoints through connect-node, for gRPC, gRPC-Web, GET and compressed calls. */
function stockRoutes(router: ConnectRouter, mounts: readonly Mount[]): void {
  for (const { runtime, groups } of mounts)
    for (const { service, endpoints } of groups) {
      const impl = Object.fromEntries(
        endpoints.map((endpoint) => [
          endpoint.method.localName,
          async (message: Message, context: { requestHeader: Headers; responseHeader: Headers }) => {
            const headers = headersOf((name) => context.requestHeader.get(name) ?? undefined);
            try {
              const outcome = await invoke(runtime, endpoint, message, headers);
              for (const [name, value] of Object.entries(outcome.headers)) context.responseHeader.set(name, value);
              return readable(endpoint.method.output, outcome.message);
            } catch (error) {
              throw asConnectError(runtime, endpoint, error, headers.requestId ?? "");
            }
          },
        ]),
      );
      router.service(service, impl as never);
    }
}

export { ConnectError, toConnectError };
