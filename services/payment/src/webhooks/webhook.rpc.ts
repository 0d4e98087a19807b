import { asTenant, type Ctx, fail, implement } from "@leashline/kit";
import { WebhookService } from "@leashline/proto/leashline/payment/v1/webhook_pb.js";
import { command } from "../db.ts";
import { insertEvent, markApplied } from "../provider/event.store.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { type Fact, type ProviderEvent, Refused } from "../provider/provider.ts";
import { unavailable } from "../provider/unavailable.ts";
import { applyFact } from "./apply.ts";
import { type Concerned, concernedBy, foundOf } from "./concerned.ts";
import { heardOf } from "./heard-of.ts";
import { heardOfFinancing, isAboutFinancing } from "./heard-of-financing.ts";
import { receiveSquareEvent } from "./square-event.ts";
import { denial } from "./verdict.ts";

function verified(ctx: Ctx, body: Uint8Array, signature: string): ProviderEvent {
  try {
    return cardProvider(ctx).readEvent(Buffer.from(body), signature);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const reason = error.code === "signature" ? "the signature is wrong or too old" : error.message;
    throw fail("PARAMS_INVALID", { field: error.code === "signature" ? "signature" : "body", reason });
  }
}

// Stored where it concerns somebody, and applied once: never as the event claims, always as the provider says when asked.
async function handle(ctx: Ctx, event: ProviderEvent, found: Fact | null, about: Concerned, denied: string | null): Promise<boolean> {
  const tenant = asTenant({ runtime: ctx.runtime, requestId: ctx.requestId }, { ...about, name: "Stripe" });
  if (await command(tenant, (tx) => insertEvent(tx.db, event, { paymentId: about.paymentId, denied }))) return false;
  if (found) await applyFact(tenant, found, about);
  await command(tenant, async (tx) => markApplied(tx.db, event.id));
  return true;
}

export const webhookRpc = implement(WebhookService, {
  receiveSquareEvent: async ({ body, signature }, ctx) => await receiveSquareEvent(ctx, body, signature),

  async receiveStripeEvent(req, ctx) {
    const event = verified(ctx, req.body, req.signature);
    const { account, claim, subject } = event;
    if (subject) return await heardOf(ctx, event, subject);
    if (isAboutFinancing(event)) return await heardOfFinancing(ctx, event);
    if (!claim) return { ignored: true };
    const found = await foundOf(ctx, account, claim).catch(unavailable);
    const denied = denial(claim, found);
    let ignored = true;
    for (const about of await concernedBy(ctx, { account, claim, found }).catch(unavailable))
      if (await handle(ctx, event, found, about, denied)) ignored = false;
    return { ignored };
  },
});
