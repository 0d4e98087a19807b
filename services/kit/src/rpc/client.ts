import { createHash } from "node:crypto";
import http from "node:http";
import { create, type DescMessage, type DescMethod, type DescService, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { type Client, Code, ConnectError } from "@connectrpc/connect";
import { errorFromJsonBytes } from "@connectrpc/connect/protocol-connect";
import { ownerOf, serviceUrl } from "../config.ts";
import { type Caller, type Ctx, contextHeader, requestIdHeader, signCaller } from "../context.ts";
import { Refusal, toConnectError } from "../errors.ts";
import { rpcFacts, traceHeader } from "../trace/tracer.ts";
import { hosted } from "./hosted.ts";
import { invokeAs } from "./invoke.ts";
import { readable } from "./readable.ts";

const agent = new http.Agent({ keepAlive: true, maxSockets: 64, keepAliveMsecs: 30_000 });
const timeoutMs = 15_000;

/** A typed client of another service, acting for this caller. One hop; in this process when the other is hosted here too. */
export function clientFor<S extends DescService>(service: S, ctx: Ctx): Client<S> {
  const caller = { ...ctx.caller, via: ctx.runtime.name };
  const client: Record<string, (request: unknown) => Promise<Message>> = {};
  for (const method of service.methods) {
    client[method.localName] = async (init) => {
      const request = create(method.input, init as never);
      const here = hosted(ctx.runtime.config, `/${service.typeName}/${method.name}`);
      const headers = { context: undefined, requestId: ctx.requestId, idempotencyKey: nestedKey(ctx, method, request), trace: ctx.trace };
      if (here)
        return readable(method.output, (await invokeAs(here.runtime, here.endpoint, request, headers, caller).catch(relay)).message);
      const token = tokenFor(ctx, caller);
      const path = `/${method.parent.typeName}/${method.name}`;
      return await timed(ctx, path, (trace) =>
        post(ctx, method, path, request, {
          [contextHeader]: token,
          [requestIdHeader]: ctx.requestId,
          ...(headers.idempotencyKey ? { "idempotency-key": headers.idempotencyKey } : {}),
          ...(trace ? { [traceHeader]: trace } : {}),
        }),
      );
    };
  }
  return client as Client<S>;
}

const signed = new WeakMap<Caller, { token: string; via: string; until: number }>();
const reuseMs = 20_000;

/** One signature for a caller who asks again: the gateway hands over the same one for a while, so the next service knows it as well. */
function tokenFor(ctx: Ctx, caller: Caller): string {
  const now = Date.now();
  const known = signed.get(ctx.caller);
  if (known && known.until > now && known.via === caller.via) return known.token;
  const token = signCaller(caller, ctx.runtime.config.signingKey, now);
  signed.set(ctx.caller, { token, via: caller.via, until: now + reuseMs });
  return token;
}

const relay = (error: unknown): never => {
  throw error instanceof Refusal ? toConnectError(error) : error;
};

async function timed(ctx: Ctx, path: string, call: (trace: string) => Promise<Message>): Promise<Message> {
  const { tracer } = ctx.runtime;
  if (!tracer) return await call(ctx.trace);
  const span = tracer.start({ kind: "client", name: path.slice(1), parent: ctx.trace, facts: rpcFacts(path) });
  try {
    const answer = await call(span.parent);
    span.end();
    return answer;
  } catch (error) {
    span.end(Code[ConnectError.from(error).code]);
    throw error;
  }
}

/** A repeated call repeats what it asked of others under a key of its own, so they answer as before. */
function nestedKey(ctx: Ctx, method: DescMethod, request: Message): string {
  if (!ctx.idempotencyKey || method.idempotency === 1) return "";
  return createHash("sha256")
    .update(ctx.idempotencyKey)
    .update(method.parent.typeName)
    .update(method.name)
    .update(toBinary(method.input, request))
    .digest("base64url");
}

function post(ctx: Ctx, method: DescMethod, path: string, request: Message, headers: Record<string, string>): Promise<Message> {
  const url = serviceUrl(ownerOf(method.parent.typeName), ctx.runtime.config.env);
  const body = toBinary(method.input, request);
  return new Promise((resolve, reject) => {
    const call = http.request(
      url + path,
      {
        method: "POST",
        agent,
        timeout: timeoutMs,
        headers: { "content-type": "application/proto", "content-length": body.length, "connect-protocol-version": "1", ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", (error) => reject(away(method, error)));
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          if (response.statusCode === 200) resolve(fromBinary(method.output as DescMessage, bytes));
          else reject(readError(bytes));
        });
      },
    );
    call.on("timeout", () => call.destroy(new Error("timed out")));
    call.on("error", (error) => reject(away(method, error)));
    call.end(body);
  });
}

const away = (method: DescMethod, error: Error): ConnectError =>
  new ConnectError(`${method.parent.typeName} is not reachable: ${error.message}`, Code.Unavailable);

function readError(bytes: Buffer): ConnectError {
  try {
    return errorFromJsonBytes(bytes, new Headers(), new ConnectError("unreadable error", Code.Internal));
  } catch (error) {
    return error instanceof ConnectError ? error : new ConnectError("unreadable error", Code.Internal);
  }
}
