import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { type Ctx, job, type Tx } from "@leashline/kit";
import { unseal } from "@leashline/kit/permissions/sealing.ts";
import { command, type DB, query } from "../db.ts";
import { isPublicAddress, publicLookup } from "./address.ts";
import { pauseAfter, pauses, webhookHeaders } from "./signing.ts";
import {
  type DeliveryRow,
  type EndpointRow,
  findDelivery,
  findEndpoint,
  insertDelivery,
  updateDelivery,
  updateEndpoint,
  type WebhookMessage,
} from "./webhook.store.ts";

export const states = { pending: 1, delivered: 2, failed: 3, skipped: 4 } as const;
const timeoutMs = 15_000;
const shown = 1_000;

/** http and private addresses are allowed only where the operator says so: development, tests, a closed network. */
export const isOpenNetwork = (ctx: Pick<Ctx, "runtime">): boolean => ctx.runtime.config.env.LEASHLINE_WEBHOOKS_PRIVATE === "1";

/** One event to one endpoint, tried until it is taken or three days are over. */
export const deliverWebhook = job<{ deliveryId: string }>("deliver-webhook", {
  attempts: pauses.length + 1,
  backoffSeconds: pauseAfter,
  leaseSeconds: 60,
  run: async (ctx, { deliveryId }, meta) => {
    const delivery = await query(ctx, (db) => findDelivery(db, deliveryId));
    if (delivery?.state !== states.pending) return;
    const endpoint = await query(ctx, (db) => findEndpoint(db, delivery.endpointId));
    const answer = endpoint?.enabled ? await post(ctx, endpoint, delivery) : null;
    const state = stateAfter(answer, meta.lastAttempt);
    const next = state === states.pending ? new Date(Date.now() + pauseAfter(meta.attempt) * 1_000) : null;
    await command(ctx, (tx) => record(tx, delivery, answer, state, next), { step: `attempt ${meta.attempt}` });
    if (state === states.pending) throw new Error(`the endpoint answered ${answer?.status || "nothing"}: ${answer?.text.slice(0, 100)}`);
  },
});

type Answer = { status: number; text: string };
function stateAfter(answer: Answer | null, lastAttempt: boolean): number {
  if (!answer) return states.skipped;
  if (answer.status >= 200 && answer.status < 300) return states.delivered;
  return lastAttempt || answer.status === 410 ? states.failed : states.pending;
}

async function record(tx: Tx<DB>, delivery: DeliveryRow, answer: Answer | null, state: number, next: Date | null): Promise<void> {
  const tried = answer
    ? {
        attempts: delivery.attempts + 1,
        lastAttemptTime: new Date(),
        lastStatus: answer.status,
        lastResponse: answer.text.slice(0, shown),
      }
    : {};
  await updateDelivery(tx.db, delivery.id, { ...tried, state, nextAttemptTime: next });
  if (state !== states.failed) return;
  const reason = answer?.status === 410 ? "The receiver said it is gone (410)." : "Nothing was taken for three days.";
  await updateEndpoint(tx.db, delivery.endpointId, { enabled: false, disabledReason: reason });
  tx.log({ entity: "webhook_endpoint", id: delivery.endpointId, action: "turned off", note: reason });
  tx.notify("account.webhook", { ids: [delivery.endpointId] });
}

function post(ctx: Ctx, endpoint: EndpointRow, delivery: DeliveryRow): Promise<Answer> {
  const { signingKey } = ctx.runtime.config;
  const sealed = [
    endpoint.sealedSecret,
    ...(endpoint.oldSealedSecret && (endpoint.oldSecretUntil?.getTime() ?? 0) > Date.now() ? [endpoint.oldSealedSecret] : []),
  ];
  const secrets = sealed.map((bytes) => unseal(bytes, signingKey, "webhook"));
  const headers = webhookHeaders(secrets, delivery.messageId, Math.floor(Date.now() / 1_000), delivery.body);
  return send(new URL(endpoint.url), delivery.body, headers, isOpenNetwork(ctx)).catch((error: Error) => ({
    status: 0,
    text: error.message,
  }));
}

/** Redirects are not followed and answers are read only as far as they are shown. */
export function send(url: URL, body: string, headers: Record<string, string>, open: boolean): Promise<Answer> {
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (!open && isIP(literal) !== 0 && !isPublicAddress(literal)) return Promise.reject(new Error("not a public address"));
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === "https:" ? https : http;
    const call = request(
      url,
      {
        method: "POST",
        headers: { ...headers, "content-length": Buffer.byteLength(body) },
        timeout: timeoutMs,
        ...(open ? {} : { lookup: publicLookup }),
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
          if (text.length > shown) response.destroy();
        });
        response.on("close", () => resolve({ status: response.statusCode ?? 0, text: text.slice(0, shown) }));
        response.on("error", () => undefined);
      },
    );
    const end = setTimeout(() => call.destroy(new Error("timed out")), timeoutMs);
    call.on("close", () => clearTimeout(end));
    call.on("timeout", () => call.destroy(new Error("timed out")));
    call.on("error", reject);
    call.end(body);
  });
}

/** Puts a message on its way to an endpoint. */
export async function queue(tx: Tx<DB>, endpointId: string, message: WebhookMessage): Promise<DeliveryRow> {
  const delivery = await insertDelivery(tx.db, endpointId, message);
  tx.schedule(deliverWebhook, { key: delivery.id, dueAt: new Date(), payload: { deliveryId: delivery.id } });
  return delivery;
}
