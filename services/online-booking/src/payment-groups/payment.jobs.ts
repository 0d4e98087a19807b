import { type Ctx, job, type Tx } from "@leashline/kit";
import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { BookingPaymentService } from "@leashline/proto/leashline/payment/v1/booking_payment_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { isRequested } from "./payment-group.store.ts";

/** Has a card let go of, unless there is a request by now where one was still to be sent. */
export const releasePayment = job<{ ref: string; unlessRequested: boolean }>("release-booking-payment", {
  attempts: 40,
  run: async (ctx, { ref, unlessRequested }) => {
    if (unlessRequested && (await query(ctx, (db) => isRequested(db, ref)))) return;
    await ctx.client(BookingPaymentService).releaseBookingPayment({ ref });
  },
});

/** So long a card may be held for a request that is still to be sent. */
const minutesToSend = 30;

/** Before a card is asked: whoever leaves now, or a crash, holds nothing on it for longer. Asked again, the time begins anew. */
export async function holdShortly(ctx: Ctx, ref: string): Promise<void> {
  await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
    const dueAt = new Date(Date.now() + minutesToSend * 60_000);
    tx.schedule(releasePayment, { key: ref, dueAt, payload: { ref, unlessRequested: true }, businessId: ctx.businessId });
    return {};
  });
}

/** The request was refused after its card was asked. */
export async function letGoNow(ctx: Ctx, ref: string): Promise<void> {
  await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
    tx.schedule(releasePayment, { key: ref, dueAt: new Date(), payload: { ref, unlessRequested: true }, businessId: ctx.businessId });
    return {};
  });
}

type Paid = { businessId: string; paymentRef: string; prepayStatus: number };

/** What a request that comes to nothing gives back, and what its row says then. */
export function letPaymentGo(tx: Tx<DB>, { businessId, paymentRef: ref, prepayStatus }: Paid): { prepayStatus?: number } {
  if (!ref) return {};
  tx.schedule(releasePayment, { key: ref, dueAt: new Date(), payload: { ref, unlessRequested: false }, businessId });
  return prepayStatus === PrepayStatus.REQUIRE_CAPTURE ? { prepayStatus: PrepayStatus.CANCELED } : {};
}
