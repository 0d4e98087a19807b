import { asTenant, type Ctx, fail, implement, type Tx } from "@leashline/kit";
import { WebhookService } from "@leashline/proto/leashline/payment/v1/webhook_pb.js";
import type { DB } from "../db.gen.ts";
import { command, query } from "../db.ts";
import { findRefund } from "../payments/payment.store.ts";
import { recordRefund } from "../payments/record.ts";
import { settle } from "../payments/settle.job.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { type ProviderEvent, Refused } from "../provider/provider.ts";

const digits = /^[1-9]\d{0,18}$/;

// Only events about something of ours name a company and a payment.
function ours(event: ProviderEvent): { companyId: string; businessId: string; paymentId: string } | null {
  const { company_id = "", business_id = "", payment_id = "" } = event.metadata;
  if (![company_id, business_id, payment_id].every((id) => digits.test(id))) return null;
  return { companyId: company_id, businessId: business_id, paymentId: payment_id };
}

async function stored(tx: Tx<DB>, event: ProviderEvent): Promise<boolean> {
  await tx.db
    .insertInto("provider_event")
    .values({ company_id: tx.ctx.companyId, event_id: event.id, type: event.type, body: JSON.stringify(event.body) })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const row = await tx.db.selectFrom("provider_event").select("applied").where("event_id", "=", event.id).executeTakeFirstOrThrow();
  return row.applied;
}

// An event is a reason to ask the provider, whose word counts; so order and repeats of events do not matter.
async function apply(ctx: Ctx, event: ProviderEvent, paymentId: string): Promise<void> {
  if (event.type.startsWith("payment_intent.")) await settle(ctx, paymentId, { waiting: false, unconfirmed: false });
  const refundId = event.metadata.refund_id ?? "";
  const failed = event.type === "refund.failed" || event.body.status === "failed";
  if (!event.type.includes("refund") || !digits.test(refundId) || !failed) return;
  const known = await query(ctx, (db) => findRefund(db, refundId));
  const failureMessage = String(event.body.failure_reason ?? "The provider could not give the money back.");
  if (known) await command(ctx, async (tx) => void (await recordRefund(tx, refundId, { state: "failed", id: "", failureMessage })));
}

function verified(ctx: Ctx, body: Uint8Array, signature: string): ProviderEvent {
  try {
    return cardProvider(ctx).readEvent(Buffer.from(body), signature);
  } catch (error) {
    if (error instanceof Refused) throw fail("PARAMS_INVALID", { field: "signature", reason: "the signature is wrong or too old" });
    throw error;
  }
}

export const webhookRpc = implement(WebhookService, {
  receiveStripeEvent: async (req, ctx) => {
    const event = verified(ctx, req.body, req.signature);
    const about = ours(event);
    if (!about) return { ignored: true };
    const tenant = asTenant({ runtime: ctx.runtime, requestId: ctx.requestId }, { ...about, name: "Stripe" });
    if (await command(tenant, (tx) => stored(tx, event))) return { ignored: true };
    await apply(tenant, event, about.paymentId);
    await command(tenant, async (tx) => {
      await tx.db.updateTable("provider_event").set({ applied: true }).where("event_id", "=", event.id).execute();
    });
    return { ignored: false };
  },
});
