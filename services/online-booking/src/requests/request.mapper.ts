import { type Ctx, can, toMoney, toTimestamp } from "@leashline/kit";
import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { toBrief } from "../agreements/signature.ts";
import { billOf } from "../payment-groups/told-bill.ts";
import { arrivalAsked } from "../settings/arrival.ts";
import { fromKept } from "../storefront/agreed.ts";
import type { SaidAddress } from "../visit-addresses/visit-address.ts";
import { toProposal } from "./proposal/proposal.mapper.ts";
import { askedTime, chosenIn, heldUntil, isLate, isPrepaid, type Person, paidOf, type RequestRow, type RequestState } from "./request.ts";

const statuses: Record<RequestState, BookingRequestStatus> = {
  submitted: BookingRequestStatus.SUBMITTED,
  accepting: BookingRequestStatus.SUBMITTED,
  accepted: BookingRequestStatus.ACCEPTED,
  declined: BookingRequestStatus.DECLINED,
  waitlisted: BookingRequestStatus.WAITLISTED,
  cancelled: BookingRequestStatus.CANCELLED,
};

function prepayOf(row: RequestRow) {
  const { type: paymentType, amount: prepaidAmount, ...paid } = paidOf(row);
  const waits = row.prepayStatus === PrepayStatus.REQUIRE_CAPTURE;
  const until = waits && { heldUntil: toTimestamp(heldUntil(row)) };
  return { paymentType, prepaidAmount, ...paid, prepayRate: row.prepayRate, policy: row.paymentPolicy, ...until };
}

const addressIn = ({ outOfArea, areaUnknown = false, ...address }: SaidAddress) => ({ address, outOfArea, areaUnknown });

/** How somebody is reached, for whoever may see it of clients. */
const customerFor = (ctx: Ctx, customer: Person): Person =>
  can(ctx, Permission.VIEW_CLIENT_CONTACT) ? customer : { ...customer, phoneNumber: "", email: "" };

export function toBookingRequest(ctx: Ctx, row: RequestRow) {
  return {
    id: row.id,
    businessId: row.businessId,
    status: statuses[row.state],
    appointmentId: row.appointmentId,
    customerId: row.customerId,
    customer: customerFor(ctx, row.customer),
    pets: row.pets.map(({ services, ...pet }) => ({
      pet: { ...pet, serviceIds: chosenIn(services).map((s) => s.serviceId) },
      services: services.map((s) => ({
        serviceId: s.serviceId,
        name: s.name,
        duration: s.duration,
        price: toMoney(s.minor, row.currency),
        ...(s.stayDay && { stayDay: s.stayDay }),
        addOn: s.addOn === true,
        rooms: (s.rooms ?? []).map(({ name, nights, each }) => ({ name, nights, nightlyPrice: toMoney(each, row.currency) })),
      })),
    })),
    startDate: row.date,
    startTime: row.startTime,
    endTime: row.endTime,
    staffId: row.staffId,
    staffName: row.staffName,
    staffAsked: row.staffAsked,
    estimatedTotalPrice: toMoney(row.total, row.currency),
    additionalNote: row.note,
    summary: row.summary,
    declineReason: row.declineReason,
    createTime: toTimestamp(row.createdAt),
    timeHeld: row.holdToken !== "" && row.state !== "accepted",
    ...askedTime(row),
    askedStaffName: row.asked?.staffName ?? "",
    chosenByClient: row.asked?.byClient === true,
    phoneConfirmed: row.verified.includes("phone"),
    answers: row.answers,
    endDate: row.endDate ?? "",
    lodgingTypeId: row.lodgingTypeId,
    automation: row.automation,
    byDay: row.byDay,
    moreDates: row.moreDates,
    classId: row.classId,
    classWaitlist: row.classWait,
    emailConfirmed: row.verified.includes("email"),
    isPrepaid: isPrepaid(row),
    ...(row.lateAt && { answerBy: toTimestamp(row.lateAt) }),
    late: isLate(row, new Date()),
    ...(row.address && addressIn(row.address)),
    ...arrivalAsked(row),
    ...fromKept(row.policy),
    ...billOf(row),
    agreements: row.agreements.map(toBrief),
    ...(row.proposal && { proposal: toProposal(row.proposal, row.currency, Date.now()) }),
    ...(row.paymentType !== "" && { prepay: prepayOf(row) }),
  };
}
