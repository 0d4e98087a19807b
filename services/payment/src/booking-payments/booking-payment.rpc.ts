import { type Ctx, implement } from "@leashline/kit";
import { BookingPaymentService } from "@leashline/proto/leashline/payment/v1/booking_payment_service_pb.js";
import { query } from "../db.ts";
import { toCardKeys } from "../pay-links/bill.mapper.ts";
import { takesNewCards } from "../pay-links/bill.ts";
import { withoutKey } from "../payments/settling.ts";
import { cardStepOf } from "../provider/card-step.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { OutcomeUnknown } from "../provider/provider.ts";
import { accountForCards } from "../provider-accounts/may-take-cards.ts";
import { clientTerms, toFeeTerms } from "../settings/fee-terms.ts";
import { findSetting } from "../settings/setting.store.ts";
import { begin, check, mustFind } from "./begin.ts";
import { toBookingPayment } from "./booking-payment.mapper.ts";
import { accepted, release, settle } from "./settle.ts";

/** Tries at once what a job does otherwise: whoever accepts a request sees what became of its money. */
async function settleNow(ctx: Ctx, ref: string): Promise<void> {
  try {
    await settle(withoutKey(ctx), ref);
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
  }
}

export const bookingPaymentRpc = implement(BookingPaymentService, {
  async getBookingCardForm({ businessId, currencyCode }, ctx) {
    if (!(await takesNewCards(ctx, businessId))) return { amountStep: "1" };
    const account = await query(ctx, (db) => accountForCards(db, ctx, businessId));
    const amountStep = cardStepOf(ctx, currencyCode, cardProvider(ctx).vendor);
    const setting = await query(ctx, (db) => findSetting(db, businessId));
    const convenienceFee = toFeeTerms(clientTerms(setting, false, amountStep), setting, currencyCode);
    return {
      ...{ cardKeys: toCardKeys(ctx, account ?? ""), amountStep: amountStep.toString() },
      ...(convenienceFee && { convenienceFee }),
    };
  },

  async beginBookingPayment(request, ctx) {
    return { payment: toBookingPayment(await begin(ctx, request)) };
  },

  async checkBookingPayment({ ref }, ctx) {
    return { payment: toBookingPayment(await check(ctx, ref)) };
  },

  async acceptBookingPayment({ ref, appointmentId, customerId }, ctx) {
    await accepted(ctx, ref, { appointmentId, customerId });
    await settleNow(ctx, ref);
    return { payment: toBookingPayment(await mustFind(ctx, ref)) };
  },

  async releaseBookingPayment({ ref }, ctx) {
    const row = await release(ctx, ref);
    return row ? { payment: toBookingPayment(row) } : {};
  },
});
