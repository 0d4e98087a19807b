import { createHash } from "node:crypto";
import { create, type DescMessage, type DescMethod, type DescService, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { type Client, Code, ConnectError } from "@connectrpc/connect";
import { errorFromJsonBytes } from "@connectrpc/connect/protocol-connect";
import { ownerOf, serviceUrl } from "../config.ts";
import { type Caller, type Ctx, contextHeader, requestIdHeader, signCaller } from "../context.ts";
import { isOver, msLeft, tooLate } from "../db/deadline.ts";
import { Refusal, toConnectError } from "../errors.ts";
import { rpcFacts, traceHeader } from "../observability/tracer.ts";
import { hosted, hostsService } from "./hosted.ts";
import { invokeAs } from "./invoke.ts";
import { readable } from "./json/readable.ts";
import { type Reply, requestBytes, Wire } from "./wire.ts";

const wires = new Map<string, Wire>();

/**
 * A typed client of another service, acting for this caller. One hop; in this process when the other is hosted here too. What every service answers is asked
 * of the one that `at` names.
 */
export function clientFor<S extends DescService>(service: S, ctx: Ctx, at?: string): Client<S> {
  const caller = { ...ctx.caller, via: ctx.runtime.name };
  const client: Record<string, (request: unknown) => Promise<Message>> = {};
  for (const method of service.methods) {
    client[method.localName] = async (init) => {
      const request = create(method.input, init as never);
      const isHere = at === undefined || hostsService(ctx.runtime.config, at);
      const here = isHere ? hosted(ctx.runtime.config, `/${service.typeName}/${method.name}`) : undefined;
      const { requestId } = ctx;
      const idempotencyKey = nestedKey(ctx, method, request);
      const headers = { context: undefined, requestId, idempotencyKey, trace: ctx.trace, deadline: ctx.deadline ?? undefined };
      if (here)
        return readable(method.output, (await invokeAs(here.runtime, here.endpoint, request, headers, caller).catch(relay)).message);
      const path = `/${method.parent.typeName}/${method.name}`;
      const lines = line(contextHeader, tokenFor(ctx, caller)) + line(requestIdHeader, requestId) + line("idempotency-key", idempotencyKey);
      const again = method.idempotency === 1 || idempotencyKey !== "";
      return await timed(ctx, path, (trace) => post(ctx, { method, path, request, again, at, lines: lines + line(traceHeader, trace) }));
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

type Asked = { method: DescMethod; path: string; request: Message; lines: string; again: boolean; at: string | undefined };

async function post(ctx: Ctx, { method, path, request, lines, again, at }: Asked): Promise<Message> {
  const { env, limits } = ctx.runtime.config;
  const left = msLeft(ctx);
  if (left <= 0) throw toConnectError(tooLate());
  const time = left === Number.POSITIVE_INFINITY ? "" : line("connect-timeout-ms", String(Math.ceil(left)));
  const bytes = requestBytes({ verb: "POST", target: path, lines: always + lines + time, body: toBinary(method.input, request) });
  const wire = wireTo(serviceUrl(at ?? ownerOf(method.parent.typeName), env));
  const { status, body } = await new Promise<Reply>((resolve, reject) =>
    wire.call(bytes, Math.min(left, limits.betweenMs), again, (error, reply) => {
      if (reply) resolve(reply);
      else reject(isOver(ctx) ? toConnectError(tooLate()) : away(method, error));
    }),
  );
  if (status === 200) return fromBinary(method.output as DescMessage, body);
  // Only the account service says that a session is over; from any other it means that something between us is wrong.
  if (status === 401 && ownerOf(method.parent.typeName) !== "account")
    throw away(method, new Error("it does not take our word on who calls"));
  throw readError(body);
}

const always = "content-type: application/proto\r\nconnect-protocol-version: 1\r\n";
const line = (name: string, value: string): string => (value === "" ? "" : `${name}: ${value}\r\n`);

function wireTo(url: string): Wire {
  let wire = wires.get(url);
  if (!wire) {
    wire = new Wire(new URL(url));
    wires.set(url, wire);
  }
  return wire;
}

const away = (method: DescMethod, error: Error | null): ConnectError =>
  new ConnectError(`${method.parent.typeName} is not reachable: ${error?.message ?? "no answer"}`, Code.Unavailable);

export function readError(bytes: Buffer): ConnectError {
  try {
    return errorFromJsonBytes(bytes, new Headers(), new ConnectError("unreadable error", Code.Internal));
  } catch (error) {
    return error instanceof ConnectError ? error : new ConnectError("unreadable error", Code.Internal);
  }
}
