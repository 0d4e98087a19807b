import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import type {
  ClassSeatSchema,
  ClassSessionSchema,
  EnrolmentSchema,
  GroupClassSchema,
} from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import type { StaffRow } from "../projections/staff.store.ts";
import { nameOf } from "../projections/staff.ts";
import type { ListedClass } from "./class.store.ts";
import { type ClassRow, type EnrolmentRow, isOver, type SeatRow, type SessionRow } from "./class.ts";

/** Names of staff by id. */
export type Names = ReadonlyMap<string, StaffRow>;

const staffName = (names: Names, id: string): string => {
  const found = names.get(id);
  return found ? nameOf(found) : "";
};

export const toSession = (row: SessionRow, names: Names, now: Date): MessageInitShape<typeof ClassSessionSchema> => ({
  id: row.id,
  date: toWireDate(row.date),
  startTime: row.startMinute,
  endTime: row.endMinute,
  staffId: row.staffId,
  staffName: staffName(names, row.staffId),
  taken: row.taken,
  cancelled: row.cancelledAt !== null,
  cancelReason: row.cancelReason,
  over: isOver(row, now),
  version: row.version,
});

export const toClass = (
  row: ClassRow & Pick<ListedClass, "enrolled" | "waiting">,
  sessions: readonly SessionRow[],
  names: Names,
  now: Date,
): MessageInitShape<typeof GroupClassSchema> => ({
  id: row.id,
  businessId: row.businessId,
  serviceId: row.serviceId,
  name: row.name,
  staffId: row.staffId,
  staffName: staffName(names, row.staffId),
  capacity: row.capacity,
  price: toMoney(row.price, row.currency),
  note: row.note,
  enrolled: row.enrolled,
  waiting: row.waiting,
  sessions: sessions.filter(({ classId }) => classId === row.id).map((one) => toSession(one, names, now)),
  cancelled: row.cancelledAt !== null,
  cancelReason: row.cancelReason,
  version: row.version,
});

export const toEnrolment = (row: EnrolmentRow, { currency }: Pick<ClassRow, "currency">): MessageInitShape<typeof EnrolmentSchema> => ({
  id: row.id,
  classId: row.classId,
  customerId: row.customerId,
  customerName: row.customerName,
  petId: row.petId,
  petName: row.petName,
  breed: row.breed,
  state: row.state,
  price: toMoney(row.price, currency),
  createTime: toTimestamp(row.createdAt),
  version: row.version,
});

export const toSeat = ({ sessionId, enrolmentId, attendance, makeUpFor }: SeatRow): MessageInitShape<typeof ClassSeatSchema> => ({
  sessionId,
  enrolmentId,
  attendance,
  makeUpFor: makeUpFor ?? "0",
});
