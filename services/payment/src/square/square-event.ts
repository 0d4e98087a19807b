import type { Square } from "square";
import { type Fact, type ProviderEvent, Refused } from "../provider/provider.ts";
import { payoutOf } from "./payouts.ts";
import { checkoutIntent, disputeOf, intentOfCheckout, intentOfPayment, refundOf } from "./square-objects.ts";
import { sdk } from "./square-sdk.ts";
import type { SquareSettings } from "./square-settings.ts";

/** `account` is Square's id of the merchant. */
export type SquareEvent = ProviderEvent & { revoked: boolean };

type Sent = { merchant_id?: string; type?: string; event_id?: string; data?: { object?: Record<string, unknown> } };

async function mustBeSigned({ webhookKey, webhookUrl }: SquareSettings, requestBody: string, signatureHeader: string): Promise<void> {
  if (!webhookKey) throw new Refused("no webhook key is set", "signature");
  const asked = { requestBody, signatureHeader, signatureKey: webhookKey, notificationUrl: webhookUrl };
  if (!(await sdk().WebhooksHelper.verifySignature(asked))) throw new Refused("wrong", "signature");
}

/** The object of an event as the SDK would have read it from an answer. */
function claimOf(object: Record<string, unknown>): Fact | null {
  const { serialization } = sdk();
  const lenient = { unrecognizedObjectKeys: "strip", skipValidation: true } as const;
  if (object.payment)
    return { kind: "intent", object: intentOfPayment(serialization.Payment.parseOrThrow(object.payment, lenient) as Square.Payment) };
  if (object.refund)
    return { kind: "refund", object: refundOf(serialization.PaymentRefund.parseOrThrow(object.refund, lenient) as Square.PaymentRefund) };
  if (object.dispute)
    return { kind: "dispute", object: disputeOf(serialization.Dispute.parseOrThrow(object.dispute, lenient) as Square.Dispute) };
  if (object.payout)
    return { kind: "payout", object: payoutOf(serialization.Payout.parseOrThrow(object.payout, lenient) as Square.Payout) };
  if (!object.checkout) return null;
  const checkout = serialization.TerminalCheckout.parseOrThrow(object.checkout, lenient) as Square.TerminalCheckout;
  const intent = intentOfCheckout(checkout);
  // Its payment is told of by itself.
  return checkout.status === "COMPLETED" ? null : { kind: "intent", object: { ...intent, id: checkoutIntent(checkout.id ?? "") } };
}

export async function readSquareEvent(settings: SquareSettings, body: string, signature: string): Promise<SquareEvent> {
  await mustBeSigned(settings, body, signature);
  const { event_id: id = "", type = "", merchant_id: account = "", data } = JSON.parse(body) as Sent;
  if (!id || !account) throw new Refused("It names no event or no account.", "object");
  const object = data?.object ?? {};
  const claim = claimed(type, object);
  return { id, type, account, body: object, claim, subject: null, revoked: type === "oauth.authorization.revoked" };
}

function claimed(type: string, object: Record<string, unknown>): Fact | null {
  try {
    return claimOf(object);
  } catch (error) {
    throw new Refused(`The object of ${type} cannot be read: ${(error as Error).message}`, "object");
  }
}
