import { fromJson, type JsonValue, type MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import type { LinePriceChangeSchema } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import {
  AgreedPolicySchema,
  type AppointmentSchema,
  type StayLodgingSchema,
  WorkMode,
} from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { AppointmentSnapshotSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { Nights } from "../lodging/room.ts";
import { NO_STAFF } from "../projections/staff.ts";
import { amountsOf } from "../scheduling/shared-work.ts";
import { type Appointment, type ServiceLine, totalOf } from "./appointment.ts";
import { isEditable } from "./moves.ts";
import { feesOf, prepayRateOf, prepayStatusOf } from "./prepaid.ts";
import { type PriceChange, partToWire } from "./prices.ts";
import { sourceName } from "./source.ts";

const at = (text: string | null) => toTimestamp(text === null ? null : new Date(text));
const staffOrZero = (id: string): string => (id === NO_STAFF ? "0" : id);

// What a line is in the appointment and in events alike.
const toLineCore = (line: ServiceLine, currency: string) => ({
  petId: line.petId,
  petName: line.petName,
  serviceId: line.serviceId,
  serviceName: line.serviceName,
  staffName: line.staffName,
  startTime: line.start,
  duration: line.duration,
  price: toMoney(line.price, currency),
  taxId: line.taxId,
  careType: line.careType,
  addOn: line.addOn === true,
  priceParts: line.priceParts.map((part) => partToWire(part, currency)),
});

// What an appointment is in its message and in events alike.
const toCore = (appointment: Appointment) => ({
  businessId: appointment.businessId,
  customerId: appointment.customerId,
  startTime: appointment.start,
  endTime: appointment.end,
  startAt: at(appointment.startAt),
  endAt: at(appointment.endAt),
  status: appointment.status,
  bookingRequestId: appointment.bookingRequestId,
  version: appointment.version,
});

/** An appointment as the contract shows it. */
export function toAppointment(appointment: Appointment): MessageInitShape<typeof AppointmentSchema> {
  const total = totalOf(appointment.lines);
  const { currency, lines } = appointment;
  const fees = feesOf(appointment);
  return {
    ...toCore(appointment),
    id: appointment.id,
    customerFirstName: appointment.customerFirstName,
    customerLastName: appointment.customerLastName,
    clientColor: appointment.clientColor,
    appointmentDate: toWireDate(appointment.date),
    endDate: toWireDate(appointment.endDate),
    staffId: appointment.staffId,
    revertStatus: appointment.statusPath.at(-1) ?? 0,
    checkInTime: at(appointment.checkInAt),
    readyTime: at(appointment.readyAt),
    checkOutTime: at(appointment.checkOutAt),
    canceledTime: at(appointment.canceledAt),
    cancelReason: appointment.cancelReason,
    noShow: appointment.noShow,
    petServiceList: lines.map((line) => toPetService(line, currency)),
    evaluationServiceList: lines.filter((line) => line.careType === "EVALUATION").map((line) => toPetService(line, currency)),
    ticketComments: appointment.ticketComments,
    alertNotes: appointment.alertNotes,
    addressId: appointment.addressId,
    ...(appointment.agreedPolicy && { agreedPolicy: fromJson(AgreedPolicySchema, appointment.agreedPolicy as JsonValue) }),
    colorCode: appointment.colorCode,
    source: appointment.source,
    estimatedTotalPrice: toMoney(total, currency),
    orderId: appointment.orderId,
    invoiceId: appointment.orderId,
    paymentStatus: appointment.paymentStatus,
    paidAmount: toMoney(appointment.paid, currency),
    refundedAmount: toMoney(appointment.refunded, currency),
    keptAmount: toMoney(appointment.keptMinor, currency),
    outstandingBalance: toMoney(appointment.outstanding ?? total, currency),
    prepaidAmount: toMoney(appointment.depositMinor, currency),
    prepayStatus: prepayStatusOf(appointment),
    prepayRate: prepayRateOf(appointment),
    noShowFee: toMoney(fees.noShowFee, currency),
    cancellationFee: toMoney(fees.cancellationFee, currency),
    overbooked: appointment.overbooked,
    outOfHours: appointment.outOfHours,
    overrideReason: appointment.overrideReason,
    repeatId: appointment.seriesId,
    createTime: at(appointment.createdAt),
    updateTime: at(appointment.updatedAt),
    createdByStaffId: appointment.createdByStaffId,
    editable: isEditable(appointment.status),
  };
}

const modes = { sequence: WorkMode.SEQUENCE, parallel: WorkMode.PARALLEL } as const;

/** Who does what of a service that several people do. */
function toOperations({ work, start, price }: ServiceLine, currency: string) {
  if (!work) return {};
  const amounts = amountsOf(price, work.parts);
  const operationList = work.parts.map(({ staffId, staffName, taskName, offset, duration, ratio }, nth) => ({
    staffId,
    staffName,
    taskName,
    startTime: start + offset,
    duration,
    priceRatio: ratio,
    price: toMoney(amounts[nth] ?? 0n, currency),
  }));
  return { enableOperation: true, workMode: modes[work.mode], operationList };
}

const toPetService = (line: ServiceLine, currency: string) => ({
  ...toLineCore(line, currency),
  ...toOperations(line, currency),
  petDetailId: line.id,
  breed: line.breed,
  petSizeId: line.petSizeId,
  staffId: line.staffId,
  colorCode: line.colorCode,
  ...(line.onDays && { stayDay: line.onDays.when }),
  ...(line.onDays?.date && { serviceDate: toWireDate(line.onDays.date) }),
  lodgings: line.lodgings.map((nights) => toLodging(nights, currency)),
});

export const toLodging = ({ unitId, from, to, own }: Nights, currency: string): MessageInitShape<typeof StayLodgingSchema> => ({
  ...(own && { nightlyPrice: toMoney(own.each, currency) }),
  lodgingUnitId: unitId,
  startDate: toWireDate(from),
  endDate: toWireDate(to),
});

/** What events say of an appointment. */
export const toSnapshot = (appointment: Appointment, deleted = false): MessageInitShape<typeof AppointmentSnapshotSchema> => ({
  ...toCore(appointment),
  appointmentId: appointment.id,
  customerName: `${appointment.customerFirstName} ${appointment.customerLastName}`.trim(),
  date: appointment.date,
  endDate: appointment.endDate,
  source: sourceName(appointment.source),
  canceledAt: at(appointment.canceledAt),
  deleted,
  lines: appointment.lines.map((line) => ({
    ...toLineCore(line, appointment.currency),
    lineId: line.id,
    staffId: staffOrZero(line.staffId),
    operations: (line.work?.parts ?? []).map(({ staffId, staffName, offset, duration, ratio }) => ({
      staffId: staffOrZero(staffId),
      staffName,
      startTime: line.start + offset,
      duration,
      priceRatio: ratio,
    })),
    lodgings: line.lodgings.map(({ unitId, from, to }) => ({ lodgingUnitId: unitId, startDate: from, endDate: to })),
  })),
});

export const toPriceChange = (
  { line, price, byLength, byDate }: PriceChange,
  currency: string,
): MessageInitShape<typeof LinePriceChangeSchema> => ({
  petDetailId: line.id,
  petName: line.petName,
  serviceName: line.serviceName,
  staffId: line.staffId,
  duration: line.duration,
  price: toMoney(line.price, currency),
  catalogPrice: toMoney(price, currency),
  byLength,
  byDate,
});
