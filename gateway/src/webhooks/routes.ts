import { create, type Message } from "@bufbuild/protobuf";
import { nobody, signCaller } from "@leashline/kit/context.ts";
import type { Contract, ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RequestIds } from "../identity/request-id.ts";
import type { Log } from "../observability/log.ts";
import type { Upstreams } from "../upstream/upstream.ts";

interface Hook {
  path: string;
  rpc: string;
  signatureHeader: string;
  /** What the provider wants to hear when all went well. */
  thanks: { type: string; body: string };
}

const twiml = { type: "text/xml", body: '<?xml version="1.0" encoding="UTF-8"?><Response/>' };

/** Where providers call us. What they send goes byte for byte to the service that owns it, which checks the signature. */
const hooks: readonly Hook[] = [
  {
    path: "/webhooks/stripe",
    rpc: "/leashline.payment.v1.WebhookService/ReceiveStripeEvent",
    signatureHeader: "stripe-signature",
    thanks: { type: "application/json", body: '{"received":true}' },
  },
  {
    path: "/webhooks/square",
    rpc: "/leashline.payment.v1.WebhookService/ReceiveSquareEvent",
    signatureHeader: "x-square-hmacsha256-signature",
    thanks: { type: "application/json", body: '{"received":true}' },
  },
  {
    path: "/webhooks/twilio/sms",
    rpc: "/leashline.message.v1.WebhookService/ReceiveTwilioMessage",
    signatureHeader: "x-twilio-signature",
    thanks: twiml,
  },
  {
    path: "/webhooks/twilio/status",
    rpc: "/leashline.message.v1.WebhookService/ReceiveTwilioStatus",
    signatureHeader: "x-twilio-signature",
    thanks: twiml,
  },
];

export interface WebhookParts {
  contract: Contract;
  upstreams: Upstreams;
  signingKey: string;
  requestIds: RequestIds;
  log: Log;
}

export function serveWebhooks(app: FastifyInstance, parts: WebhookParts): void {
  app.register(async (api) => {
    api.removeAllContentTypeParsers();
    api.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 1_000_000 }, async (_: FastifyRequest, body: Buffer) => body);
    for (const hook of hooks) {
      const method = parts.contract.byPath.get(hook.rpc);
      if (!method) throw new Error(`The contract has no ${hook.rpc}, which ${hook.path} needs.`);
      api.post(hook.path, (request, reply) => receive(parts, hook, method, request, reply));
    }
  });
}

async function receive(
  parts: WebhookParts,
  hook: Hook,
  method: ContractMethod,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signature = request.headers[hook.signatureHeader];
  const body = request.body as Buffer | undefined;
  if (typeof signature !== "string" || !body?.length) return reply.code(400).type("text/plain").send("A signed body is expected here.");
  const context = signCaller({ ...nobody, kind: "service", via: "gateway", name: "webhook", ip: request.ip }, parts.signingKey);
  try {
    const result = await parts.upstreams.call(method, messageOf(method, body, signature, request.url), {
      context,
      requestId: parts.requestIds.next(),
      idempotencyKey: "",
    });
    if (result.ok) return reply.type(hook.thanks.type).send(hook.thanks.body);
    // 4xx: refused, another try is of no use. 5xx: the provider shall try again.
    return reply
      .code(result.status < 500 ? 400 : 503)
      .type("text/plain")
      .send(result.status < 500 ? "refused" : "try again later");
  } catch (error) {
    parts.log.warn({ error: (error as Error).message, path: hook.path }, "a webhook could not be handed on");
    return reply.code(503).type("text/plain").send("try again later");
  }
}

function messageOf(method: ContractMethod, body: Buffer, signature: string, path: string): Message {
  const fields = { body: new Uint8Array(body), signature, path };
  const known = Object.fromEntries(Object.entries(fields).filter(([name]) => name in method.desc.input.field));
  return create(method.desc.input, known);
}
