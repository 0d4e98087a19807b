import type { PricePart } from "@leashline/proto/rules/stay-price.ts";
import type { Selectable } from "kysely";
import type { Appointment as AppointmentTable, PetService } from "../db.gen.ts";
import type { Nights } from "../lodging/room.ts";
import type { SharedWork, WorkMode, WorkPart } from "../scheduling/shared-work.ts";
import type { Appointment, ServiceLine } from "./appointment.ts";
import type { Status } from "./moves.ts";

// Between the appointment that decisions are made on and the rows that are stored.

/** The columns the appointment's statements name, in full, so that a column added by a newer version disturbs none of them. */
export const appointmentColumns = [
  "companyId",
  "id",
  "businessId",
  "customerId",
  "customerFirstName",
  "customerLastName",
  "clientColor",
  "isNewClient",
  "date",
  "endDate",
  "startMinute",
  "endMinute",
  "startAt",
  "endAt",
  "staffId",
  "status",
  "statusPath",
  "checkInAt",
  "readyAt",
  "checkOutAt",
  "canceledAt",
  "cancelReason",
  "noShow",
  "ticketComments",
  "alertNotes",
  "addressId",
  "colorCode",
  "source",
  "currency",
  "orderId",
  "orderVersion",
  "paymentStatus",
  "paidMinor",
  "refundedMinor",
  "keptMinor",
  "outstandingMinor",
  "depositMinor",
  "billedMinor",
  "feeMinor",
  "feeVersion",
  "overbooked",
  "outOfHours",
  "overrideReason",
  "bookingRequestId",
  "agreedPolicy",
  "seriesId",
  "createdByStaffId",
  "version",
  "createdAt",
  "updatedAt",
  "deletedAt",
] as const;

export const lineColumns = [
  "companyId",
  "id",
  "appointmentId",
  "position",
  "petId",
  "petName",
  "breed",
  "petSizeId",
  "serviceId",
  "serviceName",
  "careType",
  "colorCode",
  "staffId",
  "startMinute",
  "duration",
  "priceMinor",
  "taxId",
  "lodgings",
  "priceParts",
  "work",
  "otherStaffIds",
  "stayDay",
  "serviceDate",
  "addOn",
] as const;

/** The columns of a line that is read, with how each is written into the JSON of the statement: numbers of 64 bits as text. */
export const lineFields = {
  id: "::text",
  petId: "::text",
  petName: "",
  breed: "",
  petSizeId: "::text",
  serviceId: "::text",
  serviceName: "",
  careType: "",
  colorCode: "",
  staffId: "::text",
  startMinute: "",
  duration: "",
  priceMinor: "::text",
  taxId: "::text",
  lodgings: "",
  priceParts: "",
  work: "",
  stayDay: "",
  serviceDate: "",
  addOn: "",
} as const satisfies Partial<Record<keyof PetService, "" | "::text">>;
const lineNames = Object.keys(lineFields) as (keyof typeof lineFields)[];

type LineRow = Omit<Pick<Selectable<PetService>, keyof typeof lineFields>, "lodgings" | "priceParts" | "work" | "addOn"> & {
  lodgings: Nights[];
  priceParts: PricePart[];
  work: { mode: WorkMode; parts: Omit<WorkPart, "staffName">[] } | null;
  addOn: true | false;
};
type Names = Readonly<Record<string, string>> | null;
/** A line as the reading statement answers it: its staff member's name, those of everybody on it where several are, then its fields in their order. */
export type LineJson = [staffName: string | null, names: Names, ...fields: unknown[]];

function toLine([staffName, names, ...fields]: LineJson): ServiceLine {
  const row = Object.fromEntries(lineNames.map((name, index) => [name, fields[index]])) as LineRow;
  const { startMinute: start, priceMinor: price, work, stayDay: when, serviceDate, addOn, ...line } = row;
  const onDays = when !== 0 && { onDays: { when, date: serviceDate ?? "" } };
  return {
    ...line,
    staffName: staffName ?? "",
    start,
    price,
    ...(work && { work: toWork(work, names) }),
    ...onDays,
    ...(addOn && { addOn }),
  };
}

/** In one order of fields, so that equal work is equal as text. */
const toWork = ({ mode, parts }: NonNullable<LineRow["work"]>, names: Names): SharedWork => ({
  mode,
  parts: parts.map(({ staffId, taskName, offset, duration, ratio }) => ({
    staffId,
    staffName: names?.[staffId] ?? "",
    taskName,
    offset,
    duration,
    ratio,
  })),
});

export type AppointmentRow = Pick<Selectable<AppointmentTable>, Exclude<(typeof appointmentColumns)[number], "companyId">> & {
  lines: LineJson[] | null;
};

const text = (date: Date | null): string | null => date?.toISOString() ?? null;

export function fromRow(row: AppointmentRow): Appointment {
  const { startMinute: start, endMinute: end, paidMinor: paid, refundedMinor: refunded, outstandingMinor: outstanding, ...same } = row;
  const { orderVersion: _, deletedAt: __, ...columns } = same;
  return {
    ...columns,
    start,
    end,
    paid,
    refunded,
    outstanding,
    status: row.status as Status,
    statusPath: row.statusPath as Status[],
    startAt: row.startAt.toISOString(),
    endAt: row.endAt.toISOString(),
    checkInAt: text(row.checkInAt),
    readyAt: text(row.readyAt),
    checkOutAt: text(row.checkOutAt),
    canceledAt: text(row.canceledAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lines: (row.lines ?? []).map(toLine),
  };
}

/** What the appointment's columns do not say of it: which word about its order was the last, and whether it is deleted. */
export type Beside = { readonly orderVersion: number; readonly deletedAt: string | null };

export function toRow(companyId: string, appointment: Appointment, beside: Beside) {
  const {
    start: startMinute,
    end: endMinute,
    paid: paidMinor,
    refunded: refundedMinor,
    outstanding: outstandingMinor,
    lines: _,
    ...same
  } = appointment;
  return { companyId, ...same, startMinute, endMinute, paidMinor, refundedMinor, outstandingMinor, ...beside };
}

export function toLineRow(companyId: string, appointmentId: string, line: ServiceLine, position: number) {
  const { start: startMinute, price: priceMinor, staffName: _, work, onDays, addOn = false, ...same } = line;
  const parts = work?.parts.map(({ staffName: _, ...part }) => part);
  const otherStaffIds = (parts ?? []).slice(1).map(({ staffId }) => staffId);
  return {
    companyId,
    appointmentId,
    position,
    ...same,
    startMinute,
    priceMinor,
    work: work && parts ? { mode: work.mode, parts } : null,
    otherStaffIds,
    stayDay: onDays?.when ?? 0,
    serviceDate: onDays?.date || null,
    addOn,
  };
}
