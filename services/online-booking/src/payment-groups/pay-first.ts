import { randomUUID } from "node:crypto";
import { type Ctx, fail, fromMoney, toMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import type { BookingCard } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import {
  type BookingPayment,
  BookingPaymentKind,
  BookingPaymentService,
  BookingPaymentState as State,
} from "@leashline/proto/leashline/payment/v1/booking_payment_service_pb.js";
import { originAt } from "@leashline/proto/rules/custom-domain.ts";
import type { Shop } from "../storefront/shop.ts";
import { sealed, unsealed } from "../visitors/contact.ts";
import { hashOf } from "../visitors/visitor.ts";
import { holdShortly } from "./payment.jobs.ts";
import type { Asked } from "./payment-group.ts";
import type { Terms } from "./terms.ts";

/** A card that was given and holds what was agreed. */
export type Given = { ref: string; terms: Terms; brand: string; last4: string };
/** Its holder's bank wants them to agree first. */
export type Consent = { consentUrl: string; paymentToken: string };

const purpose = "booking payment";
const kinds: Record<Asked, BookingPaymentKind> = {
  prepay: BookingPaymentKind.PREPAY,
  pre_auth: BookingPaymentKind.PRE_AUTH,
  card_on_file: BookingPaymentKind.CARD,
};

const enterAnew = (message: string) => fail("STATE_CONFLICT", { field: "card.paymentToken", message });
export const changed = () =>
  fail("STATE_CONFLICT", { field: "card.amount", message: "What is to be paid has changed. Please look at it once more." });

/** A repeated call of the same person is the same attempt. */
const newRef = (ctx: Ctx, payer: string): string => hashOf(ctx, purpose, `${payer}:${ctx.idempotencyKey || randomUUID()}`);

/** Whose card it is, and where: nobody else comes back with it. */
type Whose = { payer: string; businessId: string };

/** The attempt that somebody is back from their bank with; null for none, for one that is too old, and for anybody else's. */
export function ownAttempt(ctx: Ctx, token: string, { payer, businessId }: Whose): string | null {
  const found = token ? unsealed<Whose & { ref: string }>(ctx, purpose, token) : null;
  return found && found.payer === payer && found.businessId === businessId ? found.ref : null;
}

function refOf(ctx: Ctx, { paymentToken }: BookingCard, whose: Whose): string {
  if (!paymentToken) return newRef(ctx, whose.payer);
  const ref = ownAttempt(ctx, paymentToken, whose);
  if (!ref) throw enterAnew("That took too long, or the card was entered by somebody else. Please enter the card again.");
  return ref;
}

/** The visitor's own page again: what they filled in is kept there. */
function backTo({ ctx, setting, customDomain }: Shop, { onCustomDomain }: BookingCard): string {
  const { publicUrl } = ctx.runtime.config;
  const origin = onCustomDomain && customDomain ? originAt(customDomain, publicUrl) : publicUrl;
  return `${origin}/ol/${setting.bookOnlineName}/book?step=pay`;
}

async function askCard(shop: Shop, card: BookingCard, { ref, terms, payer }: { ref: string; terms: Terms; payer: string }) {
  const { ctx, setting } = shop;
  const payments = ctx.client(BookingPaymentService);
  if (card.paymentToken) return (await payments.checkBookingPayment({ ref })).payment;
  if (!card.paymentMethodToken) throw fail("PARAMS_INVALID", { field: "card.paymentMethodToken", reason: "a card is needed" });
  const asked = await payments.beginBookingPayment({
    ...{ ref, payer, kind: kinds[terms.type], businessId: setting.businessId, paymentMethodToken: card.paymentMethodToken },
    ...(terms.minor > 0n && { amount: toMoney(terms.minor, terms.currency), convenienceFee: toMoney(terms.fee.minor, terms.currency) }),
    returnUrl: backTo(shop, card),
  });
  return asked.payment;
}

function answered(ctx: Ctx, terms: Terms, payment: BookingPayment, whose: Whose): Given | Consent {
  const { ref, state, cardBrand: brand, cardLast4: last4, consentUrl, failureMessage, failureCode } = payment;
  if (state === State.CONSENT)
    return { consentUrl, paymentToken: sealed(ctx, purpose, { ref, ...whose, until: Date.now() + 60 * 60_000 }) };
  if (state === State.FAILED)
    throw fail("PAYMENT_DECLINED", { message: failureMessage, field: "card.paymentMethodToken", facts: { failureCode } });
  if (state === State.BEGUN)
    throw fail("PAYMENT_OUTCOME_UNKNOWN", {
      message: "The card provider is still at it. Nothing was charged. Please try again in a moment.",
    });
  if (state === State.RELEASED) throw enterAnew("The card was let go of meanwhile. Please enter it again.");
  const held = [fromMoney(payment.amount).minor, fromMoney(payment.convenienceFee).minor];
  if (payment.kind !== kinds[terms.type] || held[0] !== terms.minor || held[1] !== terms.fee.minor) throw changed();
  return { ref, terms, brand, last4 };
}

/** The card that is asked for is asked before anything else is kept for the request: a declined one leaves everything as it was. */
export async function payFirst(shop: Shop, card: BookingCard | undefined, { terms, payer }: { terms: Terms; payer: string }) {
  const { ctx } = shop;
  const whose = { payer, businessId: shop.setting.businessId };
  if (!card) throw fail("BOOKING_PAYMENT_REQUIRED", { field: "card" });
  const seen = (money: Money | undefined): bigint => fromMoney(money, terms.currency).minor;
  if (seen(card.amount) !== terms.minor || seen(card.convenienceFee) !== terms.fee.minor) throw changed();
  const ref = refOf(ctx, card, whose);
  await holdShortly(ctx, ref);
  const payment = await askCard(shop, card, { ref, terms, payer });
  if (!payment) throw new Error("the card was asked without an answer");
  return answered(ctx, terms, payment, whose);
}
