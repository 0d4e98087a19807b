import { create } from "@bufbuild/protobuf";
import { nobody, signCaller } from "@leashline/kit/context.ts";
import type { Contract, ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { CalendarFeedService, ReadCalendarFeedRequestSchema } from "@leashline/proto/leashline/calendar/v1/calendar_feed_service_pb.js";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Authenticator } from "../identity/authenticator.ts";
import type { Log } from "../observability/log.ts";
import type { Upstreams } from "../upstream/upstream.ts";

const rpc = `/${CalendarFeedService.typeName}/${CalendarFeedService.method.readCalendarFeed.name}`;

type FeedParts = { contract: Contract; upstreams: Upstreams; authenticator: Authenticator; signingKey: string; log: Log };
type Asking = FastifyRequest<{ Params: { file: string } }>;

/** Where other calendars read a feed. Nobody signs in; the token in the address says whose feed it is. */
export function serveCalendarFeeds(app: FastifyInstance, parts: FeedParts): void {
  const method = parts.contract.byPath.get(rpc);
  if (!method) throw new Error(`The contract has no ${rpc}.`);
  app.get("/calendar/feed/:file", (request: Asking, reply) => answer(parts, method, request, reply));
}

async function answer(parts: FeedParts, method: ContractMethod, request: Asking, reply: FastifyReply) {
  const { upstreams, authenticator, signingKey, log } = parts;
  const { verdict, requestId, ip } = await authenticator.enter(request.raw, Tier.ANONYMOUS, false);
  const say = (status: number, text: string) => reply.code(status).type("text/plain").send(text);
  if (!verdict.allowed) return say(429, "Too many requests. Try again in a minute.");
  const token = /^([\w-]{1,120})\.ics$/.exec(request.params.file)?.[1];
  if (!token) return say(404, "There is no calendar here.");
  const context = signCaller({ ...nobody, kind: "service", via: "gateway", name: "calendar feed", ip }, signingKey);
  try {
    const result = await upstreams.call(method, create(ReadCalendarFeedRequestSchema, { token }), {
      context,
      requestId,
      idempotencyKey: "",
    });
    if (!result.ok) return result.status < 500 ? say(404, "There is no calendar here.") : say(503, "Try again later.");
    reply.header("cache-control", "private, max-age=300");
    return reply.type("text/calendar; charset=utf-8").send((result.message as unknown as { file: string }).file);
  } catch (error) {
    log.warn({ error: (error as Error).message }, "a calendar feed could not be read");
    return say(503, "Try again later.");
  }
}
