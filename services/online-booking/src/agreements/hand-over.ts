import { type Ctx, refusalForGood } from "@leashline/kit";
import { BookingAgreementService } from "@leashline/proto/leashline/customer/v1/booking_agreement_service_pb.js";
import { query } from "../db.ts";
import { signaturesOf } from "./signature.store.ts";
import { type SignedBrief, toGiven } from "./signature.ts";

// What was signed with a request becomes its client's in two steps, around the one that puts it on the calendar: the calendar tells of the appointment at once, and
// whoever hears of it must not ask for what was signed already.

type Asking = { id: string; businessId: string; agreements: readonly SignedBrief[] };

/** Nobody asks for it while the request goes onto the calendar. */
export async function announce(ctx: Ctx, { id, agreements }: Asking, customerId: string): Promise<void> {
  const agreementIds = agreements.map(({ agreementId }) => agreementId);
  await ctx.client(BookingAgreementService).expectBookingSignatures({ bookingRequestId: id, customerId, agreementIds });
}

/** It did not go there: what is to be signed is asked for as ever. */
export async function recall(ctx: Ctx, id: string, customerId: string): Promise<void> {
  await ctx.client(BookingAgreementService).expectBookingSignatures({ bookingRequestId: id, customerId, agreementIds: [] });
}

/** They are records of the client; false where the client is gone, and they stay with the request. The appointment is booked: nothing is refused any more. */
export async function handOver(
  ctx: Ctx,
  { id, businessId }: Pick<Asking, "id" | "businessId">,
  to: { customerId: string; appointmentIds: readonly string[] },
): Promise<boolean> {
  const signatures = (await query(ctx, (db) => signaturesOf(db, id))).map(toGiven);
  const { customerId, appointmentIds } = to;
  const keeping = { bookingRequestId: id, customerId, businessId, appointmentIds: [...appointmentIds], signatures };
  try {
    await ctx.client(BookingAgreementService).keepBookingSignatures(keeping);
    return true;
  } catch (error) {
    if (refusalForGood(error)) return false;
    throw error;
  }
}
