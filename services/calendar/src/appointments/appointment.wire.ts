import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import type { AppointmentSchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { isEditable } from "./moves.ts";
import { totalOf, type Visit } from "./visit.ts";

const at = (text: string | null) => toTimestamp(text === null ? null : new Date(text));

/** A visit as the contract shows it. */
export function toAppointment(visit: Visit): MessageInitShape<typeof AppointmentSchema> {
  const total = totalOf(visit.lines);
  const { currency, lines, paid, refunded, outstanding } = visit;
  return {
    id: visit.id,
    businessId: visit.businessId,
    customerId: visit.customerId,
    customerFirstName: visit.customerFirstName,
    customerLastName: visit.customerLastName,
    clientColor: visit.clientColor,
    appointmentDate: toWireDate(visit.date),
    endDate: toWireDate(visit.endDate),
    startTime: visit.start,
    endTime: visit.end,
    startAt: at(visit.startAt),
    endAt: at(visit.endAt),
    staffId: visit.staffId,
    status: visit.status,
    revertStatus: visit.statusPath.at(-1) ?? 0,
    checkInTime: at(visit.checkInAt),
    readyTime: at(visit.readyAt),
    checkOutTime: at(visit.checkOutAt),
    canceledTime: at(visit.canceledAt),
    cancelReason: visit.cancelReason,
    noShow: visit.noShow,
    petServiceList: lines.map((line) => ({
      petDetailId: line.id,
      petId: line.petId,
      petName: line.petName,
      breed: line.breed,
      serviceId: line.serviceId,
      serviceName: line.serviceName,
      staffId: line.staffId,
      staffName: line.staffName,
      startTime: line.start,
      duration: line.duration,
      price: toMoney(line.price, currency),
      taxId: line.taxId,
      careType: line.careType,
      colorCode: line.colorCode,
    })),
    ticketComments: visit.ticketComments,
    alertNotes: visit.alertNotes,
    colorCode: visit.colorCode,
    source: visit.source,
    estimatedTotalPrice: toMoney(total, currency),
    orderId: visit.orderId,
    paymentStatus: visit.paymentStatus,
    paidAmount: toMoney(paid, currency),
    refundedAmount: toMoney(refunded, currency),
    outstandingBalance: toMoney(outstanding ?? total, currency),
    overbooked: visit.overbooked,
    outOfHours: visit.outOfHours,
    overrideReason: visit.overrideReason,
    bookingRequestId: visit.bookingRequestId,
    version: visit.version,
    createTime: at(visit.createdAt),
    updateTime: at(visit.updatedAt),
    createdByStaffId: visit.createdByStaffId,
    editable: isEditable(visit.status),
  };
}
