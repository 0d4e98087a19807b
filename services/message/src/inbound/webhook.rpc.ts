import { asTenant, type Ctx, fail, implement } from "@leashline/kit";
import { MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { WebhookService } from "@leashline/proto/leashline/message/v1/webhook_pb.js";
import { command, type MessageTx } from "../db.ts";
import { isGenuine } from "../providers/texts.ts";
import { recordFailure } from "../sending/deliver.ts";
import { findMessage, markDelivered } from "../sending/message.store.ts";
import { keepReceived, setOutcome } from "./inbound.store.ts";
import { applyInbound, type Inbound } from "./inbound.ts";
import { routeOf } from "./route.ts";

type Signed = { body: Uint8Array; signature: string; path: string };

/** The form the provider posted, once it is sure that it did. */
async function genuine(ctx: Ctx, { body, signature, path }: Signed): Promise<Record<string, string>> {
  const params = Object.fromEntries(new URLSearchParams(Buffer.from(body).toString("utf8")));
  const { env, publicUrl } = ctx.runtime.config;
  if (!(await isGenuine(env, signature, `${publicUrl}${path}`, params)))
    throw fail("PARAMS_INVALID", { field: "signature", reason: "it does not fit" });
  return params;
}

function inboundOf(params: Record<string, string>): Inbound {
  return {
    sid: params.MessageSid ?? "",
    from: params.From ?? "",
    to: params.To ?? "",
    body: params.Body ?? "",
    mediaUrl: params.MediaUrl0 ?? "",
    mimeType: params.MediaContentType0 ?? "",
    segments: Number(params.NumSegments ?? 1),
  };
}

/** The reports that settle a text; that it is on its way we know from the answer to our call. */
const STATUS: Record<string, MessageStatus> = {
  delivered: MessageStatus.DELIVERED,
  undelivered: MessageStatus.FAILED,
  failed: MessageStatus.FAILED,
};

/** Answers false when the message is not there, or settled already. */
async function fails(tx: MessageTx, id: string, code: number): Promise<boolean> {
  const row = await findMessage(tx.db, id);
  if (!row || row.status === MessageStatus.DELIVERED || row.status === MessageStatus.FAILED) return false;
  await recordFailure(tx, row, code || 30_008, "The text could not be delivered to this phone.");
  return true;
}

const isId = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{0,18}$/.test(text);

export const webhookRpc = implement(WebhookService, {
  async receiveTwilioMessage(req, ctx) {
    const params = await genuine(ctx, req);
    const inbound = inboundOf(params);
    const nobody = asTenant({ runtime: ctx.runtime, requestId: ctx.requestId }, { companyId: "0" });
    const done = (outcome: string) => command(nobody, (tx) => setOutcome(tx.db, inbound.sid, outcome));
    if (!(await command(nobody, (tx) => keepReceived(tx.db, inbound.sid, params)))) return { ignored: true };
    const route = await routeOf(nobody, inbound.to, inbound.from);
    if (!route) {
      await done("to or from nobody we know");
      return { ignored: true };
    }
    const tenant = asTenant(nobody, { companyId: route.companyId, businessId: route.businessId, name: "Client" });
    const isNew = await command(tenant, (tx) => applyInbound(tx, inbound, route));
    await done(`thread of client ${route.customerId} in company ${route.companyId}`);
    return { ignored: !isNew };
  },

  async receiveTwilioStatus(req, ctx) {
    const params = await genuine(ctx, req);
    const named = new URL(req.path, "http://x").searchParams;
    const [companyId, businessId, threadId, id] = ["company", "business", "thread", "message"].map((name) => named.get(name) ?? "0");
    const status = STATUS[params.MessageStatus ?? ""];
    if (companyId === undefined || !/^\d{1,19}$/.test(companyId) || !isId(id) || status === undefined) return { ignored: true };
    const tenant = asTenant({ runtime: ctx.runtime, requestId: ctx.requestId }, { companyId });
    return await command(tenant, async (tx) => {
      if (status === MessageStatus.DELIVERED) markDelivered(tx, id, params.MessageSid);
      else if (!(await fails(tx, id, Number(params.ErrorCode ?? 0)))) return { ignored: true };
      // A text from before threads were named refreshes nothing that is open.
      if (isId(businessId) && isId(threadId)) tx.notify("message.threads", { businessId, ids: [threadId] });
      return { ignored: false };
    });
  },
});
