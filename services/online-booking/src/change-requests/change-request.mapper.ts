import { fromMoney, fromTimestamp, toTimestamp } from "@leashline/kit";
import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { isFeeDue } from "@leashline/proto/rules/booking-policy.ts";
import { type ChangeRow, nameOn, states } from "./change-request.ts";

const distinct = (names: readonly string[]): string => [...new Set(names)].join(", ");

/** "Full groom for Biscuit". */
const summaryOf = ({ petServiceList }: Appointment): string =>
  [...Map.groupBy(petServiceList, ({ petName }) => petName)]
    .map(([pet, lines]) => `${distinct(lines.map(({ serviceName }) => serviceName))} for ${pet}`)
    .join("; ");

/** As it was agreed, and by when they asked: staff may answer later. */
function feeFor({ wish, createdAt }: ChangeRow, { agreedPolicy, startAt }: Appointment) {
  if (wish !== ChangeWish.CANCEL || !agreedPolicy?.cancellationFee) return {};
  const due = isFeeDue(agreedPolicy, fromTimestamp(startAt)?.getTime() ?? 0, createdAt.getTime());
  return due ? { cancellationFee: agreedPolicy.cancellationFee } : {};
}

export function toChangeRequest(row: ChangeRow, appointment: Appointment) {
  const { appointmentDate, startTime, endTime, petServiceList, paidAmount } = appointment;
  const first = petServiceList.toSorted((a, b) => a.startTime - b.startTime)[0];
  return {
    appointmentId: row.appointmentId,
    businessId: row.businessId,
    customerId: row.customerId,
    wish: row.wish,
    text: row.said,
    state: states[row.state],
    createTime: toTimestamp(row.createdAt),
    answer: row.answer,
    customerName: nameOn(appointment),
    summary: summaryOf(appointment),
    ...(appointmentDate && { startDate: appointmentDate }),
    startTime,
    endTime,
    staffId: first?.staffId ?? "0",
    paid: fromMoney(paidAmount).minor > 0n,
    ...feeFor(row, appointment),
  };
}
