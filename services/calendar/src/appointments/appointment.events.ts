import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshotSchema,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { CalendarTx } from "../db.ts";
import { sourceName } from "./source.ts";
import { NO_STAFF, type Visit } from "./visit.ts";

const at = (text: string | null) => toTimestamp(text === null ? null : new Date(text));
const staffOrZero = (id: string): string => (id === NO_STAFF ? "0" : id);

export const snapshotOf = (visit: Visit, deleted = false): MessageInitShape<typeof AppointmentSnapshotSchema> => ({
  appointmentId: visit.id,
  businessId: visit.businessId,
  customerId: visit.customerId,
  customerName: `${visit.customerFirstName} ${visit.customerLastName}`.trim(),
  date: visit.date,
  endDate: visit.endDate,
  startTime: visit.start,
  endTime: visit.end,
  startAt: at(visit.startAt),
  endAt: at(visit.endAt),
  status: visit.status,
  source: sourceName(visit.source),
  version: visit.version,
  bookingRequestId: visit.bookingRequestId,
  deleted,
  lines: visit.lines.map((line) => ({
    lineId: line.id,
    petId: line.petId,
    petName: line.petName,
    serviceId: line.serviceId,
    serviceName: line.serviceName,
    staffId: staffOrZero(line.staffId),
    staffName: line.staffName,
    startTime: line.start,
    duration: line.duration,
    price: toMoney(line.price, visit.currency),
    taxId: line.taxId,
    careType: line.careType,
  })),
});

const placeOfLines = (visit: Visit): string =>
  JSON.stringify([visit.date, visit.endDate, visit.start, visit.end, visit.lines.map((line) => [line.id, line.staffId, line.start])]);
const contentOfLines = (visit: Visit): string =>
  JSON.stringify(visit.lines.map((line) => [line.id, line.petId, line.serviceId, line.price, line.duration, line.taxId]));

export const tellBooked = (tx: CalendarTx, visit: Visit): void =>
  tx.emit(AppointmentBookedSchema, { appointment: snapshotOf(visit) }, { key: visit.id });

type Fate = { readonly autoRefundOrder?: boolean; readonly deleted?: boolean };

/** What other services should know of a change; notes and colours are the calendar's own affair. */
export function tellChanged(tx: CalendarTx, before: Visit, after: Visit, { autoRefundOrder = false, deleted = false }: Fate): void {
  const appointment = snapshotOf(after, deleted);
  const key = { key: after.id };
  const rescheduled = placeOfLines(before) !== placeOfLines(after);
  const goesUnsaid = deleted && before.status === AppointmentStatus.CANCELLED;
  if (rescheduled || goesUnsaid || contentOfLines(before) !== contentOfLines(after))
    tx.emit(AppointmentChangedSchema, { appointment, rescheduled }, key);
  const timesChanged = before.checkInAt !== after.checkInAt || before.checkOutAt !== after.checkOutAt;
  if (after.status === AppointmentStatus.CANCELLED && before.status !== after.status) {
    const { noShow, cancelReason } = after;
    tx.emit(AppointmentCancelledSchema, { appointment, noShow, cancelReason, autoRefundOrder }, key);
  } else if (before.status !== after.status || timesChanged) {
    const times = { checkInTime: at(after.checkInAt), checkOutTime: at(after.checkOutAt) };
    tx.emit(AppointmentStatusChangedSchema, { appointment, previousStatus: before.status, ...times }, key);
  }
}
