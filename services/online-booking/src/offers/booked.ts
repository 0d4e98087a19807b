import { type Ctx, fromMoney } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { VaccineProofLinkService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_link_service_pb.js";
import { ClassBillService } from "@leashline/proto/leashline/order/v1/class_bill_service_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import type { Shop } from "../storefront/shop.ts";
import { placeFrom, placeTaken } from "../waitlist/entry/class-place.ts";
import type { OfferRow } from "../waitlist/entry/offer.store.ts";
import { type EntryRow, isPlace } from "../waitlist/entry/waitlist.ts";
import { lackingFor } from "../waitlist/offering/lacking.ts";

type Answered = { readonly shop: Shop; readonly offer: OfferRow; readonly entry: EntryRow };

/** What there is to know of a place in a class, and whether what they took is still theirs. */
export async function standingOf({ shop, offer, entry }: Answered) {
  if (offer.state === "open" && isPlace(entry)) return await placeFrom(shop.ctx, entry, offer);
  if (offer.state === "open" || offer.state === "lost") return await missingFor({ shop, offer, entry });
  if (offer.state !== "accepted") return {};
  if (!isPlace(entry)) return { bookedNoMore: await isCanceled(shop, entry) };
  const place = await placeTaken(shop.ctx, entry, offer);
  return place ? { ...place, payUrl: await payUrlOf(shop, entry) } : { bookedNoMore: true };
}

/** What a pet lacks to be booked, as it is now, and where proof is sent in. */
async function missingFor({ shop: { ctx }, offer, entry }: Answered): Promise<{ needs?: string[]; proofUrl?: string }> {
  if (entry.state !== "waiting") return {};
  const lacking = await lackingFor(ctx, entry, offer);
  if (lacking.length === 0) return {};
  const needs = lacking.map(({ need }) => need);
  return { needs, ...(lacking.some(({ code }) => code === "VACCINE_REQUIRED") && { proofUrl: await proofUrlOf(ctx, entry) }) };
}

/** Better without than no page at all. */
async function proofUrlOf(ctx: Ctx, { customerId }: EntryRow): Promise<string> {
  const link = ctx.client(VaccineProofLinkService).getVaccineUploadLink({ customerId });
  return await link.then(
    ({ url }) => url,
    () => "",
  );
}

/** What is deleted is not answered. */
async function isCanceled({ ctx }: Shop, { appointmentId }: EntryRow): Promise<boolean> {
  if (appointmentId === "0") return false;
  const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids: [appointmentId] });
  return (appointments[0]?.status ?? AppointmentStatus.CANCELLED) === AppointmentStatus.CANCELLED;
}

/** The bill follows the place a moment later. Better without than no page at all. */
async function payUrlOf({ ctx }: Shop, { classId, enrolmentId }: EntryRow): Promise<string> {
  try {
    const { bills } = await ctx.client(ClassBillService).getClassBills({ classId });
    const order = bills.find((one) => one.enrolmentId === enrolmentId && !one.gone)?.order;
    if (!order || fromMoney(order.remain).minor <= 0n) return "";
    return (await ctx.client(PayLinkService).getPayLink({ orderId: order.id })).url;
  } catch {
    return "";
  }
}
