import { asTenant, type Ctx, fail } from "@leashline/kit";
import { command, query } from "../db.ts";
import { findPaymentAtSquare, findPaymentByIntent, type PaymentRow } from "../payments/payment.store.ts";
import { sharesOfPayout } from "../payouts/shares.ts";
import { insertEvent, markApplied } from "../provider/event.store.ts";
import { AccountClosed, type Fact, type Movement, type ProviderEvent, Refused } from "../provider/provider.ts";
import { unavailable } from "../provider/unavailable.ts";
import { accountName } from "../square/charging.ts";
import { readSquareEvent, type SquareEvent } from "../square/square-event.ts";
import { SQUARE } from "../square/square-objects.ts";
import { mustBeSetUp } from "../square/square-settings.ts";
import { chargingAccount } from "../square-account/charging-account.ts";
import { ownersOf } from "../square-account/link.store.ts";
import { askingSquare } from "../square-account/tokens.ts";
import { applyFact } from "./apply.ts";
import { denial } from "./verdict.ts";

async function verified(ctx: Ctx, body: Uint8Array, signature: string): Promise<SquareEvent> {
  try {
    return await readSquareEvent(mustBeSetUp(ctx), Buffer.from(body).toString("utf8"), signature);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const reason = error.code === "signature" ? "the signature is wrong" : error.message;
    throw fail("PARAMS_INVALID", { field: error.code === "signature" ? "signature" : "body", reason });
  }
}

const asOwner = (ctx: Ctx, owner: { companyId: string; businessId: string }): Ctx =>
  asTenant({ runtime: ctx.runtime, requestId: ctx.requestId }, { ...owner, name: "Square" });

/** The payment that something at Square is about, if it is one of this company's. */
async function paymentOf(ctx: Ctx, fact: Fact): Promise<PaymentRow | null> {
  const [intentId, ref] =
    fact.kind === "refund" || fact.kind === "dispute"
      ? [fact.object.intentId, ""]
      : [fact.object.id, fact.kind === "intent" ? fact.object.metadata.payment_ref : ""];
  return await query(ctx, (db) => findPaymentAtSquare(db, { intentId, ref: ref || "-" }));
}

const none = (error: unknown): null => {
  if (error instanceof AccountClosed) return null;
  return unavailable(error);
};

/**
 * A payout is told of whoever has payments of ours in it. Nothing at Square says whose they are: a movement is of the payment it comes from, and what the shop took by
 * other means is nobody's here.
 */
async function heardPayout(ctx: Ctx, event: ProviderEvent, claim: Fact): Promise<boolean> {
  const provider = chargingAccount(ctx, { vendor: SQUARE, providerAccount: accountName({ merchantId: event.account, placeId: "" }) });
  const found = await provider.lookUp(claim).catch(none);
  if (found?.kind !== "payout") return false;
  const ownerOf = async ({ intentId }: Movement) => (intentId ? await query(ctx, (db) => findPaymentByIntent(db, intentId)) : null);
  const shares = await sharesOfPayout(provider, found.object, null, ownerOf);
  if (shares.length === 0) return false;
  const denied = denial(claim, found);
  if (await command(ctx, (tx) => insertEvent(tx.db, event, { paymentId: "0", denied }))) return false;
  await applyFact(ctx, found, { companyId: ctx.companyId, businessId: "0", paymentId: "0", shares });
  await command(ctx, async (tx) => markApplied(tx.db, event.id));
  return true;
}

/** Stored where it concerns a payment, and applied once: never as the event claims, always as Square says when asked. */
async function heard(ctx: Ctx, event: ProviderEvent, claim: Fact): Promise<boolean> {
  if (claim.kind === "payout") return await heardPayout(ctx, event, claim);
  const payment = await paymentOf(ctx, claim);
  if (!payment) return false;
  const found = await chargingAccount(ctx, payment).lookUp(claim).catch(none);
  const denied = denial(claim, found);
  const { paymentId, businessId, companyId } = payment;
  if (await command(ctx, (tx) => insertEvent(tx.db, event, { paymentId, denied }))) return false;
  if (found) await applyFact(ctx, found, { companyId, businessId, paymentId, shares: [] });
  await command(ctx, async (tx) => markApplied(tx.db, event.id));
  return true;
}

/** Somebody took the permission back, the event claims: an account that lets us in no longer marks itself, when it is asked. */
async function stillIn(ctx: Ctx, merchantId: string): Promise<void> {
  await askingSquare(
    ctx,
    merchantId,
  )((square) => square.merchants.get({ merchantId: "me" })).catch((error: unknown) => {
    if (!(error instanceof AccountClosed)) throw error;
  });
}

/** An event names an account of Square's, which may be of several locations, and of several companies. */
export async function receiveSquareEvent(ctx: Ctx, body: Uint8Array, signature: string): Promise<{ ignored: boolean }> {
  const event = await verified(ctx, body, signature);
  const owners = await query(ctx, (db) => ownersOf(db, event.account));
  let ignored = true;
  for (const owner of new Map(owners.map((one) => [one.companyId, one])).values()) {
    const tenant = asOwner(ctx, owner);
    if (event.revoked) await stillIn(tenant, event.account).catch(unavailable);
    if (event.revoked || (event.claim && (await heard(tenant, event, event.claim)))) ignored = false;
  }
  return { ignored };
}
